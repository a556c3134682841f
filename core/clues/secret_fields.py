"""Secrets by the name and place of the field that holds them: files, code, documents, queries, markup.

A keyword anchors; around it the name is read, behind it the separator and the value (DESIGN 5).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import ahocorasick_rs

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secret_names import Grade, grade_name
from shotveil.core.clues.secret_values import is_code, is_placeholder, is_sentence, is_strong
from shotveil.core.records import Candidate, Tier
from shotveil.core.stream.model import HARD_BREAK

_KEYWORDS: Final = (
    "pass", "pwd", "pw", "psw", "secret", "token", "key", "cred", "auth", "salt", "nonce", "api",
    "cookie", "psk",
    "jwt", "bearer", "sid", "mnemonic", "webhook", "hook", "pin", "otp", "dsn", "p/w", "signature",
    "sig", "pat",
    "hmac", "pepper", "iv", "connectionstring",
)  # fmt: skip
_ZH_NAME: Final = re.compile(
    r"(?:登[录陆]|初始|默认|支付|交易|查询|取款|临时|新|旧|原|无线|wifi|开机|解压|管理员?|数据库|用户|账[号户]|后台|服务器|root|admin|邮箱|系统)*"
    r"(?:密码|口令|密钥|私钥|令牌|助记词|通行码)(?:[是为改设置成更新填写用：:=＝\"'“「\s]|[（(](?!.{0,12}[)）]不))"
)
_NAME_CHARS: Final = re.compile(r"[0-9A-Za-z_.$\-/]")

_SEPARATOR: Final = re.compile(
    r"(?P<close>\\{0,3}[\"'`*]{0,3}(?:\[\d{0,4}\])?[\])]{0,2}(?:&quot;)?)[ \t\ue001]{0,16}"
    r"(?P<type>:[ \t]{0,3}[&*]?(?:[A-Za-z_][\w.]{0,30}(?:[<\[][\w, .|"
    r"\[\]<>]{0,40}[>\]])?\??)(?:[ \t]\|[ \t][\w.]{1,20})?[ \t]{0,3}(?==(?!=)))?"
    r"(?P<sep>[!=]==?|=>|:=|\?=|\|\|=|\+=|->|<-|~=|[=:：＝]{1,2}|%3[ADad]|&equals;|(?<=[\"'`])[ \t]{0,3},|"
    r",(?=[ \t]?[\"'])|\|(?=[ \t])|"
    r"[ \t\ue001](?:is|was|are|to|为|是)[ \t:：\ue001]|>(?=[^<>\n]{3,}<)|\((?=[\"'`])|"
    r"[\"'](?:[ \t]+type=[\"']\w+[\"'])?[ \t]+value=)"
)
_DEFINED: Final = re.compile(r"(?P<close>)(?P<type>)(?P<sep>[ \t]+)")
_BLANKS: Final = re.compile(r"[ \t\ue001]{0,40}")
_OPENING: Final = re.compile(
    r"(?:(?:new[ \t]+)?(?:[A-Za-z_]{1,20}[.:]{1,2}){0,2}(?:[Ss]tring|str|bytes|bytearray|from|SecretStr|"
    r"Secret|SecureString|b64decode|"
    r"[A-Za-z0-9]*[Dd]ecode|\[\]byte|Some|require|Redacted|wstring|TEXT|_T)\((?=[\"'`]|[a-z]{0,2}[\"']|"
    r"new[ \t])){0,2}(?:\|[ \t]*\n[ \t]*)?"
    r"(?:[bBrRuUfFL@$]{0,2})?(?P<quote>\\{0,3}(?:\"\"\"|'''|[\"'`]|&quot;|\*\*(?=[^\s*])|“|「|‘))"
)
_TAGS: Final = re.compile(r"(?:[ \t]{0,4}</?[a-z][^<>\n]{0,80}>){1,4}(?=[^\s<])")
_BLOCK_SCALAR: Final = re.compile(
    r"[|>][+\-]?\d?[ \t]*\r?\n[ \t]+(?P<value>[^\s\ue000]{6,})[ \t]*(?=\r?\n|\ue000|$)"
)
_ARRAY: Final = re.compile(
    r"(?:new[ \t]+)?(?:byte|char|uint8_t|int|u8|unsigned char)?[ \t]{0,3}"
    r"(?:\[[ \t]?\d*\][ \t]{0,2})?[=]?[ \t]{0,3}[({\[&]{1,2}[ \t]*"
    r"(?P<body>(?:[ \t]*\(?(?:byte\)[ \t]*)?(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3})[ \t]*,){7,}[^\n\r}\])\ue000]*)"
)
_UNQUOTED: Final = re.compile(r"[^\s\"'`<>\ue000\ue001，；。“”「」]+(?:\"[^\s\"]*)?")
_FOLLOWING_NAME: Final = re.compile(r",[^\s,:=]{1,32}[:=]|&(?:amp;)?[A-Za-z_][\w.\-]{0,30}=")
_FOLLOWING_ENCODED: Final = re.compile(r"%26|&")
_PAIR: Final = re.compile(
    r"(?<![\w])(?:name|key|Name|Key|NAME|KEY|variable|field)[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?"
    r"(?P<name>[\w.\-]{3,60})[\"']?,?[ \t\r]*\n?[ \t,{]*"
    r"[\"']?(?:value|Value|VALUE|val|plainValue)[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?P<q>[\"']?)"
    r"(?P<value>[^\"'\s\ue000]{4,512})(?P=q)"
)
_PROSE_NAMES: Final = frozenset(
    {"pass", "key", "keys", "auth", "api", "pin", "sign", "hook", "signature", "cookie", "cookies"}
)
_HEX_ID: Final = re.compile(r"[0-9a-f]{7,64}")
_PATHISH: Final = re.compile(
    r"(?:[A-Za-z]:[\\/]|\.{0,2}/|~/)[\w .\-/\\@]+|[\w\-./]+\.(?:pem|key|crt|cer|json|ya?ml|txt|py|js|ts|"
    r"java|go|env|p12|jks|html?|"
    r"php|xml|conf|cfg|ini|toml|pub|asc|gpg|log|md)|(?:https?|file|ftp)://[^\s?]*"
)


@cache
def _machine() -> Any:
    return ahocorasick_rs.AhoCorasick(
        list(_KEYWORDS), matchkind=ahocorasick_rs.MatchKind.Standard, store_patterns=False
    )


def _each_name(context: Context) -> Iterator[tuple[int, int]]:
    """Spans of names (identifiers) that hold a keyword, each once."""
    text = context.text
    done = 0
    for _, start, _ in _machine().find_matches_as_indexes(context.folded):
        if start < done:
            continue
        left, right = start, start
        while left > 0 and start - left < 60 and _NAME_CHARS.match(text[left - 1]):
            left -= 1
        while right < len(text) and right - start < 60 and _NAME_CHARS.match(text[right]):
            right += 1
        done = right
        yield left, right


def _name_grade(text: str, left: int, right: int) -> tuple[Grade | None, str]:
    name = re.split(r"/", text[left:right].rstrip(".-"))[-1]
    if text[left:right].lower() in ("p/w", "-p/w"):
        return "password", "pw"
    name = re.sub(r"^(?:nrt)?(?<=\\)", "", name)
    grade = grade_name(name)
    if grade == "weak" and re.fullmatch(r"[Kk]eys?|KEYS?", name) and left and text[left - 1] == " ":
        # "SECRET KEY", "Activation key": the word before belongs to the name.
        before = re.search(r"([A-Za-z]+) $", text[max(0, left - 20) : left])
        if before:
            joined = grade_name(f"{before[1]}_{name}")
            return joined, f"{before[1]} {name}"
    return grade, name


def _read_value(text: str, position: int, *, encoded: bool) -> tuple[int, int, bool] | None:
    """Value behind a separator: (start, end, quoted); None when there is none."""
    blanks = _BLANKS.match(text, position)
    position = blanks.end() if blanks else position
    tags = _TAGS.match(text, position)
    position = tags.end() if tags else position
    scalar = _BLOCK_SCALAR.match(text, position)
    if scalar:
        return scalar.start("value"), scalar.end("value"), True
    array = _ARRAY.match(text, position)
    if array:
        return array.start("body"), array.start("body") + len(array["body"].rstrip()), True
    opening = _OPENING.match(text, position)
    if opening:
        return _read_quoted(text, opening.end(), opening["quote"])
    match = _UNQUOTED.match(text, position)
    if match is None:
        return None
    start, end = match.start(), _trim_unquoted(text, match.start(), match.end(), encoded=encoded)
    return (start, end, False) if end > start else None


def _read_quoted(text: str, start: int, quote: str) -> tuple[int, int, bool] | None:
    close = {"“": "”", "「": "」", "‘": "’"}.get(quote, quote)
    limit = min(len(text), start + 8192)
    hard_end = text.find(HARD_BREAK, start, limit)
    limit = hard_end if hard_end >= 0 else limit
    line_end = text.find("\n", start, limit)
    multi = len(close) >= 3 and close[-1] in "\"'" and "\\" not in close
    end = limit if multi or line_end < 0 else line_end
    position = start
    while True:
        found = text.find(close, position, end)
        if found < 0:
            # An unclosed quote: the value ends with its line.
            return (start, start + len(text[start:end].rstrip()), True) if end - start < 4096 else None
        slashes = 0
        while found - slashes - 1 >= start and text[found - slashes - 1] == "\\":
            slashes += 1
        if "\\" in close or slashes % 2 == 0:
            return start, found, True
        position = found + 1


def _trim_unquoted(text: str, start: int, end: int, *, encoded: bool = False) -> int:
    """Cut an unquoted value where the next field, a bracket of the line or its punctuation begins."""
    value = text[start:end]
    for cut in (";", "\\n", "\\r", "\\t", "\\u", "&quot;", "&#", "|", "<br"):
        at = value.find(cut)
        if at > 0:
            value = value[:at]
    following = (_FOLLOWING_ENCODED if encoded else _FOLLOWING_NAME).search(value)
    if following:
        value = value[: following.start()]
    value = value.rstrip("\\") if value.endswith("\\") else value
    while value and value[-1] in ",.:)]}!?" and not _is_balanced(value):
        value = value[:-1]
    return start + len(value)


def _is_balanced(value: str) -> bool:
    last = value[-1]
    opener = {")": "(", "]": "[", "}": "{"}.get(last)
    if opener:
        return value.count(opener) >= value.count(last)
    return last == "!" and bool(re.search(r"\d", value))


def find_assignments(context: Context) -> Iterable[Candidate]:
    """``name = value`` in every notation: configuration, code, JSON, YAML, XML, queries, headers, notes."""
    text = context.text
    for left, right in _each_name(context):
        grade, name = _name_grade(text, left, right)
        if grade is None:
            continue
        separator = _SEPARATOR.match(text, right) or _match_define(text, left, right)
        if separator is None:
            continue
        comma = separator["sep"].strip() == ","
        if comma and not _is_argument(text, left):
            continue
        value = _read_value(text, separator.end(), encoded=separator["sep"].startswith("%"))
        if value is None:
            continue
        start, end, quoted = value
        if _is_secret(text, name, left, separator["sep"].strip(), start, end, grade, quoted):
            tier: Tier = "hard" if grade != "weak" else "soft"
            yield propose(context, "SECRET", start, end, f"secret.field_{grade}", tier=tier, source="label")


def _match_define(text: str, left: int, right: int) -> re.Match[str] | None:
    """``#define NAME value``: the blank is the separator."""
    if text[max(0, left - 12) : left].rstrip().endswith(("#define", "setenv", "const")):
        return _DEFINED.match(text, right)
    return None


