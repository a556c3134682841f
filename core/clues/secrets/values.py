"""Is a value a secret at all: placeholders, code, words; entropy is only soft evidence (DESIGN 5)."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.secrets.names import load_words
from shotveil.core.patterns import compile_late

_TEMPLATE: Final = compile_late(
    r"\$\{[^}]*\}?|\$\([^)]*\)?|\{\{.*|\$[A-Za-z_][A-Za-z0-9_.]*|%[A-Za-z_]\w*%|%(?:\([a-z_]+\))?[sdr]|"
    r"#\{[^}]*\}|"
    r"@@?[A-Za-z_.]+@{0,2}|\{[A-Za-z_0-9.\[\]'\"]*\}|<[^<>]{0,60}>?|\[[A-Za-z _\-]{0,40}\]?|&lt;.*|"
    r"\*{2,}.*|[\[(]?redacted.*|"
    r"ENC\(.*|!vault.*|\{cipher\}.*|\$ANSIBLE_VAULT.*|vault:.*|secretsmanager:.*|arn:.*|projects/.*|"
    r"(?:aws|gcp|azure|ssm|sm|kv|akv|vault|op|doppler|infisical|bws|sops|secrets?|keychain|file)[a-z+\-]{0,16}:/.*|"
    r"@[A-Za-z.]+\(.*|!(?i:secret|ref|sub|env|env_var|getatt|join|reference|include)\b.*|"
    r"[.]{3,}|…+|-{3,}|_{3,}|x{3,}|X{3,}|\?{2,}|\[\[.*|"
    r"\$[A-Za-z_][\w.:]*-?|&#x?[0-9A-Fa-f]{2,5};?|[A-Za-z][A-Za-z ]{0,40}:|"
    r"(?:[\^~<>=]{1,2}|v)?[ ]?\d+(?:\.(?:\d+|[x*])){1,12}(?:-[0-9a-z.]+)?",
    re.DOTALL,
)
"""What stands for a value: templates, variables, masks, look-ups of vaults, prompts, ranges of versions."""

_NO_LITERAL: Final = compile_late(
    r"(?i:ctrl|control|shift|alt|cmd|command|meta|super|option|win)(?:[+\-][\w]{1,12}){1,4}"
    r"|[+\-]?\d{1,6}(?:[.,]\d{1,4})?[ ]?%|x(?::[^:\n]{0,80}){3,6}"
)
"""Chords of keys, shares, and the rest of a line of /etc/passwd."""

_PATTERN: Final = compile_late(r"\[\^?(?:a-z|A-Z|0-9|\\[wds])|\(\?[:=!P<]|\\[dws][+*{]")
"""What only a regular expression holds."""

_CODE: Final = compile_late(
    r"(?:[A-Za-z_$][\w$]*(?:\.|->|::|\?\.))*[A-Za-z_$][\w$]*\s*[(\[{].*|(?:self|this|os|env|process|"
    r"config|cfg|settings|args|opts|"
    r"options|params|request|req|ctx|context|event|props|state|data|user|obj|row|secrets|vars|var|local|"
    r"module|each|"
    r"System|ENV|Environment|conf|app|context|session|response|res|body|payload|item|model)(?:\??\.|::|->|"
    r"\[).*|"
    r"(?:[a-z_][A-Za-z0-9_]*\??\.)+[a-z_][A-Za-z0-9_]*\??|[A-Z][A-Z_]*(?:\.[A-Z][A-Za-z_]*)+|new\s+[A-Z]\w*.*|function\b.*|lambda\b.*|\(.*|"
    r"(?:Read|Get|New|ConvertTo|ConvertFrom|Import|Invoke)-[A-Z][A-Za-z]+\b.*|[!&*]\w+.*=>.*|(?:[A-Za-z_]\w*::)+\w+|(?:[A-Za-z_$][\w$]*\.)+[A-Za-z_$][\w$]*=.*",
    re.DOTALL,
)
_SEGMENT: Final = compile_late(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_VERSIONED: Final = compile_late(
    "sha|aes|ed|rsa|[hrep]s|base|utf|md|pkcs|oauth|ipv?|tls|ssl|ssh|http|curve|secp|camellia|chacha|poly|win|u?int"
)
"""Words whose number belongs to them: sha256, ed25519, base64."""

_CONSTANT: Final = compile_late(r"[A-Z]{2,}(?:_[A-Z]+){3,}")
"""Four words in capitals: the name of a constant."""

_ACRONYM: Final = 4
_SPOKEN: Final = compile_late(r"[A-Za-z'’,.:!?()]+")
_VOWEL: Final = compile_late(r"[aeiouyAEIOUY]")
_RUNS: Final = ("0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop")
_DATE: Final = compile_late(r"\d{4}-\d\d-\d\d(?:[T ][\d:.Z+\-]*)?|\d{1,2}:\d\d(?::\d\d)?")

PATHISH: Final = compile_late(
    r"(?:[A-Za-z]:[\\/]|\.{0,2}/|~/)[\w .\-/\\@]+|[\w\-./]+\.(?:pem|key|crt|cer|json|ya?ml|txt|py|js|ts|"
    r"java|go|env|p12|jks|html?|"
    r"php|xml|conf|cfg|ini|toml|pub|asc|gpg|log|md)(?:#[\w\-]*)?|(?:https?|file|ftp)://[^\s@]*|"
    r"@[\w.\-]+/[\w.\-]+"
)
"""Paths, file names, packages and plain URLs: where something lies, not what it is."""


@cache
def load_no_values() -> frozenset[str]:
    """Lower-case values that are none: switches, type names, words of documentation."""
    raw = files("shotveil.core.lexicons").joinpath("no_secrets.txt").read_text("utf-8")
    return frozenset(line for line in raw.splitlines() if line and not line.startswith("#"))


def measure_entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    size = len(value)
    return -sum(count / size * math.log2(count / size) for count in Counter(value).values()) if size else 0.0


def is_placeholder(value: str) -> bool:
    """True for templates, masks, switches, type names and values that say they are examples."""
    bare = value.strip().strip("\"'`")
    lowered = bare.lower()
    signs = set(filter(str.isalnum, lowered))
    if (
        not bare
        or lowered in load_no_values()
        or len(set(lowered)) == 1
        or (len(signs) == 1 and len(bare) > 4)
    ):
        return True
    if re.fullmatch(r"#[0-9a-f]{3,8}", lowered):  # a colour
        return True
    if _NO_LITERAL.fullmatch(bare):
        return True
    if _TEMPLATE.fullmatch(bare) or re.match(r"\$\{|\$\(|\{\{|\[\[|#\{|<%", bare):
        return True
    if re.search(r"\{[a-z_]\w*\}|\.\.\.|…|\*\*\*|(?i:x{5}|redacted|placeholder)", bare) or _PATTERN.search(
        bare
    ):
        return True
    return _CONSTANT.fullmatch(bare) is not None or _says_example(lowered)


def _says_example(lowered: str) -> bool:
    if re.search(r"example$|examplekey$|^example|sample$|dummy|changeit|goes[_\- ]?here|tbd$", lowered):
        return True
    if re.match(r"(?:your|my|the|some|insert|enter|put|add|set|replace|fake)[_\- .]?[a-z]*[_\-. ]", lowered):
        return not any(char.isdigit() for char in lowered)
    if re.search(r"[_\- ]here$|^not[_\- ]?a[_\- ]?", lowered) and not any(map(str.isdigit, lowered)):
        return True
    words = [word for word in re.split(r"[^a-z]+", lowered) if word]
    if (
        len(words) > 1
        and lowered.isascii()
        and load_words("filler").issuperset(words)
        and not re.search(r"\d", lowered)
    ):
        return True
    return bool(re.match(r"(?:your|my)(?:[a-z]*)(?:password|passwd|secret|token|key|api)", lowered))


def is_written_out(value: str) -> bool:
    """True for a value that stands there itself: no placeholder, variable, tag or template."""
    return not is_placeholder(value) and not re.match(r"\$[({A-Za-z_]|<|\{\{", value)


def is_code(value: str) -> bool:
    """True for an expression rather than a literal: a call, an attribute, an index, a look-up."""
    return _CODE.fullmatch(value.strip()) is not None


def is_member(value: str) -> bool:
    """True for a dotted name of code: ``jwk.KeySet``, ``req.body?.token``."""
    return re.fullmatch(r"[a-z_]+(?:\.\w+)+|[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$]+)+", value) is not None


def _is_wordy(value: str) -> bool:
    """True when every part is a pronounceable word or a short number: ``attached_file_0``.

    Beside long words a few letters without a vowel are an acronym: ``tls_aes128_set_key``.
    """
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", value) if part]
    pieces = [piece for part in parts for piece in _SEGMENT.findall(part)]
    pieces = [
        piece
        for before, piece in zip(["", *pieces], pieces, strict=False)
        if not (piece.isdigit() and _VERSIONED.fullmatch(before.lower()))
    ]
    if not pieces:
        return True
    letters = [piece for piece in pieces if piece.isalpha()]
    digits = sum(len(piece) for piece in pieces if piece.isdigit())
    if not letters:
        return digits < 8
    chopped = sum(map(len, pieces)) < 4 * len(pieces)
    if digits > 4 or (chopped and len(pieces) > max(3, 1 + 2 * len(parts))):
        return False
    others = [piece for piece in letters if not _is_pronounceable(piece)]
    if not others:
        return True
    words = [piece for piece in letters if len(piece) > 2 and piece not in others and not piece.isupper()]
    known = 3 * sum(map(len, words)) >= 2 * sum(map(len, letters))
    apart = len(parts) > 2 and len(letters) <= len(parts)
    several = sum(len(word) > 3 for word in words) > 1
    return known and (apart or several) and all(len(piece) <= _ACRONYM for piece in others)


def _is_pronounceable(piece: str) -> bool:
    if len(piece) == 1:
        return True
    if len(piece) > 16:
        return False
    return bool(_VOWEL.search(piece)) and not re.search(r"[^aeiouyAEIOUY]{5,}", piece)


def _is_chopped(letters: str) -> bool:
    """True for ten letters and more whose case jumps as no name's does: ``EgNbmaISqjNn``."""
    pieces = _SEGMENT.findall(letters)
    odd = sum(not _is_pronounceable(piece) for piece in pieces)
    return len(letters) >= 10 and len(pieces) > 3 and len(letters) < 4 * len(pieces) and odd > 1


