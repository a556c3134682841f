"""Key material: private key blocks over lines, encoded keys, encoded credentials, JSON web keys."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import match_at_anchors
from shotveil.core.clues.identifiers.numerals import is_word_char
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_BEGIN: Final = compile_late(r"-{4,5} ?BEGIN [A-Z0-9 ]{0,48}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}")
_END: Final = compile_late(r"-{4,5} ?END [A-Z0-9 ]{0,48}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}")
_LONGEST_BLOCK: Final = 24_000
_BODY: Final = compile_late(r"[0-9A-Za-z+/=]{20,}")
_WORDS_IN_BODY: Final = compile_late(r"[0-9A-Za-z+/]{20,} [a-z]+ [a-z]+ [a-z]+ [a-z]+ [0-9A-Za-z+/]{20,}")
_BODY_LINE: Final = compile_late(r"[^\n]{0,80}?[0-9A-Za-z+/]{40,}={0,2}[^\n]{0,24}")
_ENCODED_PEM: Final = compile_late(r"LS0tLS1CRUdJTi[0-9A-Za-z+/\r\n\\ \ue001]{40,24000}={0,2}")
_DER: Final = compile_late(
    r"(?:MII[A-K]|MIG[A-Za-z0-9]|MC4CAQAw|MHcCAQEE|MFMCAQEw|MHECAQEw|MHQCAQEE)[0-9A-Za-z+/]{28,}"
)
_DER_MORE: Final = compile_late(r"[\s\"'+,\\nr\ue001]{1,24}(?P<line>[0-9A-Za-z+/]{4,}={0,2})(?=[\"'\s\\,]|$)")
_PUTTY: Final = compile_late(r"Private-Lines: \d+\r?\n(?:[0-9A-Za-z+/=]+\r?\n?){1,60}")
_BLOB: Final = compile_late(
    r"(?<![0-9A-Za-z+/_.\-])(?:eyJ|eyAi|ewog|ewoJ|eyci|W3s)[0-9A-Za-z+/_\-]{16,20000}={0,2}(?![0-9A-Za-z+/_\-.])"
)
_SECRET_IN_JSON: Final = compile_late(
    rb"(?i)[\"'][a-z_\-]{0,24}(?:passw(?:or)?d|passwd|secret|token|api_?key|private_?key|credential|auth)[a-z_\-]{0,12}\\?[\"']\s*:\s*[\"'{\[]"
)
_JWK_FIELD: Final = compile_late(
    r"[\"'](?:d|p|q|dp|dq|qi|k)[\"'][ \t\n]{0,8}:[ \t\n]{0,8}[\"'](?P<value>[0-9A-Za-z_\-]{16,1400})[\"']"
)


def find_key_blocks(context: Context) -> Iterable[Candidate]:
    """A private key from its BEGIN to its END line, with whatever prefix on the lines between."""
    text = context.text
    if "BEGIN" not in text:
        return
    done = 0
    for begin in _BEGIN.finditer(text):
        if begin.start() < done:
            continue
        end = _block_end(text, begin.end())
        body = text[begin.end() : end]
        if "..." in body or not _BODY.search(body) or _WORDS_IN_BODY.search(body):
            continue
        done = end
        yield propose(context, "SECRET", begin.start(), end, "secret.private_key", validated=True)


def _block_end(text: str, start: int) -> int:
    limit = min(len(text), start + _LONGEST_BLOCK)
    closing = _END.search(text, start, limit)
    reopening = _BEGIN.search(text, start, closing.start() if closing else limit)
    if closing and not reopening:
        return closing.end()
    # Cut short: as many lines as look like key material.
    limit = reopening.start() if reopening else limit
    position = end = start
    while position < limit:
        line_end = text.find("\n", position, limit)
        line_end = limit if line_end < 0 else line_end
        if _BODY_LINE.match(text, position, line_end):
            end = line_end
        elif text[position:line_end].strip():
            break
        position = line_end + 1
    if end == start and (rest := _BODY.search(text, start, min(limit, start + 40))):
        end = rest.end()
    return end


def _is_private_der(encoded: str) -> bool:
    """True for PKCS #1, PKCS #8 and SEC 1 private keys: a sequence that begins with version 0 or 1."""
    try:
        raw = base64.b64decode(encoded[:32])
    except (binascii.Error, ValueError):
        return False
    if len(raw) < 12 or raw[0] != 0x30:
        return False
    at = 2 + (raw[1] & 0x7F if raw[1] & 0x80 else 0)
    return raw[at : at + 3] in (b"\x02\x01\x00", b"\x02\x01\x01")


