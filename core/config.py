"""Settings: flag > environment > ``--config FILE`` > nearest pyproject > default (DESIGN rule 12)."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from shotveil.core.errors import UsageProblem
from shotveil.core.policy import make_policy


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a run can be told, with its defaults.

    ``threads`` 0 means: share the cores among the jobs. ``allow`` and ``deny`` are tables of a
    configuration file (value, type, path, reason), see core/policy.py.
    """

    backend: str = "auto"
    model: str = ""
    also: str = ""
    lang: str = ""
    threads: int = 0
    jobs: int = 1
    cache: str = ""
    policy: str = "balanced"
    repository: str = ""
    tagger: bool = True
    verify: str = "reader"
    mode: str = "full"
    fill: str = "flat"
    font: str = ""
    image_format: str = ""
    session_by: str = ""
    ambiguity: str = "recent"
    lifecycle: str = "full"
    expire_after: int = 0
    key_file: str = ""
    format: str = ""
    max_pixels: int = 0
    max_frames: int = 0
    keep_names: bool = False
    skip_unsupported: bool = False
    exit_zero: bool = False
    allow: tuple[Mapping[str, Any], ...] = ()
    deny: tuple[Mapping[str, Any], ...] = ()


CHOICES: dict[str, tuple[str, ...]] = {
    "policy": ("strict", "balanced", "lenient"),
    "verify": ("pixels", "reader", "full"),
    "mode": ("full", "san"),
    "fill": ("flat", "inpaint", "black"),
    "image_format": ("", "png", "jpeg", "webp", "bmp", "gif", "tiff"),
    "session_by": ("", "folder", "file"),
    "ambiguity": ("recent", "fresh"),
    "lifecycle": ("full", "exact", "turn"),
}
_SAME_CHOICES = {"image_format": {"jpg": "jpeg", "tif": "tiff"}}
"""Other usual names of a choice."""
ENVIRONMENT_PREFIX = "SHOTVEIL_"
_OTHER_VARIABLES = frozenset(
    f"SHOTVEIL_{name}" for name in ("MODELS", "PASSPHRASE", "NEW_PASSPHRASE", "DATA", "SESSION")
)
_KIND_NAMES = {str: "a string", int: "a whole number", bool: "true or false"}
_DEFAULTS = Settings()
_KINDS = {item.name: type(getattr(_DEFAULTS, item.name)) for item in fields(Settings)}


def load_settings(
    flags: Mapping[str, Any],
    *,
    config: Path | None = None,
    cwd: Path,
    environ: Mapping[str, str] | None = None,
) -> Settings:
    """Settings by precedence. Flags that are None count as not given.

    Raises:
        UsageProblem: an unknown key (naming the nearest known one), a wrong type or choice, an unreadable
            configuration file.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    project = _nearest_pyproject(cwd)
    if project is not None:
        values.update(_read_table(project, ("tool", "shotveil")))
    if config is not None:
        values.update(_read_table(config, ()))
    values.update(_read_environment(environ))
    values.update({name: value for name, value in flags.items() if value is not None})
    checked = {name: check_value(name, value) for name, value in values.items()}
    return Settings(**checked)


def configuration_files(config: Path | None, cwd: Path) -> tuple[Path, ...]:
    """The files that ``load_settings`` reads, the one that has the last word at the end."""
    return tuple(path for path in (_nearest_pyproject(cwd), config) if path is not None)


def check_value(name: str, value: Any, origin: str = "") -> Any:
    """A value of the right kind for setting ``name``.

    Raises:
        UsageProblem: unknown name, wrong kind, or not one of the choices.
    """
    where = f"{origin}: " if origin else ""
    kind = _KINDS.get(name)
    if kind is None:
        near = get_close_matches(name, _KINDS, n=1)
        hint = f"did you mean {near[0]}?" if near else "see `shotveil sanitize --help` for the settings"
        raise UsageProblem("config.unknown_key", f"{where}unknown setting {name}", hint)
    if kind is tuple:
        if not isinstance(value, list | tuple) or not all(isinstance(entry, Mapping) for entry in value):
            raise UsageProblem("config.type", f"{where}{name} must be a list of tables")
        return tuple(value)
    if kind is bool and isinstance(value, str):
        value = _boolean(name, value, where)
    if kind is int and isinstance(value, str) and value.lstrip("-").isdigit():
        value = int(value)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise UsageProblem("config.type", f"{where}{name} must be {_KIND_NAMES[kind]}")
    if kind is int and value < 0:
        raise UsageProblem("config.type", f"{where}{name} must not be negative")
    if name == "jobs" and value == 0:
        raise UsageProblem("config.type", f"{where}jobs must be at least 1")
    value = _SAME_CHOICES.get(name, {}).get(value, value)
    choices = CHOICES.get(name)
    if choices and value not in choices:
        shown = ", ".join(choice for choice in choices if choice)
        raise UsageProblem("config.choice", f"{where}{name} must be one of: {shown}")
    return value


def _boolean(name: str, value: str, where: str) -> bool:
    lowered = value.strip().lower()
    if lowered in ("1", "true", "yes", "on"):
        return True
    if lowered in ("0", "false", "no", "off", ""):
        return False
    raise UsageProblem("config.type", f"{where}{name} must be true or false")


def _nearest_pyproject(cwd: Path) -> Path | None:
    for folder in (cwd, *cwd.parents):
        candidate = folder / "pyproject.toml"
        if candidate.is_file():
            return candidate
    return None


def _read_table(path: Path, keys: tuple[str, ...]) -> dict[str, Any]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
        table: Any = tomllib.loads(text)
    except OSError as error:
        raise UsageProblem("config.unreadable", f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageProblem("config.syntax", f"{path}: not a UTF-8 TOML file") from None
    except tomllib.TOMLDecodeError as error:
        # Only the place: the rest of the message may quote the file.
        place = re.search(r"line [0-9]+, column [0-9]+|end of document", str(error))
        where = f" ({place[0]})" if place else ""
        raise UsageProblem("config.syntax", f"{path}: not a UTF-8 TOML file{where}") from None
    if not keys and "shotveil" in table.get("tool", {}):  # a pyproject.toml that was named
        keys = ("tool", "shotveil")
    for key in keys:
        table = table.get(key, {})
    result = {}
    for name, value in table.items():
        name = name.replace("-", "_")
        result[name] = check_value(name, value, str(path))
        if name in ("allow", "deny"):
            _check_entries(path, name, result[name])
    return result


def _check_entries(path: Path, name: str, entries: Any) -> None:
    """Hold that the entries of a list are sound, where the file that they stand in is known."""
    try:
        make_policy(**{name: entries})
    except UsageProblem as problem:
        raise UsageProblem(problem.code, f"{path}: {problem.message}", problem.hint) from None


def _read_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    result = {}
    for variable, value in sorted(environ.items()):
        if variable.startswith(ENVIRONMENT_PREFIX) and variable not in _OTHER_VARIABLES:
            name = variable[len(ENVIRONMENT_PREFIX) :].lower()
            result[name] = check_value(name, value, variable)
    return result