def is_sequence(value: str) -> bool:
    """True when most of a value is counted or typed along the keyboard."""
    lowered = re.sub(r"[^0-9a-z]", "", value.lower())
    covered = 0
    for run in _RUNS:
        for size in range(len(run), 4, -1):
            for start in range(len(run) - size + 1):
                piece = run[start : start + size]
                if piece in lowered:
                    covered = max(covered, lowered.count(piece) * size)
    return covered * 2 >= len(lowered)


def is_strong(value: str, *, shortest: int = 8) -> bool:
    """True when a value looks made by a machine or a careful person: mixed, not words, not a sequence."""
    value = value[:128]
    if len(value) < shortest or " " in value.strip() or _DATE.fullmatch(value) or is_sequence(value):
        return False
    classes = sum(bool(re.search(kind, value)) for kind in ("[a-z]", "[A-Z]", r"\d", r"[^0-9A-Za-z]"))
    has_digit = bool(re.search(r"\d", value))
    if classes < 2 and not (len(value) >= 16 and not value.isdigit()):
        return False
    if re.fullmatch(r"[A-Z_]+", value) or (value.isalpha() and len(value) < 16 and not _is_chopped(value)):
        return False
    if _is_wordy(value):
        return False
    if value.replace("-", "").isdigit():
        return len(value.replace("-", "")) >= 16
    return measure_entropy(value) >= (2.4 if has_digit else 3.0)


