"""Complete addresses of many countries in one piece, and lines that only begin like one."""

from __future__ import annotations

import pytest

from shotveil.core.detect import Detector
from shotveil.core.records import View


def _find(text: str) -> list[str]:
    view = View(id="v1", session="s", turn=1, medium="text", path="a.txt", text=text)
    return [o.text for o in Detector().detect((view,))[0].occurrences if o.type == "ADDR"]


@pytest.mark.parametrize(
    ("before", "address", "after"),
    [
        ("寄至", "高雄市苓雅區四維三路2號12樓", "。"),
        ("她住", "花蓮縣吉安鄉中央路三段123巷45號", "。"),
        ("我家在", "台中市西屯區台灣大道三段99號7樓之2", "。"),
        ("送到", "香港銅鑼灣軒尼詩道500號希慎廣場15樓", "。"),
        ("", "〒150-0041 東京都渋谷区神南1丁目2番3号", "です。"),
        ("", "北海道札幌市中央区北1条西2丁目", "まで。"),
        ("주소는 ", "경기도 성남시 분당구 판교역로 235", "입니다."),
        ("", "서울 마포구 월드컵북로 396, 12층", "으로 보내 주세요."),
        ("He stays at ", "Flat No. 12B, Green Park, Sector 5, Noida 201301", "."),
        ("Endereço: ", "Av. Atlântica 1702, Copacabana, Rio de Janeiro - RJ, 22021-001", "\n"),
        ("Enviar a ", "Plaza Mayor 1, 37001 Salamanca", "."),
        ("Elle habite ", "12 bis rue de la République, 33000 Bordeaux", "."),
        ("Write to ", "HC 2 Box 310, Ely, NV 89301", "."),
        ("Write to ", "RR 1 Box 45, Dover, DE 19904", "."),
        ("He rents ", "212 Government Street, Mobile, Alabama 36602", "."),
        ("Ship to ", "CMR 415 Box 3012, APO AE 09114", "."),
        ("Ship to ", "123-45 Queens Blvd, Kew Gardens, NY 11415", "."),
        ("Write to ", "The Old Rectory, Mill Lane, Ashwell, Baldock SG7 5LZ", "."),
    ],
)
def test_an_address_is_found_whole(before: str, address: str, after: str) -> None:
    assert address in _find(before + address + after)


@pytest.mark.parametrize(
    "text",
    [
        "走这条路三段距离，大约100级台阶。",
        "這條路有3段，每段10公里。",
        "서울에서 부산까지 기차로 3시간 걸립니다.",
        "Order No. 12, 5 items, ships in 3 days.",
        "Plot No. 3 shows the error rate.",
        "Il reste 5 place de parking pour 35000 euros.",
        "The HC variant costs 68 euros.",
        "Mobile app version 3.2 is out.",
    ],
)
def test_no_address(text: str) -> None:
    assert _find(text) == []
