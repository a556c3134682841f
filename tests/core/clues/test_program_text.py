"""Program text: its words are no people, firms and places, while people named in it are still found."""

from __future__ import annotations

import pytest

from shotveil.core.clues.program_text import is_identifier, is_program_word, is_technical
from shotveil.core.detect import Detector
from shotveil.core.records import TextExtent, View


def find_values(text: str) -> list[tuple[str, str]]:
    view = View("a", "a", 0, "text", "", text=text)
    found = []
    for occurrence in Detector().detect([view])[0].occurrences:
        extent = occurrence.extents[0]
        assert isinstance(extent, TextExtent)
        found.append((occurrence.type, text[extent.start : extent.end]))
    return found


CODE = '''\
    def validate_args(self, name: str, args: tuple[Type, ...]) -> bool:
        """Fail if grep or sed fails; ``timeout`` is read from stdin."""
        is_error, is_invalid = self.validate_args(name, tuple(t.args), t.alias.alias_tvars)
        if self.check_type_var_values(info.fullname, tvar.values):
            return Tuple[str, Optional[int]]
'''
SHELL = """\
#!/bin/sh
set -- -
if test $# -eq 0; then umask 0022; fi   # ensure sane default permissions, elif the caller has none
for i; do printf '%s\\n' "$i" | sed -e 's/a/b/' > "$TMPDIR/out.txt" || exit 2; done
case $opt in --specs) ldflags="$(pkg-config --libs "$lib")" ;; esac
"""
HEADER = """\
/** Returns a UClassID for this class; similar to TransferArrayBuffer, but for SharedArrayBuffer.
 * @stable ICU 2.4
 */
virtual MCSymbol *getSymbol(const GlobalValue *gv, int maxsize) const;  // see TensorBody.h
#define CID_XTPG_BASE (CID_USER_BASE + CID_XTPG_OFFSET)
"""
PERL = "my @profiles = get_profiles();\nwhile (@ARGV) { $_ = shift @ARGV; push @{$x{list}}, lc($_); }\nfoo(@args);\n"
MANUAL = """\
## Running `widgetfmt`

`cargo install widgetfmt` builds it; `widgetfmt --check src/main.rs` runs Widgetfmt on one file.
Widgetfmt reads `widgetfmt.toml`. Use `--write-mode diff` in `.travis.yml`; see `docs/config.md`.
"""
KERNEL = """\
[    0.097456] kvm-guest: APIC: eoi() replaced with kvm_guest_apic_eoi_write()
[    0.246820] APIC: Switch to symmetric I/O mode setup
[    0.001107] ACPI: Reserving FACP table memory at [mem 0xa0dab-0xa0e1f]
[    0.305598] pnp: PnP ACPI: found 2 devices
"""


@pytest.mark.parametrize("text", [CODE, SHELL, HEADER, PERL, MANUAL, KERNEL])
def test_program_text_holds_nobody(text: str) -> None:
    assert is_technical(text, len(text) // 2)
    assert find_values(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (CODE + "    # TODO(imani): ask Imani Okafor\n", "Imani Okafor"),
        (SHELL + "# Written by Tove Ekdahl, tove.ekdahl@example.org\n", "Tove Ekdahl"),
        (MANUAL + "\nThanks to Amelia for the `--check` flag, she wrote `src/check.rs`.\n", "Amelia"),
        (HEADER + "// Contact: Marla Quillgate <marla@example.com>\n", "Marla Quillgate"),
        (PERL + "# @lina_p please look\n", "@lina_p"),
    ],
)
def test_people_in_program_text_are_found(text: str, value: str) -> None:
    assert value in [found for _, found in find_values(text)]


@pytest.mark.parametrize(
    "text",
    [
        "You can use netcat to connect to the port of the challenge server.",
        "The service returns its data as JSON objects to the client of the office.",
        " Laboris nostrud mollit consequat sed excepteur cillum nulla. ",
        "Widgetspeed.io - Welcome to the wonderful world of web performance",
        "Dining Room Furniture for a small kitchen",
        '{"treatment_name": "Quantized Blue", "host name": "Falcon"}',
        "0x00ea,  # LATIN SMALL LETTER E\n" * 6,
        "self.assertTrue(isnan(pow_op(INF, NAN)))\nfrom itertools import islice as _islice, count as _count\n",
        "线程池大小为8，队列长度为100，超时时间为30秒。",
        "微服务架构下，网关负责路由转发、限流与鉴权，日志写入消息队列。",
    ],
)
def test_terms_and_filler_are_nobody(text: str) -> None:
    assert find_values(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("they told me that yilong was coming tomorrow", "yilong"),
        ("After Tim Trevanion said so", "Tim Trevanion"),
        ("请联系程池，电话13800138000", "程池"),
        ("王方法同学今天没来", "王方法"),
        ("Met Quillmere Analytics GmbH on Monday; `a`.\nSee `b`, `c` and `d`.", "Quillmere Analytics GmbH"),
        ("We met Leo today and he was happy.", "Leo"),
        ("She works at Bethune Furniture.", "Bethune Furniture"),
    ],
)
def test_people_and_firms_of_rare_words_stay(text: str, value: str) -> None:
    assert any(found.endswith(value) for _, found in find_values(text))


def test_prose_is_not_technical() -> None:
    talk = (
        "Hi Priya, can you call Mark? He is at the office (room 12) until 5; his number is in the file. " * 4
    )
    assert not is_technical(talk, 100)
    posts = "RT @calm_otter7 : so #HappyNow https://t.co/a_B_c_D/x_y_z @WEtv #AB_c_d !\n" * 6
    assert not is_technical(posts, 100)


def test_a_known_name_does_not_spread_into_variables() -> None:
    text = "Max Holloway called.\n" + "x.max_steps = max(y.max_diff, 3)\n" * 4
    assert find_values(text) == [("NAME", "Max Holloway")]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("x = y.max_steps + 1", "max", True),
        ("see Foo::Bar here", "Foo", True),
        ("thanks, Maria(mom) and Lee", "Maria", False),
        ("_Amelia_ wrote it", "Amelia", False),
        ("-Amelia", "Amelia", False),
    ],
)
def test_identifiers(text: str, word: str, expected: bool) -> None:
    start = text.index(word)
    assert is_identifier(text, start, start + len(word)) is expected


def test_words_of_programs() -> None:
    assert is_program_word("stderr")
    assert is_program_word("Subnet")
    assert not is_program_word("Amelia")


def test_an_address_goes_on_behind_the_mark_of_a_comment() -> None:
    text = "# Free Gardens, Inc., 51 Franklin Street, Fifth Floor, Boston, MA\n# 02110-1301 USA\n"
    assert any(value.endswith("02110-1301 USA") for kind, value in find_values(text) if kind == "ADDR")


def test_a_wider_guess_that_cannot_be_read_displaces_nothing() -> None:
    text = "Ask **Marisol Trent** about the default; _Amelia Hartwell_ knows it too."
    assert [value for _, value in find_values(text)] == ["Marisol Trent", "Amelia Hartwell"]