def is_sentence(value: str) -> bool:
    """True for words in a row, as messages and hints have them."""
    words = value.split()
    return len(words) > 1 and sum(_SPOKEN.fullmatch(word) is not None for word in words) * 2 > len(words)


_PHRASE_WORD: Final = compile_late(r"[!-~]{1,20}")
_MADE_WORD: Final = compile_late(
    r"(?=[!-~]*[A-Za-z])(?=[!-~]*[0-9])[0-9A-Za-z!@#$%^&*+=~]{3,20}|\d{1,6}[!@#$%^&*]+"
)
_SMALL_WORDS: Final = frozenset(
    {"my", "our", "the", "a", "and", "or", "to", "for", "in", "on", "is", "we", "you"}
)


def is_passphrase(value: str) -> bool:
    """True for three words and more that state nothing: ``correct horse battery``, ``my dog Rex 4ever!``.

    In small letters but for names behind the first; a word that is made (letters with digits or signs) lets
    small words of speech stand beside it.
    """
    words = value.split()
    if not 2 < len(words) < 11 or not all(_PHRASE_WORD.fullmatch(word) for word in words):
        return False
    said = load_words("said")
    if any(_MADE_WORD.fullmatch(word) for word in words):
        return (said - _SMALL_WORDS).isdisjoint(word.lower() for word in words)
    plain = all(2 < len(word) < 15 and word.isalpha() and word[1:].islower() for word in words)
    return plain and words[0].islower() and said.isdisjoint(word.lower() for word in words)
