"""How well traces cover annotated values: GenR, LR, Det-P, BBoxR, Mod (CONTRACT i)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from shotveil.core.audit.gold import UNSCORED, GoldValue, GoldView, family_of, is_compatible
from shotveil.core.audit.matching import reduce_value
from shotveil.core.geometry import Box
from shotveil.core.records import BlockExtent, Occurrence, TextExtent, View

EDGE_TOLERANCE = 2.0
"""Px at each side of a gold box that no glyph of its value fills."""
OVERLAP = 0.5


@dataclass(frozen=True, slots=True)
class Scores:
    """Sums over views; the rates are None where their denominator is 0.

    ``characters`` counts gold characters without blanks, ``covered`` those under predictions of a
    compatible family, ``read`` and ``read_covered`` the same over values that the reader read at all.
    ``right`` and ``wrong`` count predictions, ``regions`` modified regions, ``modified`` the views that
    have any.
    """

    views: int = 0
    values: int = 0
    whole: int = 0
    most: int = 0
    characters: int = 0
    covered: float = 0.0
    read: int = 0
    read_covered: float = 0.0
    right: int = 0
    wrong: int = 0
    boxed: int = 0
    boxes: int = 0
    regions: int = 0
    modified: int = 0

    @property
    def gen_r(self) -> float | None:
        """GenR@1.0: share of values all of whose characters are covered."""
        return _share(self.whole, self.values)

    @property
    def gen_r_80(self) -> float | None:
        """GenR@0.8."""
        return _share(self.most, self.values)

    @property
    def lr_char(self) -> float | None:
        """Share of gold characters left uncovered."""
        rate = _share(self.covered, self.characters)
        return None if rate is None else 1 - rate

    @property
    def lr_detect(self) -> float | None:
        """Share of the gold characters that the reader read and the detector left uncovered."""
        rate = _share(self.read_covered, self.read)
        return None if rate is None else 1 - rate

    @property
    def det_p(self) -> float | None:
        """Det-P: share of scored predictions that hit gold."""
        return _share(self.right, self.right + self.wrong)

    @property
    def bbox_r(self) -> float | None:
        """BBoxR@0.5: share of gold regions met by a predicted region (IoU or gold area ≥ 0.5)."""
        return _share(self.boxed, self.boxes)

    @property
    def mod(self) -> float | None:
        """Modified regions a modified view."""
        return _share(self.regions, self.modified)

    def rates(self) -> dict[str, float | None]:
        """All rates by the names of the contract."""
        return {
            "GenR@1.0": self.gen_r, "GenR@0.8": self.gen_r_80, "LR_char": self.lr_char,
            "LR_detect": self.lr_detect, "Det-P": self.det_p, "BBoxR@0.5": self.bbox_r, "Mod": self.mod,
        }  # fmt: skip


def score_views(views: Iterable[View], gold: Sequence[GoldView]) -> Scores:
    """Score detected views against their gold; views without gold and gold without a view do not count."""
    by_key = {view.key: view for view in gold}
    total = Scores()
    for view in views:
        key = view.text if view.medium == "text" and view.text is not None else PurePosixPath(view.path).name
        annotated = by_key.get(key)
        if annotated is not None:
            total = _add(total, score_view(view, annotated))
    return total


def score_view(view: View, gold: GoldView) -> Scores:
    """Scores of one view."""
    scored = [item for item in view.occurrences if family_of(item.type) != "OUT"]
    shares = [(value, _cover(value, scored, typed=True)) for value in gold.scored]
    lengths = {id(value): max(1, len("".join(value.value.split()))) for value, _ in shares}
    page = reduce_value(" ".join(block.text for block in view.blocks))
    seen = [pair for pair in shares if view.text is not None or reduce_value(pair[0].value) in page]
    hits = [_judge(item, gold) for item in scored]
    regions = [extent.box for item in scored for extent in item.extents if isinstance(extent, BlockExtent)]
    boxes = [box for value in gold.scored for box in value.boxes]
    return Scores(
        views=1,
        values=len(shares),
        whole=sum(share >= 1.0 for _, share in shares),
        most=sum(share >= 0.8 for _, share in shares),
        characters=sum(lengths.values()),
        covered=sum(share * lengths[id(value)] for value, share in shares),
        read=sum(lengths[id(value)] for value, _ in seen),
        read_covered=sum(share * lengths[id(value)] for value, share in seen),
        right=sum(hit is True for hit in hits),
        wrong=sum(hit is False for hit in hits),
        boxed=sum(any(_meets(region, box) for region in regions) for box in boxes),
        boxes=len(boxes),
        regions=len(regions) or len(scored),
        modified=int(bool(scored)),
    )


def _cover(value: GoldValue, predictions: Sequence[Occurrence], *, typed: bool) -> float:
    """Share of a value's characters under predictions (of compatible families)."""
    fitting = [p for p in predictions if not typed or is_compatible(value.family, family_of(p.type))]
    if value.start >= 0:
        return _cover_span(value, fitting)
    touching = [p for p in fitting if any(_touch(extent.box, box) for extent in _extents(p)
                                          for box in value.boxes)]  # fmt: skip
    return max(_cover_boxes(value.boxes, touching), _cover_text(value.value, touching))


