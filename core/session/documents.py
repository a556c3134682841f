"""A session as one JSON document, and the care of session files: import, rekey, delete (DESIGN 2)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from shotveil.core.binding.roots import Root, available_levels, project_address, stored_value
from shotveil.core.errors import InputProblem, UsageProblem
from shotveil.core.labels import LABEL_SET, LEVELS
from shotveil.core.records import AddressRecord, Component, Record, ScalarRecord
from shotveil.core.session.journal import Journal
from shotveil.core.session.lines import read_record, write_record, write_root, write_secret
from shotveil.core.session.releases import UNCHANGED, read_release
from shotveil.core.session.seal import make_seal
from shotveil.core.session.store import Session

SCHEMA: Final = "shotveil.session-document/1"
_DEFAULT_NAME: Final = "S"
_LEVEL_KEY: Final = {
    "COUNTRY": "country",
    "PROV": "province",
    "CITY": "city",
    "DIST": "district",
    "ROAD": "road",
    "DTL": "detail",
}


def export_session(session: Session) -> dict[str, Any]:
    """Every root of a session with what its references return, and its journal beside them. Private."""
    return {
        "schema": SCHEMA,
        "next": session.next_number,
        "S": [_describe(root) for root in session.roots.values()],
        "journal": {"lines": list(session.state_lines())},
    }


def _describe(root: Root) -> dict[str, Any]:
    entry: dict[str, Any] = {"root": root.number, "type": root.type, "issued_turn": root.turn}
    value = stored_value(root)
    if value is None:
        return {**entry, "value": None, "digest": root.digest, "length": root.length}
    entry["value"] = value
    if isinstance(root.record, AddressRecord):
        levels = available_levels(root.record)
        entry["projections"] = {level: project_address(root.record, [level]) for level in levels}
    return {**entry, "surfaces": list(root.surfaces), "record": write_record(root.record)}


def import_document(
    document: Mapping[str, Any] | bytes,
    path: Path,
    *,
    key: bytes | None = None,
    passphrase: str | None = None,
    name: str = "",
) -> int:
    """Make a new session file from a document.

    Args:
        document: ``{"S": [{"root", "type", "issued_turn", "value", "projections"?, …}, …]}``; a document may
            hold several sessions under several names. Bytes are read as JSON. An export holds its ``journal``
            besides: with it the exact way back of what was released goes along.
        path: the session file, which must not exist.
        key: content of a key file to encrypt with.
        passphrase: instead of a key file.
        name: which session of the document; "S" or the only one by default.

    Returns:
        How many roots were written.

    Raises:
        InputProblem: the document is not of this form, or the file exists.
    """
    if isinstance(document, bytes):
        document = _load(document)
    entries = _pick_session(document, name)
    roots = [_read_entry(entry, at) for at, entry in enumerate(entries)]
    others = _read_journal(document, {root.number for root in roots})
    if len({root.number for root in roots}) != len(roots):
        raise InputProblem("document.invalid", "two roots of the document have the same number")
    if path.exists() and path.stat().st_size:
        raise InputProblem("session.exists", f"{path} exists", "import into a new file")
    journal = Journal(path, key, passphrase, create=True)
    try:
        with journal.locked():
            journal.read_new()
            journal.start({})
            last = max((root.number for root in roots), default=0)
            lines = [
                _root_line(root, sealed=journal.seal is not None) for root in sorted(roots, key=_by_number)
            ]
            passed = max(last, int(document.get("next", 1)) - 1)
            if journal.seal is None:
                others = _strip_secrets([*map(write_root, roots), *others])[len(roots) :]
            journal.append([*lines, {"kind": "passed", "n": passed}, *others])
    finally:
        journal.close()
    return len(roots)


def _load(data: bytes) -> dict[str, Any]:
    from orjson import JSONDecodeError, loads

    try:
        document = loads(data)
    except JSONDecodeError as error:
        raise InputProblem("document.invalid", "the document is not JSON") from error
    if not isinstance(document, dict):
        raise InputProblem("document.invalid", "the document is not a JSON object")
    return document


def _by_number(root: Root) -> int:
    return root.number


def _root_line(root: Root, *, sealed: bool) -> Mapping[str, Any]:
    if root.type == "SECRET" and (root.digest or not sealed):
        return write_secret(root, root.digest, root.length)
    return write_root(root)


def _pick_session(document: Mapping[str, Any], name: str) -> Sequence[Mapping[str, Any]]:
    sessions = {key: value for key, value in document.items() if isinstance(value, list)}
    chosen = name or (_DEFAULT_NAME if _DEFAULT_NAME in sessions else next(iter(sessions), ""))
    if chosen not in sessions:
        raise InputProblem(
            "document.invalid", "the document holds no such session", "a list of roots under a name"
        )
    return sessions[chosen]


def _read_journal(document: Mapping[str, Any], numbers: Collection[int]) -> list[dict[str, Any]]:
    """The lines of an export beside its roots; each is tried as a session would read it."""
    try:
        lines = [dict(line) for line in document.get("journal", {}).get("lines", ())]
        for line in lines:
            _CHECKS[line["kind"]](line)
            if line["kind"] == "bound" and not set(numbers).issuperset(line["roots"]):
                raise ValueError
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputProblem("document.invalid", "the journal of the document cannot be read") from error
    return lines


def _check_places(line: Mapping[str, Any]) -> None:
    str.isalnum(line["sha256"])
    for start, end, raw in line["places"]:
        if not 0 <= int(start) <= int(end) or not (raw is None or isinstance(raw, str)):
            raise ValueError


def _check_release(line: Mapping[str, Any]) -> None:
    released = read_release(line)
    blocks, least = released.blocks, UNCHANGED if released.packed else 0
    told = [line["sha256"], released.name, released.at]
    told += [text for block in blocks for text in (block.encoding, block.name)]
    if not all(isinstance(value, str) for value in told):
        raise ValueError
    if not all(isinstance(block.size, int) and block.size >= 0 for block in blocks):
        raise ValueError
    if not all(isinstance(block.copy, int) and block.copy >= least for block in blocks):
        raise ValueError


def _check_facts(line: Mapping[str, Any]) -> None:
    if not all(isinstance(value, str) for value in line.values()) or not line["name"]:
        raise ValueError


_CHECKS: Final[Mapping[str, Callable[[Mapping[str, Any]], object]]] = {
    "salt": lambda line: bytes.fromhex(line["value"]),
    "reserved": lambda line: [int(number) for number in line["numbers"]],
    "bound": lambda line: [int(number) for number in line["roots"]],
    "places": _check_places,
    "released": _check_release,
    "file": _check_facts,
}


def _read_entry(entry: Mapping[str, Any], at: int) -> Root:
    try:
        number, type = int(entry["root"]), str(entry["type"])
        if type not in LABEL_SET or not 0 < number < 1_000_000_000:
            raise ValueError
        turn = int(entry.get("issued_turn", 1))
        if entry.get("value") is None:
            length = int(entry.get("length", 0))
            return Root(number, type, ScalarRecord("", ""), (), turn, str(entry.get("digest") or "-"), length)
        value = str(entry["value"])
        surfaces = tuple(map(str, entry.get("surfaces", ()))) or (value,)
        record = (
            read_record(type, entry["record"])
            if "record" in entry
            else _make_record(type, value, entry.get("projections", {}))
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise InputProblem(
            "document.invalid", f"root number {at + 1} of the document cannot be read"
        ) from error
    return Root(number, type, record, surfaces, turn)


def _make_record(type: str, value: str, projections: Mapping[str, str]) -> Record:
    """A record from a bare value; an address that does not parse to its projections is made of them."""
    if type == "NAME":
        from shotveil.core.parse.name import parse_name
        from shotveil.core.records import NameRecord

        return parse_name(value) or NameRecord(value)
    if type == "ORG":
        from shotveil.core.records import OrgRecord

        return OrgRecord(value)
    if type == "ADDR":
        return _make_address(value, projections)
    from shotveil.core.normalize import canonical

    return ScalarRecord(value, canonical(type, value))


def _make_address(value: str, projections: Mapping[str, str]) -> AddressRecord:
    from shotveil.core.parse.address import parse_address

    if any(level not in LEVELS for level in projections):
        raise ValueError
    parsed = parse_address(value)
    if parsed is not None:
        held = available_levels(parsed)
        told = {level: project_address(parsed, [level]) for level in held}
        if not projections or told == dict(projections):
            return parsed
    components = tuple(Component(_LEVEL_KEY[level], str(text)) for level, text in projections.items())
    return AddressRecord(value, components, "en" if value.isascii() else "zh")


def rekey(
    path: Path,
    *,
    key: bytes | None = None,
    passphrase: str | None = None,
    new_key: bytes | None = None,
    new_passphrase: str | None = None,
) -> None:
    """Encrypt a session file anew, for the first time, or (no new key) no more.

    Numbers, places and order stay. A session that becomes plain loses the values of its secrets.
    """
    journal = Journal(path, key, passphrase, create=False)
    try:
        with journal.locked():
            lines = journal.read_new()[1:]
            if new_key is None and not new_passphrase:
                lines = _strip_secrets(lines)
                journal.unseal()
                journal.rewrite(lines)
            else:
                journal.rewrite(lines, make_seal(new_key, new_passphrase))
    finally:
        journal.close()


def _strip_secrets(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines without the values of secrets, and without slices that hold one."""
    secrets = {
        surface
        for line in lines
        if line.get("type") == "SECRET"
        for surface in line.get("surfaces", ())
        if surface
    }
    kept: list[dict[str, Any]] = []
    for line in lines:
        if line.get("type") == "SECRET" and "record" in line:
            kept.append({"kind": "root", "n": line["n"], "type": "SECRET", "turn": line["turn"]})
        elif line.get("kind") == "places" and secrets:
            rows = [[s, e, None if s == e or _holds(raw, secrets) else raw] for s, e, raw in line["places"]]
            kept.append({**line, "places": rows})
        else:
            kept.append(line)
    return kept


def _holds(raw: str | None, secrets: set[str]) -> bool:
    return raw is not None and any(secret in raw for secret in secrets)


def delete(path: Path) -> None:
    """Delete a session file: its content first, then the name.

    Raises:
        InputProblem: there is none, or it is not ours.
    """
    if not path.exists():
        raise InputProblem("session.missing", f"{path}: no such session file")
    if path.is_dir():
        raise InputProblem("session.folder", f"{path} is a folder, not a session file")
    with path.open("rb") as file:
        if b'"shotveil.session/' not in file.read(200):
            raise InputProblem("session.foreign", f"{path} is not a session file of shotveil")
    try:
        with path.open("r+b") as file:
            file.truncate(0)
        path.unlink()
    except OSError as error:
        raise UsageProblem("session.permission", f"{path} cannot be deleted") from error