def _is_argument(text: str, left: int) -> bool:
    """True for a quoted name that opens a call or a pair: ``define('PASSWORD', 'x')``."""
    before = text[max(0, left - 8) : left].rstrip("\"'`").rstrip()
    return before.endswith(("(", "[", "{"))


def _is_secret(
    text: str, name: str, left: int, sep: str, start: int, end: int, grade: Grade, quoted: bool
) -> bool:
    value = text[start:end]
    if is_placeholder(value) or len(value) < 3 or value.lower() == name.lower():
        return False
    if re.match(r"[0-9]+(?:\.\d+)?[,;]?$", value) and len(value) < (4 if grade == "password" else 8):
        return False
    if _PATHISH.fullmatch(value) and not (grade == "password" and quoted and "/" not in value):
        return False
    if re.match(r"(?:(?:0x[0-9A-Fa-f]{1,2}|-?\d{1,3})\s*,\s*){4}", value):
        return True
    if quoted:
        return _is_quoted_secret(value, grade, sep)
    return _is_bare_secret(text, name, left, value, start, end, grade, sep)


def _is_quoted_secret(value: str, grade: Grade, sep: str) -> bool:
    if is_sentence(value) or (is_code(value) and not is_strong(value)):
        return False
    if re.fullmatch(r"[^@\s]+@[^@\s]+\.[a-z]{2,8}", value) and grade != "password":
        return False
    if grade == "weak":
        return is_strong(value)
    if grade == "token":
        return is_strong(value, shortest=6) or (len(value) >= 6 and _has_digit_and_letter(value))
    # A password may be a plain word; a comparison with one is a check, not an assignment.
    if value[:1] in "([{<" and value[-1:] in ")]}>":
        return False
    return " " not in value.strip() or _has_digit_and_letter(value)


