"""Several roots fit one mention: how often is the most recent one right (CONTRACT j.3)?

A trial has 1-4 roots that fit: addresses of one generated road with different numbers. The mention is the
road alone. How many roots fit and how recent the right one is are drawn with decreasing probability:

- roots that fit: 1 with 0.706, 2 with 0.170, 3 with 0.080, 4 with 0.044;
- recency rank of the right root among those that fit: weights 1, 1/2, 1/4, 1/8, normalized.

Two to four roots of other roads stand between them, and all are inserted in a random order that keeps the
drawn rank.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

SEED = 20260725
TRIALS = 6000
FIT_WEIGHTS = (0.706, 0.170, 0.080, 0.044)
RANK_WEIGHTS = (1.0, 0.5, 0.25, 0.125)

_STREETS = (
    "Alder",
    "Bramble",
    "Cobalt",
    "Dunmore",
    "Elmhurst",
    "Fennel",
    "Garnet",
    "Heron",
    "Juniper",
    "Kestrel",
)
_KINDS = ("Avenue", "Street", "Road", "Lane", "Drive")


@dataclass(frozen=True, slots=True)
class Trial:
    """Addresses in the order they are bound, then the mention; ``right`` indexes the meant address."""

    addresses: tuple[str, ...]
    mention: str
    right: int
    fitting: int


def generate(seed: int = SEED, trials: int = TRIALS) -> Iterator[Trial]:
    """The trials in order."""
    rng = random.Random(seed)
    for _ in range(trials):
        yield _make_trial(rng)


def _make_trial(rng: random.Random) -> Trial:
    roads = [f"{street} {kind}" for street in _STREETS for kind in _KINDS]
    road, *others = rng.sample(roads, 5)
    fitting = rng.choices(range(1, 5), FIT_WEIGHTS)[0]
    rank = rng.choices(range(fitting), RANK_WEIGHTS[:fitting])[0]
    numbers = rng.sample(range(10, 4000), 8)
    same = [f"{number} {road}" for number in numbers[:fitting]]
    distractors = [
        f"{number} {other}" for number, other in zip(numbers[4:], others[: rng.randrange(2, 5)], strict=False)
    ]
    slots = sorted(rng.sample(range(fitting + len(distractors)), fitting))
    order: list[str] = []
    same_left, others_left = list(same), list(distractors)
    for at in range(fitting + len(distractors)):
        order.append((same_left if at in slots else others_left).pop(0))
    right = same[fitting - 1 - rank]
    return Trial(tuple(order), road, order.index(right), fitting)
