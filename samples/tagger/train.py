"""Train the tagger and write its ONNX file: ``python samples/tagger/train.py DATA [--epochs N]``.

DATA holds the training sets (corpus.py names them). Needs torch, onnx and jieba besides the project; takes about
twenty minutes on one core. The same seed and versions give the same weights.
"""

from __future__ import annotations

import argparse
import copy
import random
import sys
from pathlib import Path

import numpy as np
import torch
from torch import nn

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from corpus import (
    CHECKS,
    CHINESE,
    CLASSES,
    ENGLISH,
    IGNORE,
    Sentence,
    read_set,
    swap_values,
    untokenize,
    vary_case,
)
from generate import generate_sentences, join_sentences, vary_chinese
from stock_en import EnglishStock
from stock_zh import ChineseStock

from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.tagger.features import (
    FEATURES,
    KEY_BUCKETS,
    LEXICON_BUCKETS,
    PART_BUCKETS,
    SHAPE_BUCKETS,
    UNKNOWN_WORD,
    WORD_BUCKETS,
    make_tokens,
)

TARGET = HERE.parents[1] / "core" / "lexicons" / "tagger.onnx"
TAGS = ("O", *(f"{part}-{kind}" for kind in CLASSES for part in "BI"))
HIDDEN, SEED = 64, 1729
AVERAGED = 0.999
"""Share of the old weights in their running average, which is what ships."""
WORD_DROPOUT, PART_DROPOUT, BATCH_TOKENS, RATE = 0.2, 0.4, 2048, 3e-3
GENERATED = {"zh": 20000, "en": 5000}


class Tagger(nn.Module):
    """Embedded features, three dilated convolutions over the sentence, a score for each tag."""

    def __init__(self) -> None:
        super().__init__()
        self.word = nn.Embedding(WORD_BUCKETS, 40)
        self.part = nn.Embedding(PART_BUCKETS, 20)
        self.shape = nn.Embedding(SHAPE_BUCKETS, 8)
        self.lexicon = nn.Embedding(LEXICON_BUCKETS, 16)
        self.key = nn.Embedding(KEY_BUCKETS, 20)
        self.mix = nn.Linear(40 + 20 + 20 + 8 + 16 + 20, HIDDEN)
        self.layers = nn.ModuleList(
            nn.Conv1d(HIDDEN, HIDDEN, 3, padding=gap, dilation=gap) for gap in (1, 2, 4)
        )
        self.drop = nn.Dropout(0.3)
        self.score = nn.Linear(HIDDEN, len(TAGS))
        for table in (self.word, self.part, self.shape, self.lexicon, self.key):
            nn.init.normal_(table.weight, std=0.1)

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """(batch, tokens, FEATURES) int64 to (batch, tokens, tags) scores."""
        word, left, right, shape, lexicon, key = features.unbind(-1)
        parts = (self.word(word), self.part(left), self.part(right), self.shape(shape), self.lexicon(lexicon))
        seen = torch.cat((*parts, self.key(key)), -1)
        # Padding is silenced after every layer, so that a sentence reads the same in any batch.
        real = (shape > 0).unsqueeze(1).float()
        hidden = torch.relu(self.mix(self.drop(seen))).transpose(1, 2) * real
        for layer in self.layers:
            hidden = (hidden + torch.relu(layer(self.drop(hidden)))) * real
        return self.score(self.drop(hidden.transpose(1, 2)))


def encode(sentence: Sentence) -> tuple[np.ndarray, np.ndarray] | None:
    """Features and tag numbers of a sentence; -100 where nothing is learned."""
    tokens = make_tokens(sentence.text)
    spans = tokens.find_spans()
    if not spans:
        return None
    tags = np.zeros(len(spans), np.int64)
    for start, end, kind in sentence.spans:
        inside = [n for n, (a, b) in enumerate(spans) if a < end and start < b]
        for order, number in enumerate(inside):
            tags[number] = -100 if kind == IGNORE else TAGS.index(f"{'I' if order else 'B'}-{kind}")
    return np.frombuffer(tokens.rows, np.int64).reshape(-1, FEATURES), tags


def make_round(
    data: Path, sets: dict[str, int], rng: random.Random, stocks: dict
) -> list[tuple[np.ndarray, np.ndarray]]:
    """One round of training sentences, freshly varied."""
    encoded = []
    chinese = ChineseStock(rng)
    for name, weight in sets.items():
        sentences = list(read_set(data, name))
        if name == "aishell_ner":
            rng.shuffle(sentences)
            sentences += [
                join_sentences(sentences[n : n + rng.randint(1, 3)], rng) for n in range(0, len(sentences), 2)
            ]
        for _ in range(weight):
            for sentence in sentences:
                varied = vary_case(untokenize(swap_values(sentence, stocks[name], rng), rng), rng)
                if name in CHINESE:
                    varied = vary_chinese(sentence, chinese)
                item = encode(varied)
                if item is not None:
                    encoded.append(item)
    made = generate_sentences(GENERATED["zh"], chinese, "templates_zh.txt")
    made += [
        vary_case(sentence, rng)
        for sentence in generate_sentences(GENERATED["en"], EnglishStock(rng), "templates_en.txt")
    ]
    encoded += [item for sentence in made if (item := encode(sentence)) is not None]
    rng.shuffle(encoded)
    return encoded


def make_stock(data: Path, sets: dict[str, int]) -> dict[str, dict[str, list[str]]]:
    """Names and organizations to swap in, pooled over the sets of a language."""
    pool: dict[str, set[str]] = {"NAME": set(), "ORG": set()}
    for name in sets:
        for sentence in read_set(data, name):
            for start, end, kind in sentence.spans:
                if kind in pool and "@" not in sentence.text[start:end] and end - start < 40:
                    pool[kind].add(sentence.text[start:end])
    stock = {kind: sorted(values) for kind, values in pool.items()}
    keep_own = {"wnut17", "btc", "aishell_ner", "sec_filings"}  # natural text: its own values fit best
    return {name: {} if name in keep_own else stock for name in sets}


