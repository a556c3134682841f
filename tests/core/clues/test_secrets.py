"""Secrets by the name and place of their field, in the notations of many languages and tools."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from shotveil.core.clues.secrets.values import is_passphrase
from shotveil.core.detect import Detector
from shotveil.core.records import View

FOUND = [
    ("python", 'db_password = "tr0ub4dor"', ["tr0ub4dor"]),
    ("python, annotated", 'PASSWORD: str = "Xk29sLq"', ["Xk29sLq"]),
    ("python, argument", 'connect(host="h", password="Xk29sLq", port=5)', ["Xk29sLq"]),
    ("python, header", 'h = {"X-Api-Key": "a81bc81b-dead-4e5d-abff-90865d1e13b1"}', ["a81bc81b-dead-4e5d-abff-90865d1e13b1"]),
    ("javascript", "const apiKey = `sKq9Zt72LmPwX`;", ["sKq9Zt72LmPwX"]),
    ("java", 'private static final String SECRET_KEY = "q8Zw!k29Ls";', ["q8Zw!k29Ls"]),
    ("java, setter", 'conn.setPassword("q8Zwk29Ls");', ["q8Zwk29Ls"]),
    ("java, map", 'props.put("password", "q8Zwk29Ls");', ["q8Zwk29Ls"]),
    ("kotlin", 'val password: String = "q8Zwk29Ls"', ["q8Zwk29Ls"]),
    ("go", 'secretKey := []byte("q8Zwk29LsRt")', ["q8Zwk29LsRt"]),
    ("c, macro", '#define PASSWORD "q8Zwk29Ls"', ["q8Zwk29Ls"]),
    ("c, array", "byte[] key = new byte[] { 0x12, 0x33, 0x41, 0x98, 0x12, 0x76, 0x55, 0x10 };",
     ["0x12, 0x33, 0x41, 0x98, 0x12, 0x76, 0x55, 0x10"]),
    ("c#, setting", '<add key="DbPassword" value="q8Zwk29Ls" />', ["q8Zwk29Ls"]),
    ("ruby", ":password => 'q8Zwk29Ls',", ["q8Zwk29Ls"]),
    ("php", "$db['default']['password'] = 'q8Zwk29Ls';", ["q8Zwk29Ls"]),
    ("xml", "<password>q8Zwk29Ls</password>", ["q8Zwk29Ls"]),
    ("xml, entry", '<entry key="password">q8Zwk29Ls</entry>', ["q8Zwk29Ls"]),
    ("html", "<td>Password:</td><td>q8Zwk29Ls</td>", ["q8Zwk29Ls"]),
    ("yaml", "password: q8Zwk29Ls  # prod", ["q8Zwk29Ls"]),
    ("yaml, word", "  password: hunter", ["hunter"]),
    ("yaml, block", "secret: |\n  q8Zwk29LsRt5t\n", ["q8Zwk29LsRt5t"]),
    ("properties", "db.password = letmein", ["letmein"]),
    ("env", "SECRET_KEY_BASE=fbf63c6adba57ff2a18d83d55deff3db5e89b043", ["fbf63c6adba57ff2a18d83d55deff3db5e89b043"]),
    ("env, signs", "DB_PASS=hW#!$QrbNk4$Zpt", ["hW#!$QrbNk4$Zpt"]),
    ("json, escaped", '{\\"token\\":\\"q8Zwk29LsRt\\"}', ["q8Zwk29LsRt"]),
    ("sql", "ALTER USER kim WITH PASSWORD 'q8Zwk29Ls';", ["q8Zwk29Ls"]),
    ("shell", "sshpass -p q8Zwk29Ls ssh kim@h", ["q8Zwk29Ls"]),
    ("powershell", '$p = ConvertTo-SecureString "q8Zwk29Ls" -AsPlainText -Force', ["q8Zwk29Ls"]),
    ("patch", "-  password: q8Zwk29Ls\n+  password: z8Zwk29Lt", ["q8Zwk29Ls", "z8Zwk29Lt"]),
    ("markdown", "The password is **q8Zwk29Ls**.", ["q8Zwk29Ls"]),
    ("markdown, table", "| password | q8Zwk29Ls |", ["q8Zwk29Ls"]),
    ("chat", "Temp password is Kite!2024x, change it", ["Kite!2024x"]),
    ("chinese", "登录密码：Qm7@kd92，请尽快修改", ["Qm7@kd92"]),
]  # fmt: skip

KEPT = [
    "connect(password=password, user=u)",
    'passwd = input("Password: ")',
    'token = os.environ.get("API_TOKEN")',
    'api_key = f"{prefix}-{x}"',
    'raise ValueError("password must be at least 8 characters")',
    "logging.info('token: %s', token)",
    "def get_token(self, token: str = None) -> str:",
    "  token: process.env.TOKEN,",
    "interface A { password: string; token?: string }",
    "String password = user.getPassword();",
    "'password' => env('DB_PASSWORD', ''),",
    '<input type="password" name="password" placeholder="Password">',
    "password:\n  secretKeyRef: foo",
    "password VARCHAR(255) NOT NULL",
    'echo "token: $TOKEN"',
    "Forgot password? Enter your password. Password: ••••••••",
    "Change password\nNew password\nConfirm password",
    "key: ctrl+shift+p, press any key: continue",
    '"token_type":"Bearer","expires_in":3600,"scope":"read"',
    '"cache_key":"user:42:profile","sort_key":"2024-01-01"',
    'total_tokens: 1234, "prompt_tokens": 12345678',
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFAKEfakeFAKEfakeFAKE",
    "api: https://api.example.com/v1; api_version: 2023-10-16",
    "sha256: fbf63c6adba57ff2a18d83d55deff3db5e89b043",
    "MYSQL_ALLOW_EMPTY_PASSWORD=yes",
    "my $pass = $self->is_passing(); $PASSWORD = $Tool::Config->{password};",
    '"dependencies": {"minipass": "^7.1.2", "@scope/fs-minipass": "~3.0.0"}',
    "const fs_minipass_1 = require('@scope/fs-minipass');",
    "#define SECURITY_SET_PASSWORD 0xBA\n#define X_STENCIL_PASS_DEPTH_PASS 0x0B96",
    "#define tool_aes128_set_key lib_tool_aes128_set_key",
    "def read(self, token: JWTAccessTokenClaims, key: SSHPrivateKeyTypes | None):",
    "password1, password2 = form.clean('password1', 'password2')\nif password1 != password2:",
    '@sensitive_variables("password", "credit_card")',
    "const p = Buffer.from(password, 'base64').toString('utf8')",
    "exports.ER_MUST_CHANGE_PASSWORD = 1820; exports.ER_NOT_VALID_PASSWORD = 1819;",
    'authorization: "https://login.example.com/authorize?scope=identity",',
    "token = b64encode(userpass).decode()",
    "password = await prompt.password('       Again:     ')",
    "longopt_pat = r'[a-zA-Z](?:[a-zA-Z0-9-]*)'",
    "See https://docs.example.org/en/latest/reference.html#initialization-hooks",
    'the address identified by "code" is kept; run the default password hasher once',
    "// -debug-pass=Executions or higher\nPass = MyOptimizerPass::Pass1",
    "def load(self) -> jwk.Key:\n    auth_key = jwk.KeySet\n    token = lib2.Token",
    "ENV GPG_KEY=7169605F62C751356D054A26A821E680E5FA6305\nupdate_password: on_create",
    "attributes['password'] = 'VALUE_IS_NOT_LOGGED_HERE'",
    '"integrity": "sha512-oRZiYfY0Gm5+7H8A0bXr+J9tQe1mYw0K0tP1vB8v1YbC8i3rYxJmZ3b1bE9l0k6tQ4W8mM1h1C2n0a5u7b9c3w=="',
    "SLACK=xoxb-your-token-here, export T=glpat-replace-me-with-yours",
    'hotkey = "ctrl+shift+p", tests pass = 97.5%, keys: cmd-k',
    '"apiKey": "API-Schlüssel", "token": "Clé d’accès", "secret": "Geheimer Schlüssel"',
    "passwd:x:0:0:root:/root:/bin/bash",
    "The secret: never give up. Key: value pairs. Pass: 12 Fail: 3",
]


def _secrets(text: str) -> list[str]:
    view = View("v", "s", 0, "text", "t", text=text)
    return [o.text for o in Detector().detect([view])[0].occurrences if o.type == "SECRET"]


@pytest.mark.parametrize(("text", "values"), [case[1:] for case in FOUND], ids=[case[0] for case in FOUND])
def test_value_of_a_secret_field_is_found(text: str, values: list[str]) -> None:
    assert _secrets(text) == values


@pytest.mark.parametrize("text", KEPT)
def test_code_and_words_are_no_secret(text: str) -> None:
    assert _secrets(text) == []


def test_fields_of_a_document() -> None:
    """The value of a JSON field is judged by its name; the scheme of a header stays."""
    views = [
        View("a", "s", 0, "text", "t", text="Bearer k9Xw2Lm4Qp7RtZ", field=("headers", "authorization")),
        View("b", "s", 0, "text", "t", text="hunter2FAKE", field=("err", "password")),
        View("c", "s", 0, "text", "t", text="forgotten", field=("password_state",)),
        View("d", "s", 0, "text", "t", text="", field=("token",)),
    ]
    found = [[o.text for o in view.occurrences if o.type == "SECRET"] for view in Detector().detect(views)]
    assert found == [["k9Xw2Lm4Qp7RtZ"], ["hunter2FAKE"], [], []]


def test_key_block_goes_whole_with_its_prefixes() -> None:
    body = "MC4CAQAwBQYDK2VwBCIEIFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfa"
    lines = ["-----BEGIN PRIVATE KEY-----", body, "-----END PRIVATE KEY-----"]
    text = "start\n" + "\n".join(f"2024-05-01 12:00:00 {line}" for line in lines) + "\nend"
    found = _secrets(text)
    assert len(found) == 1
    assert found[0].startswith(lines[0])
    assert found[0].endswith(lines[2])


def test_shapes_are_bounded_and_named_once() -> None:
    """Each shape of the lexicon has an end, so that one hostile line cannot make it run away."""
    names = []
    lines = files("shotveil.core.lexicons").joinpath("secret_shapes.tsv").read_text("utf-8").splitlines()
    for line in lines:
        if line.startswith("#"):
            continue
        name, anchors, before, pattern = line.split("\t")
        names.append(name)
        assert anchors, name
        assert 0 <= int(before) <= 90, name
        bare = re.sub(r"\[(?:\\.|[^\]])*\]|\\.", "c", pattern)
        assert not re.search(r"[*+]", bare.replace("?P<", "").replace("[", "")) or name == "sentry.dsn", name
    assert len(names) == len(set(names))


SESSION = "9a8b7c6d5e4f3a2b1c0d"


@pytest.mark.parametrize(
    ("field", "text", "found"),
    [
        (("headers", "Cookie"), f"theme=dark; session={SESSION}; x=1", [SESSION]),
        (("headers", "set-cookie"), f"PHPSESSID={SESSION}; Path=/; Domain=a1.example.com", [SESSION]),
        (("cookies", "laravel_session"), SESSION, [SESSION]),
        (("cookies", "theme"), "dark", []),
        (("cookies", "domain"), "shop7b2.example.com", []),
        (("request", "session_id"), SESSION, []),
    ],
)
def test_cookies_in_fields_of_documents(field: tuple[str, ...], text: str, found: list[str]) -> None:
    view = View("v", "s", 0, "text", "t.har", text=text, field=field)
    occurrences = Detector().detect([view])[0].occurrences
    assert [one.text for one in occurrences if one.type == "SECRET"] == found


@pytest.mark.parametrize(
    ("value", "is_one"),
    [
        ("correct horse battery staple", True),
        ("correct horse Marisol battery", True),
        ("my dog Marisol Tennant 4ever!", True),
        ("we 2love the Pier9 cafe", True),
        ("Change Login Password", False),
        ("Password must have 8 characters", False),
        ("your password1 has expired on login", False),
        ("two words9", False),
    ],
)
def test_a_phrase_is_a_password_where_it_states_nothing(value: str, is_one: bool) -> None:
    assert is_passphrase(value) == is_one
