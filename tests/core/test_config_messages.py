"""What a wrong configuration file is told: the file, the place, what would be right; never what it holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from shotveil.core.config import load_settings
from shotveil.core.errors import UsageProblem


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('policy = "strict"\njobs = "x\n', "not a UTF-8 TOML file (line 2, column 10)"),
        ("jobs = 2\njobs = 3\n", "(line 2, column "),
        ("[deny\n", "not a UTF-8 TOML file (line 1, column "),
        ('value = """maren.holloway@example.com', "not a UTF-8 TOML file"),
        ('jobs = "many"', "jobs must be a whole number"),
        ("jobs = true", "jobs must be a whole number"),
        ("tagger = 3", "tagger must be true or false"),
        ("font = 3", "font must be a string"),
        ("deny = 3", "deny must be a list of tables"),
    ],
)
def test_the_file_and_the_place_are_told(tmp_path: Path, content: str, told: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(content)
    with pytest.raises(UsageProblem) as caught:
        load_settings({}, config=path, cwd=tmp_path, environ={})
    assert str(path) in caught.value.line()
    assert told in caught.value.line()
    assert "holloway" not in caught.value.line()
