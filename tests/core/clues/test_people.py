"""Names that nothing but their place on a screen proves."""

from __future__ import annotations

import pytest
from found_values import find_drawn

from shotveil.core.clues.person.zh import reads_as_person


def names(*blocks: tuple[int, int, str]) -> set[str]:
    """Names found among blocks ``(left, top, text)`` of 20 px."""
    return {text for kind, text in find_drawn(*blocks) if kind == "NAME"}


@pytest.mark.parametrize(
    ("name", "blocks"),
    [
        ("白立群", ((40, 40, "白立群138-0013-8051"), (40, 80, "浙江省杭州市"))),
        ("高海燕", ((40, 40, "高海燕"), (400, 40, "138 0013 8064"))),
        ("史诗涵", ((40, 40, "史诗涵"), (900, 40, "shi.sh35@example.com"))),
        ("万明哲", ((40, 40, "万"), (90, 40, "万明哲"), (90, 70, "后端工程师"))),
        ("苏海燕", ((40, 40, "处理人"), (400, 40, "苏海燕"))),
        ("方爱华", ((40, 40, "方爱华"), (40, 68, "13800138012"))),
        ("雷爱华", ((40, 40, "雷爱华等3人赞了你的动态"),)),
        ("高美玲", ((40, 40, "高美玲生日"),)),
        ("段春生", ((40, 40, "段春生3小时前"),)),
        ("万爱华", ((40, 40, "万爱华成人票"),)),
        ("方国栋", ((40, 40, "方国栋，周六你在家吗?"),)),
        ("欧阳思远", ((40, 40, "欧阳思远"), (400, 40, "138 0013 8064"))),
        ("诸葛海燕", ((40, 40, "旅客"), (40, 68, "诸葛海燕"), (40, 96, "13800138012"))),
        ("Percival Zielinski", ((40, 40, "Percival Zielinski Agent"),)),
        ("Cosima Quillon", ((40, 40, "Cosima Quillon Online"),)),
        ("尹春生", ((40, 40, "转账-尹春生"),)),
        ("雷海燕", ((40, 40, "雷海燕·138-0013-8007"),)),
        ("高海燕", ((40, 40, "138 0013 8064"), (400, 40, "高海燕"))),
        ("Will Thackeray", ((40, 40, "Will Thackeray"), (400, 40, "218-555-0134"))),
        ("Rose Underhill", ((40, 40, "RU"), (90, 40, "Rose Underhill"), (90, 70, "Accountant"))),
        ("Amara Wren", ((40, 40, "Amara Wren"), (40, 66, "Site Manager"), (40, 92, "509.555.0161"))),
        (
            "Oskar Finch",
            ((40, 40, "Oskar Finch"), (400, 40, "Giulia Sartori (Host)"), (900, 90, "Rahel Ibarra")),
        ),
        ("潘致远", ((40, 40, "已与潘致远共享"),)),
        ("Mark Page", ((40, 40, "Mark Page"), (40, 68, "mark@example.com"))),
    ],
)
def test_place_on_the_screen_proves_a_name(name: str, blocks: tuple[tuple[int, int, str], ...]) -> None:
    assert name in names(*blocks)


@pytest.mark.parametrize(
    "blocks",
    [
        ((40, 40, "高清"), (400, 40, "138 0013 8064")),
        ((40, 40, "安全中心"), (400, 40, "400-555-0134")),
        ((40, 40, "方便面等3人份"),),
        ((40, 40, "全部在线"),),
        ((40, 40, "任务3天前"),),
        ((40, 40, "处理人"), (400, 40, "全部")),
        ((40, 40, "白衬衫"), (400, 40, "13800138012")),
        ((40, 40, "常用语请求"),),
        ((40, 40, "金牌店"), (40, 68, "13800138012")),
        ((40, 40, "黄金会员3天前"),),
        ((40, 40, "转账-银行卡"),),
        ((40, 40, "Mark Complete"), (400, 40, "218-555-0134")),
        ((40, 40, "Grace Period"), (400, 40, "help@example.com")),
        ((40, 40, "Will Call"), (40, 68, "218-555-0134")),
        ((40, 40, "Paris Office"), (40, 66, "Opening hours"), (40, 92, "509.555.0161")),
        ((40, 40, "Grace Period"), (40, 66, "Terms"), (40, 92, "help@example.com")),
        ((40, 40, "Sky Blue"), (40, 80, "Grace Period"), (40, 120, "Rose Gold")),
        ((40, 40, "已与系统共享"),),
    ],
)
def test_words_in_such_places_are_no_names(blocks: tuple[tuple[int, int, str], ...]) -> None:
    assert names(*blocks) == set()


@pytest.mark.parametrize(
    "word", ["方便面", "管理员", "支付宝", "高铁票", "苏州站", "白开水", "向日葵", "文件夹", "海涛"]
)
def test_words_do_not_read_as_a_person(word: str) -> None:
    assert not reads_as_person(word)