def _has_digit_and_letter(value: str) -> bool:
    return bool(re.search(r"\d", value)) and bool(re.search(r"[A-Za-z]", value))


def _is_bare_secret(
    text: str, name: str, left: int, value: str, start: int, end: int, grade: Grade, sep: str
) -> bool:
    if sep in ("(", ",") or (sep == ">" and not text.startswith("<", end)):
        return False
    if is_code(value) and not (is_strong(value) and "(" not in value):
        return False
    whole_line = _ends_line(text, end)
    if grade == "weak":
        return is_strong(value) and not (
            sep.startswith(":") and not whole_line and is_sentence(text[start : end + 20])
        )
    if grade == "token":
        return is_strong(value, shortest=6)
    if is_strong(value, shortest=5) or (
        re.search(r"\d|[^0-9A-Za-z_]", value) and re.search(r"[A-Za-z0-9]{2}", value)
    ):
        return True
    # A plain word: only in a file of settings, or inside a connection string or query.
    env_name = name.isupper() and sep == "=" and whole_line
    linked = left > 0 and (text[left - 1] in ";&?" or ("." in name and whole_line and sep == "="))
    yaml = sep in (":", "：") and whole_line and value[:1].islower() and _begins_line(text, left)
    return len(value) >= 4 and (env_name or linked or (yaml and name.lower() not in _PROSE_NAMES))


