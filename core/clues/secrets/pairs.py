"""Secrets whose name and value lie apart: pairs of fields, calls, Chinese notes, fields of documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from shotveil.core.clues.contact.users import is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import match_at_anchors
from shotveil.core.clues.person.simplified import read_simplified
from shotveil.core.clues.proposal import propose
from shotveil.core.clues.secrets.cookies import find_cookie_field, holds_pairs, is_handed_out
from shotveil.core.clues.secrets.names import grade_field, grade_name, read_innermost
from shotveil.core.clues.secrets.reading import trim_unquoted
from shotveil.core.clues.secrets.values import (
    PATHISH,
    is_code,
    is_passphrase,
    is_placeholder,
    is_sentence,
    is_strong,
)
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_ZH_WORDS: Final = ("密码", "口令", "密钥", "私钥", "令牌", "助记词")
_TRADITIONAL_WORDS: Final = ("密碼", "密鑰", "私鑰", "助記詞")
_ZH_NAME: Final = compile_late(
    r"(?:登[录陆]|初始|默认|支付|交易|查询|取款|临时|新|旧|原|无线|wifi|开机|解压|管理员?|数据库|用户|账[号户]|后台|服务器|root|admin|邮箱|系统)*"
    r"(?:密码|口令|密钥|私钥|令牌|助记词|通行码)(?:[（(][A-Za-z ]{1,16}[)）](?=[ ]?[:：=＝]))?"
    r"(?:(?:已经?|先|临时|暂时|统一|重新|目前|现在|被|都|全部){1,3}(?=写死|[是为改设置重更换变填写用]))?"
    r"(?:(?=[!-~]{6}|[0-9]{4,5}[#*]?(?![!-~]))|[是为改设置重换变成更新填写用：:=＝\"'“「\s\ue001]|[（(](?!.{0,12}[)）]不))"
)
_PAIR: Final = compile_late(
    r"(?<![\w])(?:name|key|Name|Key|NAME|KEY|variable|field)[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?"
    r"(?P<name>[\w.\-]{3,60})[\"']?,?[ \t\r]*\n?[ \t,{]*"
    r"[\"']?(?:value|Value|VALUE|val|plainValue)[\"']?[ \t]{0,4}[:=][ \t]{0,4}(?P<q>[\"']?)"
    r"(?P<value>[^\"'\s\ue000]{4,512})(?P=q)"
)
_DECLARED: Final = compile_late(
    r"\bvariable[ \t]{1,4}\"(?P<name>[\w\-]{3,60})\"[ \t]{0,4}\{"
    r"[^{}\ue000]{0,400}?\bdefault[ \t]{0,20}=[ \t]{0,4}\"(?P<value>[^\"\n]{4,512})\""
)
"""A variable of Terraform: its name stands above, its value at ``default``."""
_PASS_FILE: Final = compile_late(
    r"(?<![^\n\ue000])(?:[\w\-]{1,63}(?:\.[\w\-]{1,63}){0,8}|\*):(?:\d{4,5}|\*):[\w\-*]{1,63}:(?P<user>[\w.\-@]{1,63}|\*)"
    r":(?P<value>(?:[^\s:\\\ue000]|\\[^\s]){3,128})(?![^\r\n\ue000])"
)
"""A line of ``.pgpass``: host, port, database, user, password."""
_ACCOUNT_PAIR: Final = compile_late(r"(?P<user>[A-Za-z][\w.@\-]{1,60}):(?P<value>[!-~]{4,512})")
"""What the credentials of a registry say once they are decoded."""
_PHRASE_WORDS: Final = (
    "recovery phrase",
    "seed phrase",
    "recovery words",
    "backup phrase",
    "mnemonic",
    "助记词",
)
_PHRASE: Final = compile_late(
    r"(?:recovery phrase|seed phrase|recovery words|backup phrase|mnemonic(?: phrase)?|"
    r"助记词)[\"']?[ \t]*(?:is|:|：|=|是)?"
    r"[ \t\n\"'\ue001]{0,4}(?P<value>(?:[a-z]{3,8}[ ,\t\n\ue001]{1,3}){11,23}[a-z]{3,8})(?![a-z])"
)
_SHOWN: Final = compile_late(
    r"[ \t\ue001\"']{0,4}(?P<value>[^\s\"'<>,;\ue000\ue001\u0100-\uffff]{4,128}"
    r"(?:(?<=[\-_/=+])\ue001[!-~]{2,64})?)"
)
_CALL_WORDS: Final = ("Auth", "auth", "login", "Login", "redential", "UsernamePassword")
_CALL: Final = compile_late(
    r"(?:[Aa]uth(?:enticat\w*|entication)?|[Ll]ogin|redentials?|"
    r"UsernamePassword\w*)[ \t]{0,2}(?:=[ \t]{0,2})?\([ \t\n]{0,8}"
    r"(?P<a>[\"'])[\w.@\-]{1,60}(?P=a)[ \t\n]{0,4},[ \t\n]{0,8}(?P<b>[\"'])"
    r"(?P<value>[^\"'\n\ue000]{4,120})(?P=b)[ \t\n]{0,4}[,)]"
)


def find_chinese_passwords(context: Context) -> Iterable[Candidate]:
    """密码：…, 口令是…: what follows is the value, up to a blank or the end of the clause."""
    text = read_simplified(context.text)
    if not any(word in text for word in _ZH_WORDS):
        return
    for match in _ZH_NAME.finditer(text):
        bare = match.group()[-1:] in "码令钥牌词)）"
        position = match.end() if bare else match.end() - 1
        lead = re.compile(
            r"(?:是|为|写死[成为在]?|改[成为]?|[重设]置?[为成]?|设成|[更换变][新换更]?[为成]|填写?|写|用|[（(]|[：:=＝\"'“「\s\ue001]"
            r"|(?:身份证|手机)号?码?[后末][四六八468]位)*"
        ).match(text, position)
        position = lead.end() if lead else position
        value = re.compile(r"[\x21-\x7e]{3,128}").match(text, position)
        if value is None:
            continue
        end = trim_unquoted(text, value.start(), value.end())
        while end > value.start() and text[end - 1] in "\"'":
            end -= 1
        raw = text[value.start() : end]
        if bare or not re.search(r"[:：=＝是为改设写用填「“]", text[match.end() - 1 : value.start()]):
            bare = True  # nothing but a blank or a box edge parts them
        if bare and not _is_lone_password(raw, text[end : end + 2]):
            continue
        if len(raw) >= 3 and not is_placeholder(raw) and not is_code(raw):
            yield propose(context, "SECRET", value.start(), end, "secret.zh_password", source="label")


def _is_lone_password(raw: str, after: str) -> bool:
    """What no sign links to the word before: letters and digits, or digits that count nothing."""
    if re.search(r"\d", raw) and re.search("[A-Za-z]", raw):
        return True
    return re.fullmatch(r"\d{4,12}[#*]?", raw) is not None and not re.match(
        r"[ ]?[位个次字条天元人年]", after
    )


def find_pairs(context: Context) -> Iterable[Candidate]:
    """A name and its value as two fields: ``name: DB_PASSWORD`` above ``value: x`` (Kubernetes, JSON "
    "lists)."""
    text = context.text
    if "alue" not in text and "VALUE" not in text:
        return
    yield from _propose_named(context, _PAIR, "secret.pair")


def find_declared(context: Context) -> Iterable[Candidate]:
    """The default value of a Terraform variable whose name is a secret's."""
    yield from _propose_named(context, _DECLARED, "secret.declared")


def _propose_named(context: Context, pattern: re.Pattern[str], rule: str) -> Iterator[Candidate]:
    """Each ``value`` of a pattern whose ``name`` is a secret's; beside other than passwords a strong one."""
    for match in pattern.finditer(context.text):
        grade, value = grade_name(match["name"]), match["value"]
        if grade is None or is_placeholder(value) or is_code(value) or is_sentence(value):
            continue
        if grade == "password" or is_handed_out(match["name"], value):
            yield propose(context, "SECRET", *match.span("value"), rule, source="label")


def find_pass_files(context: Context) -> Iterable[Candidate]:
    """User and password of a line of ``.pgpass``."""
    for match in context.scan(_PASS_FILE):
        if is_placeholder(match["value"]):
            continue
        yield propose(context, "SECRET", *match.span("value"), "secret.pass_file", source="label")
        if match["user"] != "*":
            yield propose(context, "USER", *match.span("user"), "secret.pass_file", source="label")


def find_call_credentials(context: Context) -> Iterable[Candidate]:
    """User and password as the two arguments of a log-in call or an ``auth`` pair."""
    text = context.text
    for match in match_at_anchors(text, _CALL_WORDS, _CALL, apart=False):
        value = match["value"]
        if not is_placeholder(value) and not is_sentence(value) and len(value) >= 4:
            yield propose(context, "SECRET", *match.span("value"), "secret.call", source="label")


def find_field_values(context: Context) -> Iterable[Candidate]:
    """A whole value that lies in a named field of a document (JSON, form, tree)."""
    text = context.text
    for unit in context.stream.units:
        if not unit.field or unit.end <= unit.start:
            continue
        if unit.field[-1] in ("auth", "_auth") and (
            pair := _ACCOUNT_PAIR.fullmatch(text, unit.start, unit.end)
        ):
            yield propose(context, "SECRET", *pair.span("value"), "secret.account_pair", source="label")
            if not is_shared_account(pair["user"]):
                yield propose(context, "USER", *pair.span("user"), "secret.account_pair", source="label")
        yield from find_cookie_field(context, unit)
        grade = grade_field(unit.field)
        value = text[unit.start : unit.end].strip()
        if grade is None or holds_pairs(unit.field[-1], value):
            continue
        words = is_sentence(value) and not (grade == "password" and is_passphrase(value))
        if is_placeholder(value) or words or len(value) < 3:
            continue
        if PATHISH.fullmatch(value) or value.lower() == read_innermost(unit.field).lower():
            continue
        head = re.match(r"(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)[ \t]+", value, re.I)
        shift = text.index(value, unit.start) + (head.end() if head else 0)
        bare = value[head.end() :] if head else value
        counted = bare.isdigit() and len(bare) < 16
        plain = grade == "password" or (
            grade == "token" and len(bare) >= 6 and not counted and re.search(r"\d", bare) is not None
        )
        if head or plain or is_strong(bare):
            yield propose(context, "SECRET", shift, shift + len(bare), "secret.field_value", source="label")


def find_labelled_secrets(context: Context) -> Iterable[Candidate]:
    """Right of a label on a screen or below it, where geometry is the separator; in a text, in its column."""
    if context.medium != "image":
        yield from _find_in_columns(context)
        return
    for hit in context.labelled("SECRET"):
        match = _SHOWN.match(context.text, hit.value_start, hit.value_end) if hit.direct else None
        if match is None or is_placeholder(match["value"]) or is_code(match["value"]):
            continue
        value = match["value"].rstrip(".,;:!?")
        if len(value) >= 4 and re.search(r"\d|[^\w.,\-]", value) and re.search("[A-Za-z0-9]", value):
            start = match.start("value")
            yield propose(
                context, "SECRET", start, start + len(value), "secret.labelled", tier="soft", source="label"
            )


def _find_in_columns(context: Context) -> Iterator[Candidate]:
    """What rows hold under a column of secrets: statements of SQL, tables in text."""
    for hit in context.labelled("SECRET"):
        if hit.role != "FIELD" or hit.start == hit.end:
            continue
        grade = grade_name(context.text[hit.start : hit.end].strip(' \t\r\n`"[]'))
        value = context.text[hit.value_start : hit.value_end]
        if grade is None or len(value) < 4 or " " in value or is_placeholder(value) or is_code(value):
            continue
        if grade == "password" or is_strong(value):
            yield propose(context, "SECRET", hit.value_start, hit.value_end, "secret.column", source="label")


def find_recovery_phrases(context: Context) -> Iterable[Candidate]:
    """The twelve to twenty-four words behind "recovery phrase", "seed phrase" or 助记词."""
    for match in match_at_anchors(context.folded, _PHRASE_WORDS, _PHRASE):
        yield propose(context, "SECRET", *match.span("value"), "secret.phrase", source="label")


RULES: dict[str, Rule] = {
    "secret.phrase": Rule(find_recovery_phrases, words=_PHRASE_WORDS),
    "secret.labelled": Rule(find_labelled_secrets, labels=("SECRET",)),
    "secret.chinese": Rule(find_chinese_passwords, words=(*_ZH_WORDS, *_TRADITIONAL_WORDS)),
    "secret.pair_fields": Rule(find_pairs, (r"(?:alue|val)[\"']?[ \t]{0,4}[:=]",)),
    "secret.declared": Rule(find_declared, (r"variable[ \t]+\"[0-9a-z_\-]+\"[ \t]*\{",)),
    "secret.pass_file": Rule(find_pass_files, (r":(?:\d{4,5}|\*):[^\s:]+:[^\s:]+:[^\s:]",)),
    "secret.call": Rule(
        find_call_credentials,
        (r"(?:auth|login|redentials?|usernamepassword)[^\s=(]*[ \t]{0,2}(?:=[ \t]{0,2})?\(",),
    ),
    "secret.field": Rule(find_field_values),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "secret.labelled": (
        Example("Password: q8Zwk29Ls", ("q8Zwk29Ls",)),
        Example(
            "INSERT INTO a (name, api_key, password) VALUES ('m','3ef8333c4774ec50cd1c1b','granite');",
            ("3ef8333c4774ec50cd1c1b", "granite"),
        ),
        Example("Password  Change"),
    ),
    "secret.phrase": (
        Example(
            "Seed phrase: apple river stone cloud maple tiger ocean light grape storm eagle north",
            ("apple river stone cloud maple tiger ocean light grape storm eagle north",),
        ),
        Example("the seed phrase is twelve words long"),
    ),
    "secret.chinese": (
        Example("登录密码：Qm7@kd92，请尽快修改", ("Qm7@kd92",)),
        Example("她的密码临时重置为 Qp7#vLm2，初始密码已改成 Zx8!kkP0。", ("Qp7#vLm2", "Zx8!kkP0")),
        Example("密码已重置，请用 password123 以外的新密码"),
        Example("钥匙盒密码2580，密码2024年失效", ("2580",)),
        Example("门锁密码 881204#，宽带密码 114477。", ("881204#", "114477")),
        Example("初始密码为身份证后六位（081526），密碼：hunter2x，", ("081526", "hunter2x")),
        Example("密码不能为空，密码错误，密码 2024 年起失效，密码 4096 位"),
    ),
    "secret.pair_fields": (
        Example("  - name: DB_PASSWORD\n    value: q8Zwk29Ls\n", ("q8Zwk29Ls",)),
        Example(
            '"cookies":[{"name":"sid","value":"s%3AabCdEf0123456789.xyz"}]', ("s%3AabCdEf0123456789.xyz",)
        ),
        Example('"key": "color", "value": "q8Zwk29Ls"'),
    ),
    "secret.declared": (
        Example('variable "db_password" {\n  type = string\n  default = "gR4nite-Fox"\n}', ("gR4nite-Fox",)),
        Example('variable "region" { default = "eu-west-1" }\nvariable "db_password" { default = "" }'),
    ),
    "secret.pass_file": (
        Example(
            "db.corp.example:5432:sales:nadiak:plum-tree-20\n*:*:*:bob:hunter2x",
            ("nadiak", "plum-tree-20", "bob", "hunter2x"),
        ),
        Example("main.c:12:5:error:unused\nroot:x:0:0:root:/root\n2025:03:04:10:11\na:1000:b:c:d e"),
    ),
    "secret.call": (
        Example("requests.get(u, auth=('kim', 'q8Zwk29Ls'))", ("q8Zwk29Ls",)),
        Example('login("kim", password_of(kim))'),
    ),
    "secret.field": (Example("secret=q8Zwk29LsRt", ("q8Zwk29LsRt",)), Example("nothing here")),
}
