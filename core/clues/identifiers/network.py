"""IP addresses (IP), hardware addresses and wallets (ALNUM). Versions and ``::`` of code are none."""

from __future__ import annotations

import hashlib
import ipaddress
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.identifiers.anchors import LONG_TOKEN, find_long_tokens
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_IPV4: Final = compile_late(r"\d{1,3}(?:\.\d{1,3}){3}(?![0-9a-z_])(?!\.[0-9])(?!-[0-9a-z])")
_ADJOINS: Final = compile_late(r"[0-9a-z.\-_]")
_IPV4_DASHED_HOST: Final = compile_late(r"(?<=ip-)\d{1,3}(?:-\d{1,3}){3}(?![0-9\-])")
_VERSION_BEFORE: Final = compile_late(
    r"(?:(?<![a-z])(?:v|ver|vers|version|release|build|driver|firmware|revision|rev|update|patch|sdk|kernel|net|"
    r"chrome|edge|firefox|opera|assembly)[\s.:=_\"'#v]{0,8}|版本号?[\s:：为是v]{0,3}|[a-z]/|"
    r"[=<>~!]=[ \"']{0,2}|(?:section|clause|chapter)\s|§\s?)$"
)
_SECTION: Final = compile_late(r"\.(?:</[a-z]+>)?[ \t]{1,2}[A-Z][a-z]")
"""A full stop and a title: the number of a section of a book, where its parts are small."""
_NOBODYS: Final = tuple(
    map(
        ipaddress.ip_network,
        (
            "0.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "224.0.0.0/4", "255.0.0.0/8",
            "240.0.0.0/32", "248.0.0.0/32", "252.0.0.0/32", "254.0.0.0/32",
            "::/127", "ff00::/8", "::ffff:127.0.0.0/104",
        ),
    )
)  # fmt: skip
"""What any machine calls itself, masks, groups of receivers, and addresses that machines give themselves."""

_PRIVATE_NETS: Final = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
_PREFIX: Final = compile_late(r"/(\d{1,2})(?![0-9.])")
_COLON_PAIR: Final = compile_late(r":[0-9a-f]{0,4}:")
_IPV6: Final = compile_late(
    r"(?<![0-9a-z:.])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:(?:\.\d{1,3}){3})?(?:%[a-z0-9]{1,12})?(?![0-9a-z:])"
)
_MAC: Final = compile_late(
    r"(?<![0-9a-z:\-])(?:[0-9a-f]{2}(?P<sep>[:\-])(?:[0-9a-f]{2}(?P=sep)){4}[0-9a-f]{2}|"
    r"[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})(?![0-9a-z]|[:\-][0-9a-z:\-])"
)
_HEX_WALLET: Final = compile_late(r"(?<![0-9A-Za-z])0x[0-9a-fA-F]{40}(?![0-9A-Za-z])")
_COIN_WALLET: Final = compile_late(
    r"(?<![0-9A-Za-z])(?:[13LMD9AT][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc1|ltc1|tb1)[02-9ac-hj-np-z]{25,62})(?![0-9A-Za-z])"
)
_BASE58: Final = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


@cache
def load_public_addresses() -> frozenset[str]:
    """Addresses of services that everyone uses (lexicons/public_addresses.txt)."""
    raw = files("shotveil.core.lexicons").joinpath("public_addresses.txt").read_text("utf-8")
    return frozenset(line for line in raw.splitlines() if line and not line.startswith("#"))


def _is_nobodys(value: str, folded: str, end: int) -> bool:
    """True for an address that says nothing of a person: any machine, a public service, a whole net."""
    address = ipaddress.ip_address(value)
    if address.compressed in load_public_addresses():
        return True
    if any(address.version == net.version and address in net for net in _NOBODYS):
        return True
    prefix = _PREFIX.match(folded, end)
    if prefix is None or address.version == 6 or int(prefix[1]) > 30:
        return False
    whole = int(address) % (1 << (32 - int(prefix[1]))) == 0
    return whole and any(address in net for net in _PRIVATE_NETS)


def find_ipv4(context: Context) -> Iterable[Candidate]:
    """Dotted quads of a host; not four-part versions, not what is in no way personal."""
    folded = context.folded
    for pattern in (_IPV4, _IPV4_DASHED_HOST) if "ip-" in folded else (_IPV4,):
        for match in context.scan_folded(pattern):
            if pattern is _IPV4 and _ADJOINS.match(folded[match.start() - 1 : match.start()]):
                continue
            parts = re.split(r"[.\-]", match.group())
            if any(int(part) > 255 or (len(part) > 1 and part[0] == "0") for part in parts):
                continue
            if not context.strict and _is_nobodys(".".join(parts), folded, match.end()):
                continue
            opens = match.start() == 0 or folded[match.start() - 1] in "\n>"
            if opens and max(map(int, parts)) < 40 and _SECTION.match(context.text, match.end()):
                continue
            if _VERSION_BEFORE.search(folded, max(0, match.start() - 20), match.start()):
                continue
            yield propose(context, "IP", match.start(), match.end(), "ip.v4", validated=True)


