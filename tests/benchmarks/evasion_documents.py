"""Documents of many kinds with invented people, for the table of evasions: letters, records, chats, notes."""

from __future__ import annotations

import random
import re
import string
from collections.abc import Iterator

Value = tuple[str, str]
"""Kind and text."""

_GIVEN = [
    "Imogen",
    "Casper",
    "Delphine",
    "Rufus",
    "Anneke",
    "Tobias",
    "Yusuf",
    "Mireille",
    "Gordon",
    "Saskia",
    "Leopold",
    "Noor",
    "Hattie",
    "Bruno",
]
_FAMILY = [
    "Wetherby",
    "Okonkwo",
    "Lindqvist",
    "Castellano",
    "Pemberton",
    "Thornbury",
    "Nakagawa",
    "Bellweather",
    "Hargreave",
    "Steinhaus",
]
_ZH_NAMES = [
    "沈嘉懿",
    "梁思源",
    "上官云溪",
    "顾晓棠",
    "范书文",
    "蒋一鸣",
    "诸葛明远",
    "魏子衿",
    "唐若楠",
    "秦牧之",
]
_STREETS = [
    "Hawthorn",
    "Beechcroft",
    "Maplewood",
    "Orchard",
    "Kingsbury",
    "Sycamore",
    "Thistledown",
    "Copperfield",
]
_CITIES = (
    "Denver, CO 80203",
    "Austin, TX 78704",
    "Albany, NY 12207",
    "Spokane, WA 99201",
    "Madison, WI 53703",
)
_ZH_CITIES = [
    "江苏省南京市鼓楼区",
    "陕西省西安市雁塔区",
    "北京市朝阳区",
    "上海市徐汇区",
    "山东省青岛市市南区",
]
_ZH_ROADS = ["中山路", "长江西路", "和平街", "建国门外大街", "滨海大道", "云杉路"]

TEMPLATES = (
    "Hi team, {name} called about order {order}. Callback {phone}, mail {email}.\nShe lives at {addr}.\n",
    "CUSTOMER RECORD\nFull name: {name}\nHome address: {addr}\nMobile: {phone}\nE-mail: {email}\n"
    "Social Security Number: {ssn}\n",
    "Bank transfer to {name}, IBAN: {iban}. Questions: {email}\nCard no. {card}, exp 09/29, CVV 318\n",
    "Patient: {name}\nMRN: {mrn}\nPhone: {phone}\nPassport No: {passport}\nDriver's license: {licence}\n",
    "Employee ID: {employee}\nSigned by {name} from {ip}\nLicense plate: {plate}\n",
    "api_key = {token}\npassword: {password}\ncontact: {email}\n",
    "DATABASE_URL=postgres://app:{password}@db.example.com/shop\nAuthorization: Bearer {token}\n",
    "- name: {name}\n- tel: {phone}\n- card: {card}\n- ship to: {addr}\n- account number: {order}\n",
    "您好，我是{zh_name}，手机号{zh_phone}，快递请寄到{zh_addr}，谢谢。\n",
    "客户姓名：{zh_name}\n联系电话：{zh_phone}\n身份证号码：{zh_id}\n收货地址：{zh_addr}\n邮箱：{zh_email}\n",
    "订单号：{zh_order}\n收件人：{zh_name} {zh_phone}\n银行卡号：{zh_card}\n车牌号：{zh_plate}\n护照号：{zh_passport}\n",
    "{zh_name}的身份证是{zh_id}，车牌{zh_plate}，卡号{zh_card}。\n",
    "<b>{name}</b> wrote: my SSN is {ssn}, please call {phone} today.\n",
)  # fmt: skip


def write_documents(count: int, seed: int = 17) -> Iterator[tuple[str, list[Value]]]:
    """Each template ``count`` times: the parts of the text around ``{}``, and the values that go there."""
    chance = random.Random(seed)
    for _ in range(count):
        for template in TEMPLATES:
            values = _Values(chance)
            names = re.findall(r"\{(\w+)\}", template)
            yield re.sub(r"\{\w+\}", "{}", template), [values.make(name) for name in names]