def find_encoded_keys(context: Context) -> Iterable[Candidate]:
    """Private keys without their BEGIN line: base64 of the PEM text, or the bare DER body over lines."""
    text = context.text
    for match in _ENCODED_PEM.finditer(text) if "LS0tLS1CRUdJTi" in text else ():
        compact = re.sub(r"[^0-9A-Za-z+/]", "", match.group().split("=")[0])
        decoded = base64.b64decode(compact[: len(compact) // 4 * 4])
        if b"PRIVATE KEY" in decoded or b"SECRET KEY" in decoded:
            yield propose(context, "SECRET", match.start(), match.end(), "secret.encoded_key", validated=True)
    if "MI" in text or "MC4" in text or "MH" in text or "MFM" in text:
        done = 0
        for match in match_at_anchors(
            text, ("MII", "MIG", "MC4CAQAw", "MHcCAQEE", "MFMCAQEw", "MHECAQEw", "MHQCAQEE"), _DER
        ):
            if match.start() < done or (match.start() and is_word_char(text[match.start() - 1])):
                continue
            if not _is_private_der(match.group()):
                continue
            end = match.end()
            while end < len(text) and text[end] == "=":
                end += 1
            while (
                (more := _DER_MORE.match(text, end)) and len(more["line"]) >= 4 and end - match.start() < 8000
            ):
                end = more.end("line")
                if more["line"].endswith("="):
                    break
            done = end
            yield propose(context, "SECRET", match.start(), end, "secret.der_key", validated=True)
    if "Private-Lines" in text:
        for match in _PUTTY.finditer(text):
            yield propose(context, "SECRET", match.start(), match.end(), "secret.putty_key", validated=True)


def find_encoded_json(context: Context) -> Iterable[Candidate]:
    """Base64 text that decodes to JSON with a password, token or key in it."""
    text = context.text
    for match in match_at_anchors(text, ("eyJ", "eyAi", "ewog", "ewoJ", "eyci", "W3s"), _BLOB, apart=False):
        compact = match.group().rstrip("=").translate({45: 43, 95: 47})
        try:
            decoded = base64.b64decode(compact + "=" * (-len(compact) % 4))
        except (binascii.Error, ValueError):
            continue
        if _SECRET_IN_JSON.search(decoded):
            yield propose(
                context, "SECRET", match.start(), match.end(), "secret.encoded_json", validated=True
            )


def find_web_keys(context: Context) -> Iterable[Candidate]:
    """The private members of a JSON web key."""
    text = context.text
    if '"kty"' not in text and "'kty'" not in text:
        return
    for match in _JWK_FIELD.finditer(text):
        around = text[max(0, match.start() - 2500) : match.end() + 2500]
        if "kty" in around:
            yield propose(context, "SECRET", *match.span("value"), "secret.web_key", validated=True)


RULES: dict[str, Rule] = {
    "secret.key_block": Rule(find_key_blocks, words=("BEGIN",)),
    "secret.encoded_key": Rule(
        find_encoded_keys,
        words=(
            "LS0tLS1CRUdJTi",
            "MII",
            "MIG",
            "MC4CAQAw",
            "MHcCAQEE",
            "MFMCAQEw",
            "MHECAQEw",
            "MHQCAQEE",
            "Private-Lines",
        ),
    ),
    "secret.encoded_json": Rule(find_encoded_json, (r"(?:eyj|eyai|ewog|ewoj|eyci|w3s)[0-9a-z+/_\-]{16}",)),
    "secret.web_key": Rule(find_web_keys, ("[\"']kty[\"']",)),
}

_BLOCK: Final = (
    "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfa\n"
    "-----END PRIVATE KEY-----"
)

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.key_block": (
        Example(f"k:\n{_BLOCK}\nend", (_BLOCK,)),
        Example('header="-----BEGIN EMPTY PRIVATE KEY-----"\nfooter="-----END EMPTY PRIVATE KEY-----"'),
        Example("-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----"),
    ),
    "secret.encoded_key": (
        Example("MC4CAQAwBQYDK2VwBCIEIFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfa",
                ("MC4CAQAwBQYDK2VwBCIEIFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfa",)),
        Example("MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"),
    ),
    "secret.encoded_json": (
        Example("auth: eyJ1c2VyIjoia2ltIiwicGFzc3dvcmQiOiJGQUtFIn0=",
                ("eyJ1c2VyIjoia2ltIiwicGFzc3dvcmQiOiJGQUtFIn0=",)),
        Example("cfg: eyJjb2xvciI6ImdyZWVuIiwic2l6ZSI6NDJ9"),
    ),
    "secret.web_key": (
        Example('{"kty":"oct","k":"RkFLRWZha2VGQUtFZmFrZQ"}', ("RkFLRWZha2VGQUtFZmFrZQ",)),
        Example('{"k":"RkFLRWZha2VGQUtFZmFrZQ"}'),
    ),
}  # fmt: skip
