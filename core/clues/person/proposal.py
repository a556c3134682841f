"""How rules that read words write down a name or an organization."""

from __future__ import annotations

from shotveil.core.clues.context import Context
from shotveil.core.records import Candidate, Source


def propose_words(
    context: Context,
    kind: str,
    start: int,
    end: int,
    rule: str,
    score: float,
    *,
    source: Source = "lexicon",
    suffixed: bool = False,
) -> Candidate:
    """The soft candidate ``start:end`` of the stream; ``score`` from 0 to 1 says how sure its words are."""
    text = context.text[start:end]
    return Candidate(
        kind, start, end, text, "soft", source, round(score, 3), rule, (rule,), suffixed=suffixed
    )
