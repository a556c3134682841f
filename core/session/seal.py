"""Encryption of a journal: each line under a data key, the data key under a key file or a passphrase.

AES-256-GCM throughout. A line is bound to its place in the file, so that lines cannot be swapped or taken
out unseen. ``cryptography`` is imported on use only.
"""

from __future__ import annotations

import base64
import binascii
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from shotveil.core.errors import InputProblem, UsageProblem

_NONCE: Final = 12
_KEY: Final = 32
_SALT: Final = 16
_MIN_KEY_FILE: Final = 16
_SCRYPT: Final = {"n": 1 << 15, "r": 8, "p": 1}
_MAX_SCRYPT_N: Final = 1 << 20
_WRAP: Final = b"shotveil session data key"


@dataclass(frozen=True, slots=True)
class Seal:
    """The data key of one journal, and the header fields from which the same key opens it again."""

    data_key: bytes
    header: Mapping[str, Any]

    def close(self, line: bytes, number: int) -> str:
        """Encrypt the line that will stand at ``number`` (the header is 0)."""
        nonce = os.urandom(_NONCE)
        return _text(nonce + _cipher(self.data_key).encrypt(nonce, line, _place(number)))

    def open(self, sealed: str, number: int) -> bytes:
        """Decrypt line ``number``.

        Raises:
            InputProblem: ``session.damaged`` when the line was changed or moved.
        """
        from cryptography.exceptions import InvalidTag

        try:
            data = base64.b64decode(sealed, validate=True)
            return _cipher(self.data_key).decrypt(data[:_NONCE], data[_NONCE:], _place(number))
        except (InvalidTag, binascii.Error, ValueError) as error:
            raise InputProblem(
                "session.damaged", f"line {number + 1} of the session file was changed"
            ) from error


def make_seal(key: bytes | None, passphrase: str | None) -> Seal:
    """A new data key, wrapped by the content of a key file or by a passphrase."""
    salt = os.urandom(_SALT)
    if key is not None:
        header: dict[str, Any] = {"by": "key file", "salt": _text(salt)}
    else:
        header = {"by": "passphrase", "salt": _text(salt), **_SCRYPT}
    data_key = os.urandom(_KEY)
    nonce = os.urandom(_NONCE)
    wrapping = _wrapping_key(header, key, passphrase)
    header["key"] = _text(nonce + _cipher(wrapping).encrypt(nonce, data_key, _WRAP))
    return Seal(data_key, header)


def open_seal(header: Mapping[str, Any], key: bytes | None, passphrase: str | None) -> Seal:
    """The data key of an existing journal.

    Raises:
        UsageProblem: ``session.locked`` without the kind of key it needs, ``session.wrong_key`` with another.
    """
    from cryptography.exceptions import InvalidTag

    wrapping = _wrapping_key(header, key, passphrase)
    try:
        wrapped = base64.b64decode(header["key"], validate=True)
        data_key = _cipher(wrapping).decrypt(wrapped[:_NONCE], wrapped[_NONCE:], _WRAP)
    except (InvalidTag, binascii.Error, KeyError, ValueError) as error:
        secret = "key" if header.get("by") == "key file" else "passphrase"
        raise UsageProblem("session.wrong_key", f"this {secret} does not open the session file") from error
    return Seal(data_key, header)


def _wrapping_key(header: Mapping[str, Any], key: bytes | None, passphrase: str | None) -> bytes:
    salt = base64.b64decode(header.get("salt", ""))
    if header.get("by") == "key file":
        if key is None:
            raise UsageProblem(
                "session.locked", "the session file is encrypted with a key file", "give --key-file"
            )
        return _derive_from_file(key, salt)
    if not passphrase:
        raise UsageProblem(
            "session.locked", "the session file needs its passphrase", "set SHOTVEIL_PASSPHRASE"
        )
    return _derive_from_passphrase(passphrase, salt, header)


def _derive_from_file(key: bytes, salt: bytes) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    if len(key) < _MIN_KEY_FILE:
        raise UsageProblem("session.weak_key", f"a key file needs at least {_MIN_KEY_FILE} bytes")
    return HKDF(algorithm=SHA256(), length=_KEY, salt=salt, info=_WRAP).derive(key)


def _derive_from_passphrase(passphrase: str, salt: bytes, header: Mapping[str, Any]) -> bytes:
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    n, r, p = (int(header.get(name, 0)) for name in ("n", "r", "p"))
    if not (1 < n <= _MAX_SCRYPT_N and 0 < r <= 32 and 0 < p <= 16):
        raise InputProblem("session.damaged", "the session file asks for an unreasonable key derivation")
    return Scrypt(salt=salt, length=_KEY, n=n, r=r, p=p).derive(passphrase.encode())


@lru_cache(maxsize=4)
def _cipher(key: bytes) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(key)


def _place(number: int) -> bytes:
    return b"shotveil session line %d" % number


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