def _ends_line(text: str, end: int) -> bool:
    tail = text[end : end + 3].lstrip(" \t\r\\")
    return not tail or tail[0] in "\n#\ue000\ue001" or tail.startswith("n")


def _begins_line(text: str, left: int) -> bool:
    while left > 0 and text[left - 1] in " \t-\"'+":
        left -= 1
    return left == 0 or text[left - 1] in "\n\ue000\ue001"


def find_chinese_passwords(context: Context) -> Iterable[Candidate]:
    """密码：…, 口令是…: what follows is the value, up to a blank or the end of the clause."""
    text = context.text
    if not any(word in text for word in ("密码", "口令", "密钥", "私钥", "令牌", "助记词")):
        return
    for match in _ZH_NAME.finditer(text):
        position = match.end() - 1
        lead = re.compile(
            r"(?:是|为|改成?|设置?[为成]?|设成|更新[为成]|填写?|写|用|[（(]|[：:=＝\"'“「\s])*"
        ).match(text, position)
        position = lead.end() if lead else position
        value = re.compile(r"[\x21-\x7e]{3,128}").match(text, position)
        if value is None:
            continue
        end = _trim_unquoted(text, value.start(), value.end())
        while end > value.start() and text[end - 1] in "\"'":
            end -= 1
        raw = text[value.start() : end]
        if len(raw) >= 3 and not is_placeholder(raw) and not is_code(raw):
            yield propose(context, "SECRET", value.start(), end, "secret.zh_password", source="label")