def batches(items: list[tuple[np.ndarray, np.ndarray]]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Padded batches of about BATCH_TOKENS tokens, sentences of like length together."""
    items = sorted(items, key=lambda item: len(item[1]))
    result, start = [], 0
    while start < len(items):
        end, longest = start, 0
        while end < len(items) and max(longest, len(items[end][1])) * (end - start + 1) <= BATCH_TOKENS:
            longest = max(longest, len(items[end][1]))
            end += 1
        end = max(end, start + 1)
        chosen = items[start:end]
        longest = max(len(tags) for _, tags in chosen)
        features = np.zeros((len(chosen), longest, FEATURES), np.int64)
        tags = np.full((len(chosen), longest), -100, np.int64)
        for row, (own_features, own_tags) in enumerate(chosen):
            features[row, : len(own_tags)] = own_features
            tags[row, : len(own_tags)] = own_tags
        result.append((torch.from_numpy(features), torch.from_numpy(tags)))
        start = end
    random.Random(len(result)).shuffle(result)
    return result


def spans_of(tags: np.ndarray) -> set[tuple[int, int, str]]:
    """Entity spans of a tag sequence."""
    found, start, kind = set(), -1, ""
    for number, tag in enumerate([*tags.tolist(), 0]):
        name = TAGS[tag] if tag >= 0 else "O"
        if start >= 0 and (name[0] != "I" or name[2:] != kind):
            found.add((start, number, kind))
            start = -1
        if name[0] == "B" or (name[0] == "I" and start < 0):
            start, kind = number, name[2:]
    return found


def check(model: Tagger, data: Path, name: str) -> str:
    """Precision and recall of exact spans on a set that was not trained on."""
    right = predicted = gold = 0
    model.eval()
    with torch.no_grad():
        for sentence in read_set(data, name):
            item = encode(Sentence(read_simplified(sentence.text), sentence.spans))
            if item is None:
                continue
            tags = model(torch.from_numpy(item[0])[None]).argmax(-1)[0].numpy()
            ours, theirs = spans_of(tags), spans_of(item[1])
            right += len(ours & theirs)
            predicted += len(ours)
            gold += len(theirs)
    model.train()
    return f"{name}: precision {right / max(1, predicted):.3f} recall {right / max(1, gold):.3f}"


def average_weights(averaged: Tagger, model: Tagger) -> None:
    """Moves the running average a step towards the weights of now."""
    with torch.no_grad():
        for mean, weight in zip(averaged.parameters(), model.parameters(), strict=True):
            mean.lerp_(weight, 1 - AVERAGED)


def write_model(model: Tagger, path: Path) -> None:
    """The ONNX file, weights as half floats."""
    import onnx
    from onnx import numpy_helper

    model.eval()
    sample = torch.ones((1, 8, FEATURES), dtype=torch.int64)
    torch.onnx.export(
        model, (sample,), str(path), input_names=["features"], output_names=["scores"],
        dynamic_axes={"features": {0: "batch", 1: "tokens"}, "scores": {0: "batch", 1: "tokens"}},
        opset_version=17, dynamo=False,
    )  # fmt: skip
    loaded = onnx.load(str(path))
    for weight in list(loaded.graph.initializer):
        values = numpy_helper.to_array(weight)
        if values.dtype == np.float32 and values.size > 4096:
            half = numpy_helper.from_array(values.astype(np.float16), weight.name + "_half")
            loaded.graph.initializer.remove(weight)
            loaded.graph.initializer.append(half)
            node = onnx.helper.make_node("Cast", [half.name], [weight.name], to=onnx.TensorProto.FLOAT)
            loaded.graph.node.insert(0, node)
    del loaded.metadata_props[:]
    loaded.producer_version, loaded.doc_string = "", ""
    onnx.checker.check_model(loaded)
    path.write_bytes(loaded.SerializeToString(deterministic=True))


def main() -> None:
    """Train on every set, report on the checking sets, write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--epochs", type=int, default=14)
    parser.add_argument("--out", type=Path, default=TARGET)
    options = parser.parse_args()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    rng = random.Random(SEED)
    stocks = make_stock(options.data, ENGLISH) | make_stock(options.data, CHINESE)
    model = Tagger()
    averaged = copy.deepcopy(model)
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    for epoch in range(options.epochs):
        optimizer.param_groups[0]["lr"] = RATE * min(1.0, 2 * (1 - epoch / options.epochs))
        items = make_round(options.data, ENGLISH | CHINESE, rng, stocks)
        total = count = 0.0
        for features, tags in batches(items):
            dropped = torch.rand(features.shape[:2]) < WORD_DROPOUT
            features[..., 0][dropped] = UNKNOWN_WORD
            for part in (1, 2, 5):
                features[..., part][torch.rand(features.shape[:2]) < PART_DROPOUT] = UNKNOWN_WORD
            scores = model(features)
            loss = nn.functional.cross_entropy(
                scores.flatten(0, 1), tags.flatten(), ignore_index=-100, label_smoothing=0.03
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            average_weights(averaged, model)
            total, count = total + float(loss.detach()), count + 1
        checks = "; ".join(check(averaged, options.data, name) for names in CHECKS.values() for name in names)
        print(f"round {epoch + 1}: {len(items)} sentences, loss {total / count:.4f}; {checks}", flush=True)
    write_model(averaged, options.out)
    print(f"{options.out.name}: {options.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
