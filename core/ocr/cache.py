"""Readings kept on disk so that only who has the picture can read them (DESIGN 3).

Name and key of an entry are derived (HKDF-SHA256) from the picture itself, its pixels or its file, and the
reader: the folder tells nothing about the pictures, and an entry opens only for someone who holds the very
picture. Traces and manifests name SHA-256 sums of files, so no key comes from such a sum.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shotveil.core.ocr.block_codec import blocks_from_plain, plain_blocks
from shotveil.core.outputs import write_atomically
from shotveil.core.records import Block, ReaderInfo

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

_SUFFIX = ".reading"
_FORMAT = b"shotveil reading 2"
_NONCE_BYTES = 12
_UNSEEN = frozenset({"threads"})
"""Settings that do not change what is read."""


@dataclass(frozen=True, slots=True)
class FileReading:
    """What a picture file of one frame said: upright size (px) and blocks."""

    width: int
    height: int
    blocks: tuple[Block, ...]


class SealedCache:
    """Sealed readings in one folder, a file of mode 0600 each."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, rgb: Pixels, info: ReaderInfo, note: str = "") -> tuple[Block, ...] | None:
        """The reading of a picture by a reader; None when absent or damaged (it is then read again).

        Args:
            rgb: the picture, (H, W, 3).
            info: the reader.
            note: how the picture was shown to it (its scale and the like), "" as it is.
        """
        kept = self._open(_name_and_key(_pixel_secret(rgb), info, note))
        return kept.blocks if kept else None

    def store(self, rgb: Pixels, info: ReaderInfo, blocks: Sequence[Block], note: str = "") -> None:
        """Keep a reading. One without any text is not kept: it may be an engine's failure.

        Raises:
            InputProblem: ``output.write`` when the folder refuses.
        """
        reading = FileReading(rgb.shape[1], rgb.shape[0], tuple(blocks))
        self._seal(_name_and_key(_pixel_secret(rgb), info, note), reading)

    def load_file(self, data: bytes, info: ReaderInfo, note: str) -> FileReading | None:
        """The same by the bytes of a file of one frame, so that it need not be decoded.

        Args:
            data: the whole file.
            info: the reader.
            note: what else the reading hangs on: how files are decoded, which second reader took part.
        """
        return self._open(_name_and_key(_file_secret(data), info, note))

    def store_file(self, data: bytes, info: ReaderInfo, reading: FileReading, note: str) -> None:
        """Keep the reading of a file of one frame; see ``store``."""
        self._seal(_name_and_key(_file_secret(data), info, note), reading)

    def clear(self) -> int:
        """Delete every entry; how many there were. Other files in the folder stay."""
        entries = sorted(self._folder.glob(f"*{_SUFFIX}")) if self._folder.is_dir() else []
        for entry in entries:
            entry.unlink(missing_ok=True)
        return len(entries)

    def _open(self, place: tuple[str, bytes]) -> FileReading | None:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        name, key = place
        try:
            sealed = (self._folder / name).read_bytes()
        except OSError:
            return None
        try:
            plain = AESGCM(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], _FORMAT)
            kept: dict[str, Any] = json.loads(zlib.decompress(plain))
            return FileReading(int(kept["width"]), int(kept["height"]), blocks_from_plain(kept["blocks"]))
        except (InvalidTag, ValueError, KeyError, TypeError, zlib.error):
            return None

    def _seal(self, place: tuple[str, bytes], reading: FileReading) -> None:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        if not any(block.text.strip() for block in reading.blocks):
            return
        name, key = place
        kept = {"width": reading.width, "height": reading.height, "blocks": plain_blocks(reading.blocks)}
        plain = zlib.compress(json.dumps(kept, ensure_ascii=False).encode())
        nonce = os.urandom(_NONCE_BYTES)
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        sealed = nonce + AESGCM(key).encrypt(nonce, plain, _FORMAT)
        write_atomically(self._folder / name, sealed, private=True)


def _pixel_secret(rgb: Pixels) -> bytes:
    import numpy as np

    hashed = hashlib.sha256(b"%d %d " % (rgb.shape[1], rgb.shape[0]))
    hashed.update(np.ascontiguousarray(rgb).data)
    return hashed.digest()


def _file_secret(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=32, person=b"shotveil reading").digest()


def _name_and_key(secret: bytes, info: ReaderInfo, note: str) -> tuple[str, bytes]:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    settings = sorted((key, repr(value)) for key, value in info.settings.items() if key not in _UNSEEN)
    about = json.dumps([info.name, info.version, info.model, settings, note]).encode()
    derived = HKDF(SHA256(), 64, salt=_FORMAT, info=about).derive(secret)
    return derived[:24].hex() + _SUFFIX, derived[32:]
