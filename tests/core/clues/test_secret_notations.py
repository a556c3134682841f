"""Every notation of a field with a made secret, and with what only stands for one."""

from __future__ import annotations

from pathlib import Path

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View

NOTATIONS = {
    "python": '{n} = "{v}"', "dictionary": "    '{n}': '{v}',", "keyword": 'Client(host=h, {n}="{v}", retries=3)',
    "json": '  "{n}": "{v}",', "yaml": "  {n}: {v}", "yaml, quoted": '  {n}: "{v}"', "env": "{n}={v}",
    "export": 'export {n}="{v}"', "properties": "{n} = {v}", "java": 'private static final String {n} = "{v}";',
    "javascript": "const {n} = `{v}`;", "go": '{n} := "{v}"', "php": "'{n}' => '{v}',", "rust": 'let {n}: &str = "{v}";',
    "c": '#define {n} "{v}"', "c++": 'std::string {n}("{v}");', "xml": "<{n}>{v}</{n}>",
    "attribute": '<param name="{n}" value="{v}"/>', "option": "tool --{n}={v} run", "query": "https://x.example/cb?{n}={v}&page=2",
    "markdown": "- **{n}**: `{v}`", "table": "| {n} | {v} |", "log": "2024-05-01 INFO using {n}={v} for login",
    "two fields": '- name: {n}\n  value: "{v}"', "setter": 'cfg.set("{n}", "{v}");', "gradle": '    {n} "{v}"',
    "powershell": '$env:{n} = "{v}"', "escaped": '{{\\"{n}\\":\\"{v}\\"}}', "patch": "+  {n}: {v}",
}  # fmt: skip
SECRETS = {
    "api_key": "k9Xw2Lm4Qp7RtZ5vB3nC", "CLIENT_SECRET": "a81bc81b-dead-4e5d-abff-90865d1e13b1",
    "accessToken": "fbf63c6adba57ff2a18d83d55deff3db", "db_password": "Lantern#93", "MYSQL_ROOT_PASSWORD": "Otter1727",
}  # fmt: skip
STANDINS = (
    "${DB_PASSWORD}", "$DB_PASSWORD", "%DB_PASSWORD%", "{{ vault_db_password }}", "#{ENV[PW]}", "@@DB_PASSWORD@@",
    "!secret db_password", "@Microsoft.KeyVault(SecretUri=https://v.example/x)", "aws-sm://prod/db",
    "ssm:/prod/db/password", "********", "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", "00000000-0000-0000-0000-000000000000",
    "[REDACTED]", "<your-password>", "your_password_here", "YOUR_API_KEY", "changeme", "REPLACE_ME", "api-key-here",
    "test-token", "my_secret_key", "not-a-real-key", "FIXME", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
)  # fmt: skip
EXPRESSIONS = (
    'os.environ["DB_PASSWORD"]', "process.env.API_KEY", 'input("Password: ")', "secrets.token_hex(16)",
    'keyring.get_password("svc", user)', "None", "self.password", 'token ?? defaultToken', "kwargs.pop('password')",
    'flags.String("token", "", "the token")', "KEYS.CTRL", "Optional[str]",
)  # fmt: skip
CODE = ("{n} = {v}", "f(host, {n}={v}, x=1)", "const {n} = {v};", "self.{n} = {v}", "if {n} == {v} {{")


def _secrets(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t", text=text + "\n")
    return [o.text for o in Detector(tagger=False).detect([view])[0].occurrences if o.type == "SECRET"]


@pytest.mark.parametrize("notation", NOTATIONS)
def test_secret_is_found_whole(notation: str) -> None:
    missed = [
        name
        for name, value in SECRETS.items()
        if _secrets(NOTATIONS[notation].format(n=name, v=value)) != [value]
    ]
    assert missed == []


@pytest.mark.parametrize("value", STANDINS)
def test_what_stands_for_a_secret_stays(value: str) -> None:
    texts = [form.format(n=name, v=value) for form in NOTATIONS.values() for name in SECRETS]
    assert [text for text in texts if _secrets(text)] == []


@pytest.mark.parametrize("value", EXPRESSIONS)
def test_code_that_yields_a_secret_stays(value: str) -> None:
    texts = [form.format(n=name, v=value) for form in CODE for name in SECRETS]
    assert [text for text in texts if _secrets(text)] == []


COMMANDS = (Path(__file__).parent / "secret_commands.txt").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", COMMANDS)
def test_argument_of_a_command(line: str) -> None:
    """Each line is a command, a bar, and the secrets that stand in it."""
    command, _, secrets = line.rpartition("|")
    assert sorted(set(_secrets(f"$ {command}"))) == sorted(filter(None, secrets.split(",")))