def _cover_span(value: GoldValue, predictions: Sequence[Occurrence]) -> float:
    wanted = {value.start + n for n, char in enumerate(value.value) if not char.isspace()}
    covered: set[int] = set()
    for prediction in predictions:
        for extent in prediction.extents:
            if isinstance(extent, TextExtent):
                covered.update(range(extent.start, extent.end))
    return len(wanted & covered) / len(wanted) if wanted else 1.0


def _cover_boxes(boxes: Sequence[Box], predictions: Sequence[Occurrence]) -> float:
    """Share of the width of the gold boxes under predicted boxes of the same line."""
    total = covered = 0.0
    for box in boxes:
        left, right = (
            box.left + EDGE_TOLERANCE,
            max(box.left + EDGE_TOLERANCE + 1, box.right - EDGE_TOLERANCE),
        )
        spans = sorted(
            (max(left, extent.box.left), min(right, extent.box.right))
            for prediction in predictions
            for extent in _extents(prediction)
            if _touch(extent.box, box)
        )
        total += right - left
        reached = left
        for start, end in spans:
            if end > max(start, reached):
                covered += end - max(start, reached)
                reached = end
    return min(1.0, covered / total) if total else 0.0


def _cover_text(value: str, predictions: Sequence[Occurrence]) -> float:
    """Share of a value that predictions spell out (gold boxes of form fields are wider than the ink)."""
    wanted = reduce_value(value)
    found = [reduce_value(prediction.text) for prediction in predictions]
    if not wanted:
        return 1.0 if found else 0.0
    if any(wanted in text for text in found):
        return 1.0
    return max((len(text) / len(wanted) for text in found if text and text in wanted), default=0.0)


def _judge(prediction: Occurrence, gold: GoldView) -> bool | None:
    """True when a prediction hits scored gold, None when only unscored gold or neutral text, else False."""
    hits = [value.family for value in gold.values if _cover_prediction(prediction, value) >= OVERLAP]
    if any(family not in UNSCORED for family in hits):
        return True
    neutral = any(_touch(extent.box, box) for extent in _extents(prediction) for box in gold.neutral)
    return None if hits or neutral else False


def _cover_prediction(prediction: Occurrence, value: GoldValue) -> float:
    """Share of a prediction that lies in a gold value."""
    if value.start >= 0:
        places = {n for e in prediction.extents if isinstance(e, TextExtent) for n in range(e.start, e.end)}
        return len(places & set(range(value.start, value.end))) / len(places) if places else 0.0
    area = shared = 0.0
    for extent in _extents(prediction):
        area += extent.box.area
        parts = (extent.box.intersection(box) for box in value.boxes)
        shared += max((part.area for part in parts if part), default=0.0)
    text = reduce_value(prediction.text)
    if shared and text and text in reduce_value(value.value):
        return 1.0
    return shared / area if area else 0.0


def _extents(prediction: Occurrence) -> list[BlockExtent]:
    return [extent for extent in prediction.extents if isinstance(extent, BlockExtent)]


def _touch(region: Box, box: Box) -> bool:
    """True when two boxes share half the height of the lower one, on the same columns."""
    shared = region.intersection(box)
    return shared is not None and shared.height >= OVERLAP * min(region.height, box.height)


def _meets(region: Box, gold: Box) -> bool:
    shared = region.intersection(gold)
    if shared is None or not gold.area:
        return False
    union = region.area + gold.area - shared.area
    return shared.area >= OVERLAP * union or shared.area >= OVERLAP * gold.area


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def _add(first: Scores, second: Scores) -> Scores:
    sums: Mapping[str, float] = {
        name: getattr(first, name) + getattr(second, name) for name in Scores.__slots__
    }
    return Scores(**sums)  # type: ignore[arg-type]
