"""Detection over a session scope: collect what is private, then find every copy of it (DESIGN rule 15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from shotveil.core.config import Settings
from shotveil.core.records import View
