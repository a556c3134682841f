"""What the name of a field says about its value: password, token, weak hint, or nothing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal

Grade = Literal["password", "token", "weak"]

_PART: Final = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")

_PASSWORD: Final = frozenset(
    "password passwords passwd passphrase passcode passw pass pwd pswd psw pw passwort contraseña motdepasse userpass "
    "dbpass sshpass rootpass adminpass userpassword dbpassword mypassword newpassword oldpassword psk "
    "passw0rd paswd psword dbpasswd dbpwd userpwd pwd1 pwd2 rootpassword adminpassword keypass storepass".split()
)
_TOKEN: Final = frozenset(
    "secret secrets token tokens apikey apikeys secretkey accesskey privatekey authtoken accesstoken apitoken "
    "clientsecret appsecret apisecret authkey credential credentials bearer sessiontoken jwt pat "
    "refreshtoken webhooksecret signingkey encryptionkey masterkey appkey authorization secretid "
    "mnemonic seedphrase xapikey authpassword cred creds authcode".split()
)
_WEAK: Final = frozenset(
    "key keys auth api salt nonce cookie cookies sid hmac pepper iv pin otp aeskey deskey rsakey "
    "signature sig webhook hook sessionid connectionstring dsn authentication".split()
)
_STRONG_BEFORE_KEY: Final = frozenset(
    "secret private access api auth authentication encryption encrypt decryption signing sign master app service client "
    "license licence activation aes des rsa hmac ssh gpg pgp tls ssl storage account shared admin jwt session cookie "
    "consumer subscription instrumentation product deploy crypto cipher data".split()
)
_NEUTRAL_TAIL: Final = frozenset(
    "value val str string text data plain plaintext raw base64 b64 hex enc encoded prod production dev test testing "
    "staging stage live old new current default temp tmp main primary secondary backup 0 1 2 3 4 5 header env var "
    "admin root user db database local remote bytes confirmation confirm repeat again verify hash hashed real "
    "server client base s".split()
)
_DENIED_TAIL: Final = frozenset(
    "id ids name names file filename files path paths dir directory url urls uri endpoint size length len type types "
    "field fields label hint policy policies expiry expires expiration expired ttl count index idx format prefix suffix "
    "param params parameter placeholder error errors message msg prompt input title required enabled disabled valid "
    "exists changed reset ref reference version alias store manager provider service handler generator usage limit "
    "limits budget strength algorithm alg encoding mode method status state regex pattern validator rules rule min max "
    "age date time timestamp created updated at on by source location region arn kind group column row table schema "
    "class func function callback listener event events map mapping list set down up press code codes word board "
    "frame frames pair ring chain space spec desc description help info link page form view screen button icon "
    "lookup not is has rotation rotate cache bucket position order sort step".split()
)
_DENIED_HEAD_KEY: Final = frozenset(
    "public primary foreign sort partition cache index row map object registry i18n translation route hot short hash "
    "range composite unique natural surrogate group parent child sibling dict json config field column node react "
    "list item lookup search query event arrow function enter escape tab shift ctrl alt press menu shortcut "
    "idempotency routing feature flag setting locale host hostkey known space".split()
)
_DENIED_ANY: Final = frozenset(
    "keyboard keyword keywords keycode keydown keyup keypress keyframe keyframes keystore keychain keyring tokenizer "
    "tokenize tokenized author authors authority authenticate authenticated compass bypass passing passed passes "
    "passenger passport passive monkey turkey donkey hockey keynote keypad keyspace max min num total prompt completion "
    "count csrfmiddleware apiversion apiserver rapid capital".split()
)


def split_name(name: str) -> list[str]:
    """Words of a name, lower case: camelCase, snake_case, kebab-case, dotted, blanks."""
    return [part.lower() for part in _PART.findall(name)]


@lru_cache(maxsize=16384)
def grade_name(name: str) -> Grade | None:
    """How strongly a name claims that its value is a secret; None when it does not.

    The noun must close the name, but for a neutral tail (``PASSWORD_2``, ``token_value``).
    """
    parts = split_name(name)
    while len(parts) > 1 and (parts[-1] in _NEUTRAL_TAIL or parts[-1].isdigit()):
        if _grade_part(parts, len(parts) - 1):
            break
        parts.pop()
    if not parts or parts[-1] in _DENIED_TAIL:
        return None
    return _grade_part(parts, len(parts) - 1)


def _grade_part(parts: list[str], index: int) -> Grade | None:
    noun = parts[index]
    before = parts[index - 1] if index else ""
    joined = before + noun
    if noun in _DENIED_ANY or (noun in ("tokens", "token") and before in _DENIED_ANY):
        return None
    if noun in _PASSWORD or joined in _PASSWORD:
        return "password"
    if noun in _TOKEN or joined in _TOKEN:
        return "token"
    if noun in ("key", "keys"):
        if before in _DENIED_HEAD_KEY:
            return None
        return "token" if before in _STRONG_BEFORE_KEY else "weak"
    if noun in _WEAK:
        return "weak"
    return _grade_ending(noun)


def _grade_ending(noun: str) -> Grade | None:
    """Names written in one word: ``dbpassword``, ``mysecret``, ``ANYtoken``."""
    if re.search(
        r"(?:passw(?:or)?d|passwd|passphrase|(?<!by)(?<!com)(?<!sur)(?<!tres)(?<!im)(?<!over)(?<!under)pwd)$",
        noun,
    ):
        return "password"
    if noun.endswith(("secret", "token", "apikey", "secretkey", "credential", "credentials")):
        return "token"
    if (
        noun.endswith("pass")
        and len(noun) > 5
        and not noun.endswith(("bypass", "compass", "trespass", "surpass", "overpass"))
    ):
        return "password"
    if noun.endswith("key") and len(noun) > 3 and noun not in _DENIED_ANY:
        return "weak"
    return None
