"""Organizations in both languages; the rules are in ``organization_en`` and ``organization_zh``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues import (
    organization_cues_en,
    organization_en,
    organization_labels,
    organization_zh,
    organization_zh_news,
)
from shotveil.core.clues.context import Example, Rule

RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        **organization_en.RULES,
        **organization_cues_en.RULES,
        **organization_zh.RULES,
        **organization_zh_news.RULES,
        **organization_labels.RULES,
    }
)

EXAMPLES: Final[Mapping[str, tuple[Example, ...]]] = MappingProxyType(
    {
        **organization_en.EXAMPLES,
        **organization_cues_en.EXAMPLES,
        **organization_zh.EXAMPLES,
        **organization_zh_news.EXAMPLES,
        **organization_labels.EXAMPLES,
    }
)
