"""Accounts in the addresses of profile pages, and in marks that programmers leave (CONTRACT b.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shotveil.core.clues.contact.users import is_shared_account
from shotveil.core.clues.context import Context, Example, Rule
from shotveil.core.clues.person.lexicon import read_groups
from shotveil.core.clues.proposal import propose
from shotveil.core.patterns import compile_late
from shotveil.core.records import Candidate

_HOSTS: Final = (
    r"linkedin\.com/in|facebook\.com|fb\.com|instagram\.com|twitter\.com|x\.com|threads\.net/@|tiktok\.com/@"
    r"|t\.me|telegram\.me|wa\.me|medium\.com/@|reddit\.com/u(?:ser)?|steamcommunity\.com/id|keybase\.io"
    r"|github\.com|gitlab\.com|bitbucket\.org|pinterest\.com|snapchat\.com/add|venmo\.com(?:/u)?|paypal\.me"
    r"|cash\.app/\$|soundcloud\.com|twitch\.tv|youtube\.com/@|patreon\.com|weibo\.com(?:/u|/n)?|zhihu\.com/people"
    r"|space\.bilibili\.com|douban\.com/people|xiaohongshu\.com/user/profile|jianshu\.com/u|vk\.com|mastodon\.social/@"
)
_PROFILE: Final = compile_late(
    rf"(?<![0-9a-z\-])(?:www\.|m\.)?(?:{_HOSTS})/?(?P<name>[0-9a-z_.\-]{{2,40}})/?"
    r"(?=[\s\"'<>()\[\]{},;，。）|?#\ue000\ue001]|[.:](?:\s|$)|$)"
)
_MARK: Final = compile_late(r"(?<![0-9a-z])(?:tod[o0]|fixme|xxx|hack)\((?P<name>[a-z][0-9a-z_.\-]{1,30})\)")
_NO_NAME: Final = compile_late(
    r"v?\d|(?:later|now|soon|urgent|bug|issue|perf|cleanup|test|doc|me|us|all)s?(?![a-z])"
)


def find_profiles(context: Context) -> Iterable[Candidate]:
    """``linkedin.com/in/anna-marchetti-1987``, ``github.com/amarchetti`` where nothing follows."""
    for match in _PROFILE.finditer(context.folded):
        name = match["name"].rstrip(".")
        if name.split(".")[0] in read_groups("profile_pages.txt")["page"] or is_shared_account(name):
            continue
        start = match.start("name")
        yield propose(context, "USER", start, start + len(name), "user.profile", tier="soft")


def find_marks(context: Context) -> Iterable[Candidate]:
    """``TODO(amarchetti)``: who is to do it."""
    for match in _MARK.finditer(context.folded):
        if not _NO_NAME.match(match["name"]):
            yield propose(context, "USER", *match.span("name"), "user.mark", tier="soft")


RULES: dict[str, Rule] = {
    "user.profile": Rule(
        find_profiles,
        (r"(?:\.com|\.me|\.net|\.org|\.io|\.app|\.tv|\.social)/[@$]?[0-9a-z_]",),
    ),
    "user.mark": Rule(find_marks, words=("todo(", "tod0(", "fixme(", "xxx(", "hack(")),
}

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "user.profile": (
        Example("see linkedin.com/in/anna-marchetti-1987, https://github.com/amarchetti.",
                ("anna-marchetti-1987", "amarchetti")),
        Example("https://weibo.com/u/7700123456 和 https://t.me/quiet_heron", ("7700123456", "quiet_heron")),
        Example("https://github.com/example/tools and twitter.com/search?q=a, x.com/home, box.com/a"),
    ),
    "user.mark": (
        Example("# TODO(amarchetti): remove, FIXME(meredith)", ("amarchetti", "meredith")),
        Example("# TOD0(amarchetti): as readers see it", ("amarchetti",)),
        Example("TODO(later): remove, FIXME(v2), todo(#12), TODO(issue-7), TODO(bugs)"),
    ),
}  # fmt: skip
