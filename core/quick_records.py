"""Frozen records that are made as quickly as open ones.

A frozen dataclass sets every field through ``object.__setattr__``, which costs five times a plain assignment.
A busy run makes some records by the hundred thousand: their constructors took a tenth of its time.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TypeVar

_Record = TypeVar("_Record")

_change_class = object.__dict__["__class__"].__set__


def made_quickly(record: type[_Record]) -> type[_Record]:
    """Gives a frozen dataclass with slots a quick constructor; all else about it stays.

    While its fields are assigned the record is of a class with the same slots that is not frozen.

    Raises:
        TypeError: the class is no such record, inherits fields, or has fields that its caller may not give.
    """
    own = fields(record)  # type: ignore[arg-type]
    names = tuple(field.name for field in own)
    if tuple(getattr(record, "__slots__", ())) != names or hasattr(record, "__post_init__"):
        raise TypeError(f"{record.__name__} is no plain record with slots")
    if record.__bases__ != (object,) or not all(field.init and not field.kw_only for field in own):
        raise TypeError(f"{record.__name__} has fields that are not given in order")
    known: dict[str, object] = {
        "change_class": _change_class,
        "Open": type(record.__name__, (), {"__slots__": names}),
        "Frozen": record,
        "MISSING": MISSING,
    }
    parameters, lines = ["self"], ["change_class(self, Open)"]
    for field in own:
        parameter, value = field.name, field.name
        if field.default is not MISSING:
            known[f"default_{field.name}"] = field.default
            parameter += f"=default_{field.name}"
        elif field.default_factory is not MISSING:
            known[f"make_{field.name}"] = field.default_factory
            parameter += "=MISSING"
            value = f"make_{field.name}() if {field.name} is MISSING else {field.name}"
        parameters.append(parameter)
        lines.append(f"self.{field.name} = {value}")
    lines.append("self.__class__ = Frozen")
    exec(f"def __init__({', '.join(parameters)}):\n " + "\n ".join(lines), known)
    record.__init__ = known["__init__"]  # type: ignore[misc, assignment]
    return record
