"""All rules of SECRET: by shape, by field, on command lines and in headers, key material (DESIGN 5)."""

from __future__ import annotations

from shotveil.core.clues.context import Example, Rule
from shotveil.core.clues.secrets import commands as secret_commands
from shotveil.core.clues.secrets import cookies as secret_cookies
from shotveil.core.clues.secrets import fields as secret_fields
from shotveil.core.clues.secrets import keys as secret_keys
from shotveil.core.clues.secrets import notes as secret_notes
from shotveil.core.clues.secrets import pairs as secret_pairs
from shotveil.core.clues.secrets import shapes as secret_shapes

_PARTS = (
    secret_shapes,
    secret_keys,
    secret_fields,
    secret_pairs,
    secret_notes,
    secret_commands,
    secret_cookies,
)

RULES: dict[str, Rule] = {name: rule for part in _PARTS for name, rule in part.RULES.items()}
EXAMPLES: dict[str, tuple[Example, ...]] = {
    name: samples for part in _PARTS for name, samples in part.EXAMPLES.items()
}
