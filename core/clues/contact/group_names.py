"""Members in the name of a group that a chat program made of their accounts (``mpdm-quill--jane.d-1``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.contact.users import is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_GROUP: Final = compile_late(
    r"(?<![a-z0-9_.\-])mpdm-(?P<members>[a-z0-9._\-]{3,300})-[0-9]{1,4}(?![a-z0-9_\-])"
)


def find_group_members(context: Context) -> Iterable[Candidate]:
    """Each account of such a name, common words too."""
    for group in context.scan(_GROUP):
        start, names = group.start("members"), group["members"].split("--")
        for name in names if len(names) > 1 else ():
            if name and not is_shared_account(name):
                yield propose(context, "USER", start, start + len(name), "user.group_member", tier="hard")
            start += len(name) + 2


RULES: Final[dict[str, Rule]] = {"user.group_member": Rule(find_group_members, words=("mpdm-",))}

EXAMPLES: Final[dict[str, tuple[Example, ...]]] = {
    "user.group_member": (
        Example('"name": "mpdm-smith--jane.d--marlow-quill-1"', ("smith", "jane.d", "marlow-quill")),
        Example("mpdm-1, the mpdm-smith branch, ampdm-one--two-1", ()),
    )
}
