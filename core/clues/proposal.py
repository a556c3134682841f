"""How format rules write down what they propose."""

from __future__ import annotations

from typing import Final

from shotveil.core.clues.context import Context
from shotveil.core.records import Candidate, Source, Tier

_TIER_SCORE: Final[dict[Tier, float]] = {"hard": 0.85, "soft": 0.6, "weak": 0.35}


def propose(
    context: Context,
    kind: str,
    start: int,
    end: int,
    rule: str,
    *,
    tier: Tier = "hard",
    source: Source = "format",
    validated: bool = False,
) -> Candidate:
    """The candidate ``start:end`` of the stream; a validated one scores above a mere shape."""
    text = context.text[start:end]
    source = "validator" if validated and source == "format" else source
    score = _TIER_SCORE[tier] + (0.1 if validated else 0.0)
    return Candidate(kind, start, end, text, tier, source, score, rule, (rule,), validated)
