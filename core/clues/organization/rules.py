"""Organizations in both languages; the rules are in ``organization_en`` and ``organization_zh``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from shotveil.core.clues.context import Example, Rule
from shotveil.core.clues.organization import cues_en as organization_cues_en
from shotveil.core.clues.organization import en as organization_en
from shotveil.core.clues.organization import labels as organization_labels
from shotveil.core.clues.organization import zh as organization_zh
from shotveil.core.clues.organization import zh_news as organization_zh_news

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