def find_ipv6(context: Context) -> Iterable[Candidate]:
    """IPv6 addresses that ``ipaddress`` accepts; not clock times, hardware addresses or ``a::b`` of code."""
    folded = context.folded
    done = 0
    for colon in _COLON_PAIR.finditer(folded):
        start = colon.start()
        while start > 0 and colon.start() - start < 4 and folded[start - 1] in "0123456789abcdef":
            start -= 1
        match = _IPV6.match(folded, start) if start >= done else None
        if match is None:
            continue
        done = match.end()
        text = match.group()
        if (text.count(":") < 3 and "::" not in text) or sum(char in "0123456789abcdef" for char in text) < 4:
            continue
        bare = text.partition("%")[0]
        try:
            address = ipaddress.IPv6Address(bare)
        except ValueError:
            continue
        if not any(char.isdigit() for char in bare) or address.is_loopback or address.is_unspecified:
            continue
        if not context.strict and _is_nobodys(bare, folded, match.end()):
            continue
        if (
            "::" in bare
            and bare.count(":") == 2
            and not bare.startswith(("fe", "fd", "fc", "20", "2a", "24", "26"))
        ):
            continue
        yield propose(context, "IP", match.start(), match.end(), "ip.v6", validated=True)


def find_macs(context: Context) -> Iterable[Candidate]:
    """Hardware addresses with colons, dashes or in Cisco's three groups."""
    for match in context.scan_folded(_MAC):
        text = match.group()
        if text.isdigit() or len(set(text) - set(":-.")) == 1:
            continue
        if "." in text and not (re.search("[a-f]", text) and re.search(r"\d", text)):
            continue
        yield propose(context, "ALNUM", match.start(), match.end(), "device.mac", validated=True)


def _has_base58_check(text: str) -> bool:
    number = 0
    for char in text:
        number = number * 58 + _BASE58.index(char)
    try:
        raw = number.to_bytes(25, "big")
    except OverflowError:
        return False
    return hashlib.sha256(hashlib.sha256(raw[:-4]).digest()).digest()[:4] == raw[-4:]


def find_wallets(context: Context) -> Iterable[Candidate]:
    """Addresses of coins: hexadecimal of 20 bytes, base58 with its check, bech32."""
    text = context.text
    for start, end in find_long_tokens(text):
        for match in _HEX_WALLET.finditer(text, start, end):
            yield propose(context, "ALNUM", match.start(), match.end(), "wallet.hex")
        yield from _find_coins(context, start, end)


def _find_coins(context: Context, start: int, end: int) -> Iterator[Candidate]:
    for match in _COIN_WALLET.finditer(context.text, start, end):
        value = match.group()
        bech32 = value.startswith(("bc1", "ltc1", "tb1")) and any(char.isdigit() for char in value[4:])
        if bech32 or _has_base58_check(value):
            yield propose(context, "ALNUM", match.start(), match.end(), "wallet.coin", validated=True)


RULES: dict[str, Rule] = {
    "ip.v4": Rule(find_ipv4, (r"\d\.\d{1,3}\.\d{1,3}\.\d", r"ip-\d{1,3}-\d")),
    "ip.v6": Rule(find_ipv6, (r":[0-9a-f]{0,4}:[0-9a-f]{0,4}:", "::")),
    "device.mac": Rule(find_macs, (r"(?:[0-9a-f]{2}[:\-]){3}", r"[0-9a-f]{4}\.[0-9a-f]{4}\.")),
    "wallet": Rule(find_wallets, (LONG_TOKEN,)),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "ip.v4": (
        Example("Server .Net v3.2.1.107 at 203.0.113.9, driver 10.0.19041.1", ("203.0.113.9",)),
        Example("来自203.0.113.77的请求 198.51.100.4:8080", ("203.0.113.77", "198.51.100.4")),
        Example("Chrome/120.0.0.0 on 127.0.0.1, mask 255.255.255.0"),
        Example("nameserver 8.8.8.8, 114.114.114.114; bind 0.0.0.0; 169.254.169.254; 224.0.0.251; 127.1.2.3"),
        Example("DB_HOST = 252.192.78.8, mask 252.0.0.0", ("252.192.78.8",)),
        Example("route 10.0.0.0/8 via 10.0.4.17, allow 192.168.1.20/32", ("10.0.4.17", "192.168.1.20")),
        Example("oid 1.3.6.1.4.1 and 版本1.2.3.4"),
        Example("3.12.1.1. Credential Provider\nPing 10.0.0.7. Then wait", ("10.0.0.7",)),
    ),
    "ip.v6": (
        Example("addr 2001:db8::8a2e:370:7334 up", ("2001:db8::8a2e:370:7334",)),
        Example("std::vector at 12:30:45, Foo::bar, ::1"),
        Example("nameserver 2001:4860:4860::8888 and ff02::1:2"),
    ),
    "device.mac": (
        Example("link/ether 02:00:5e:10:00:7f brd", ("02:00:5e:10:00:7f",)),
        Example("ff:ff:ff:ff:ff:ff at 10:20:30"),
    ),
    "wallet": (
        Example("pay 0x000000000000000000000000000000000000dEaD ",
                ("0x000000000000000000000000000000000000dEaD",)),
        Example("sha1 1A1b2C3d4E5f6G7h8J9k1L2m3N4p5Q6r"),
    ),
}  # fmt: skip