class _Values:
    """Values of one invented person."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.given, self.family = chance.choice(_GIVEN), chance.choice(_FAMILY)

    def digits(self, count: int) -> str:
        return "".join(self.chance.choice(string.digits) for _ in range(count))

    def make(self, name: str) -> Value:
        kind = name.removeprefix("zh_").upper() + (".zh" if name.startswith("zh_") else "")
        text: str = getattr(self, f"_make_{name}")()
        return kind, text

    def _make_name(self) -> str:
        return f"{self.given} {self.family}"

    def _make_email(self) -> str:
        joint, number = self.chance.choice([".", "_", ""]), self.chance.choice(["", "77", "1984"])
        return f"{self.given.lower()}{joint}{self.family.lower()}{number}@{self.chance.choice(['example.com', 'mail.example.org'])}"

    def _make_addr(self) -> str:
        unit = self.chance.choice(["", "", f"Apt {self.chance.randint(1, 40)}{self.chance.choice('ABCD')}, "])
        kind = self.chance.choice(["Avenue", "Road", "Street", "Lane", "Drive", "Court", "Way"])
        street = f"{self.chance.randint(11, 9899)} {self.chance.choice(_STREETS)} {kind}"
        return f"{street}, {unit}{self.chance.choice(_CITIES)}"

    def _make_phone(self) -> str:
        forms = (
            f"+44 20 7946 0{self.digits(3)}", f"+33 1 99 00 {self.digits(2)} {self.digits(2)}",
            f"+49 30 23125 {self.digits(3)}", f"+61 491 570 15{self.chance.choice('6789')}",
            f"+1-202-555-01{self.digits(2)}", f"(212) 555-01{self.digits(2)}", f"+81 3 3{self.digits(3)} {self.digits(4)}",
        )  # fmt: skip
        return self.chance.choice(forms)

    def _make_iban(self) -> str:
        country, account = self.chance.choice(
            [
                ("GB", "WEST" + self.digits(14)),
                ("DE", self.digits(18)),
                ("FR", self.digits(23)),
                ("NL", "ABNA" + self.digits(10)),
            ]
        )
        number = "".join(str(int(char, 36)) for char in f"{account}{country}00")
        return f"{country}{98 - int(number) % 97:02d}{account}"

    def _make_card(self) -> str:
        return self._close_luhn(self.chance.choice(["4", "51", "53"]), 15)

    def _close_luhn(self, head: str, size: int) -> str:
        body = head + self.digits(size - len(head))
        total = 0
        for place, char in enumerate(reversed(body)):
            digit = int(char) * (2 - place % 2)
            total += digit - 9 * (digit > 9)
        return f"{body}{-total % 10}"

    def _make_ssn(self) -> str:
        return (
            f"{self.chance.randint(101, 665)}-{self.chance.randint(10, 99)}-{self.chance.randint(1000, 9999)}"
        )

    def _make_mrn(self) -> str:
        return f"MRN-{self.digits(7)}"

    def _make_order(self) -> str:
        return self.chance.choice("368") + self.digits(9)

    def _make_employee(self) -> str:
        return f"E{self.digits(6)}"

    def _make_passport(self) -> str:
        return self.chance.choice("CXA") + self.digits(8)

    def _make_licence(self) -> str:
        return self.chance.choice("ABDF") + self.digits(7)

    def _make_plate(self) -> str:
        return f"{self.chance.choice('578')}{self.chance.choice(['KXL', 'TRB', 'QPW'])}{self.digits(3)}"

    def _make_token(self) -> str:
        return "".join(self.chance.choice(string.ascii_letters + string.digits) for _ in range(28))

    def _make_password(self) -> str:
        return self.chance.choice(["Otter", "Maple", "kite"]) + self.chance.choice("!#") + self.digits(4)

    def _make_ip(self) -> str:
        return (
            f"203.{self.chance.randint(20, 200)}.{self.chance.randint(1, 250)}.{self.chance.randint(1, 250)}"
        )

    def _make_zh_name(self) -> str:
        return self.chance.choice(_ZH_NAMES)

    def _make_zh_phone(self) -> str:
        return self.chance.choice(["1380013", "1390012"]) + self.digits(4)

    def _make_zh_addr(self) -> str:
        rooms = f"{self.chance.randint(1, 18)}号楼{self.chance.randint(1, 6)}单元{self.chance.randint(101, 2904)}室"
        return f"{self.chance.choice(_ZH_CITIES)}{self.chance.choice(_ZH_ROADS)}{self.chance.randint(2, 980)}号{rooms}"

    def _make_zh_id(self) -> str:
        born = f"{self.chance.randint(1950, 2004)}{self.chance.randint(1, 12):02d}{self.chance.randint(1, 28):02d}"
        body = self.chance.choice(["110105", "310104", "440305"]) + born + self.digits(3)
        weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
        return body + "10X98765432"[sum(int(c) * w for c, w in zip(body, weights, strict=True)) % 11]

    def _make_zh_card(self) -> str:
        return self._close_luhn("622202", 18)

    def _make_zh_plate(self) -> str:
        return f"{self.chance.choice('京沪粤苏川')}{self.chance.choice('ABCD')}{self.digits(1)}{self.chance.choice('EFGHJK')}{self.digits(3)}"

    def _make_zh_order(self) -> str:
        return "20" + self.digits(12)

    def _make_zh_passport(self) -> str:
        return "E" + self.digits(8)

    def _make_zh_email(self) -> str:
        return f"{self.chance.choice(['lin', 'zhou', 'he'])}{self.digits(4)}@example.cn"
