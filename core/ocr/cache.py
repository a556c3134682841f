"""Readings kept on disk so that only who has the picture can read them (DESIGN 3).

Name and key of an entry are derived (HKDF-SHA256) from the picture's own pixels and the reader: the folder
tells nothing about the pictures, and an entry opens only for someone who holds the very picture.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shotveil.core.ocr.block_codec import blocks_from_plain, plain_blocks
from shotveil.core.outputs import write_atomically
from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SUFFIX = ".reading"
_FORMAT = b"shotveil reading 1"
_NONCE_BYTES = 12
_UNSEEN = frozenset({"threads"})
"""Settings that do not change what is read."""


class SealedCache:
    """Sealed readings in one folder, a file of mode 0600 each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, rgb: Pixels, info: ReaderInfo) -> tuple[Block, ...] | None:
        """The reading of a picture by a reader; None when absent or damaged (it is then read again)."""
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        name, key = _name_and_key(rgb, info)
        try:
            sealed = (self._folder / name).read_bytes()
        except OSError:
            return None
        try:
            plain = AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _FORMAT)
            return blocks_from_plain(json.loads(zlib.decompress(plain)))
        except (InvalidTag, ValueError, KeyError, TypeError, zlib.error):
            return None

    def store(self, rgb: Pixels, info: ReaderInfo, blocks: Sequence[Block]) -> None:
        """Keep a reading. One without any text is not kept: it may be an engine's failure.

        Raises:
            InputProblem: ``output.write`` when the folder refuses.
        """
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if not any(block.text.strip() for block in blocks):
            return
        name, key = _name_and_key(rgb, info)
        plain = zlib.compress(json.dumps(plain_blocks(blocks), ensure_ascii=False).encode())
        nonce = os.urandom(_NONCE_BYTES)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sealed = nonce + AESGCM(key).encrypt(nonce, plain, _FORMAT)
        write_atomically(self._folder / name, sealed, private=True)

    def clear(self) -> int:
        """Delete every entry; how many there were. Other files in the folder stay."""
        entries = sorted(self._folder.glob(f"*{_SUFFIX}")) if self._folder.is_dir() else []
        for entry in entries:
            entry.unlink(missing_ok=True)
        return len(entries)


def _name_and_key(rgb: Pixels, info: ReaderInfo) -> tuple[str, bytes]:
    import numpy as np
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    height, width = rgb.shape[:2]
    secret = hashlib.sha256(np.ascontiguousarray(rgb).tobytes()).digest()
    settings = sorted((key, repr(value)) for key, value in info.settings.items() if key not in _UNSEEN)
    about = json.dumps([width, height, info.name, info.version, info.model, settings]).encode()
    derived = HKDF(SHA256(), 64, salt=_FORMAT, info=about).derive(secret)
    return derived[:24].hex() + _SUFFIX, derived[32:]