def find_pairs(context: Context) -> Iterable[Candidate]:
    """A name and its value as two fields: ``name: DB_PASSWORD`` above ``value: x`` (Kubernetes, JSON "
    "lists)."""
    text = context.text
    if "alue" not in text and "VALUE" not in text:
        return
    for match in _PAIR.finditer(text):
        grade, value = grade_name(match["name"]), match["value"]
        if grade is None or is_placeholder(value) or is_code(value) or is_sentence(value):
            continue
        if grade == "password" or is_strong(value):
            yield propose(context, "SECRET", *match.span("value"), "secret.pair", source="label")


def find_field_values(context: Context) -> Iterable[Candidate]:
    """A whole value that lies in a named field of a document (JSON, form, tree)."""
    text = context.text
    for unit in context.stream.units:
        if not unit.field or unit.end <= unit.start:
            continue
        name = next((part for part in reversed(unit.field) if part and not part.isdigit()), "")
        grade = grade_name(name)
        value = text[unit.start : unit.end].strip()
        if grade is None or is_placeholder(value) or is_sentence(value) or len(value) < 3:
            continue
        if _PATHISH.fullmatch(value) or value.lower() == name.lower():
            continue
        head = re.match(r"(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)[ \t]+", value, re.I)
        shift = text.index(value, unit.start) + (head.end() if head else 0)
        bare = value[head.end() :] if head else value
        plain = grade == "password" or (grade == "token" and len(bare) >= 6 and re.search(r"\d", bare))
        if head or plain or is_strong(bare):
            yield propose(context, "SECRET", shift, shift + len(bare), "secret.field_value", source="label")


RULES: dict[str, Rule] = {
    "secret.assignment": find_assignments,
    "secret.chinese": find_chinese_passwords,
    "secret.pair_fields": find_pairs,
    "secret.field": find_field_values,
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.assignment": (
        Example('conn = "Data Source=db2:1521/prod;User ID=svc;Password=plainword7;"', ("plainword7",)),
        Example(
            "env:\n  PASSWORD: qZ~7wRfake!9Lp\n  OKTA_CLIENT_SECRET: FAKEk9vTq3Zb7LmXw",
            ("qZ~7wRfake!9Lp", "FAKEk9vTq3Zb7LmXw"),
        ),
        Example("MYSQL_ALLOW_EMPTY_PASSWORD=yes\nMYSQL_ROOT_PASSWORD=wr0ng-horse", ("wr0ng-horse",)),
        Example("const token: string = 'k9Xw2Lm4Qp7Rt';", ("k9Xw2Lm4Qp7Rt",)),
        Example("define('DB_PASSWORD', 'q7Lmn2Xz');", ("q7Lmn2Xz",)),
        Example("<password>q7Lmn2Xz</password>", ("q7Lmn2Xz",)),
        Example('if (password !== "q7Lmn2Xz") {', ("q7Lmn2Xz",)),
        Example("/cb?token=q7Lmn2Xz44&page=2", ("q7Lmn2Xz44",)),
        Example("password = getenv('DB_PASS')\npassword = self.password\ntoken: string;\nsecret = ${SECRET}"),
        Example("Enter token : This is a query parameter\nmax_tokens: 4096\nkeyboard = 'qwerty123'"),
        Example('"key": "attached_file_0", "primary_key": "a8f7Zk29Lq"'),
        Example("password_id = 2938479, secret_name: prod-db-7"),
    ),
    "secret.chinese": (
        Example("登录密码：Qm7@kd92，请尽快修改", ("Qm7@kd92",)),
        Example("密码不能为空，密码错误"),
    ),
    "secret.pair_fields": (
        Example("  - name: DB_PASSWORD\n    value: q8Zwk29Ls\n", ("q8Zwk29Ls",)),
        Example('"key": "color", "value": "q8Zwk29Ls"'),
    ),
    "secret.field": (Example("secret=q8Zwk29LsRt", ("q8Zwk29LsRt",)), Example("nothing here")),
}
