"""Uncommon names and what only looks like one: sentences and screens made up for this test.

Each table is counted as a whole: no single value is worth a rule, the share is what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from shotveil.core.detect import Detector
from shotveil.core.geometry import Box
from shotveil.core.records import Block, View

ENGLISH = (
    ("Ishbel Onwudiwe called me about the lease.", ("Ishbel Onwudiwe",)),
    ("May Trevanion sent the form back yesterday.", ("May Trevanion",)),
    ("Yesterday I met Radek Sunderlin at the station.", ("Radek Sunderlin",)),
    ("We hired Oluwadamilare Brinkhurst in the spring.", ("Oluwadamilare Brinkhurst",)),
    ("Please forward this to Saoirse Mac Giolla Bhride before noon.", ("Saoirse Mac Giolla Bhride",)),
    ("Ngozi O'Shaughnessy-Vale will chair the meeting.", ("Ngozi O'Shaughnessy-Vale",)),
    ("Her doctor, Thandeka Mkhwanazi, wrote the letter.", ("Thandeka Mkhwanazi",)),
    ("The flat belongs to Wim van der Kloostermans now.", ("Wim van der Kloostermans",)),
    ("Quill Hartsgrove phoned twice while you were out.", ("Quill Hartsgrove",)),
    ("June Pemberwick and August Tollander moved in last week.", ("June Pemberwick", "August Tollander",)),
    ("I spoke with Zbigniew Czartorylski about the roof.", ("Zbigniew Czartorylski",)),
    ("Grace Umunna-Lister married Piotr Wyszkowiak in Leeds.", ("Grace Umunna-Lister", "Piotr Wyszkowiak",)),
    ("D'Arcy Quenneville is my landlord.", ("D'Arcy Quenneville",)),
    ("Afterwards Xiulan Brathwaite drove us home.", ("Xiulan Brathwaite",)),
    ("The winner was Tamsyn Trevorrow from the night class.", ("Tamsyn Trevorrow",)),
    ("Please ask Ji-woo Hallgrimson for the keys.", ("Ji-woo Hallgrimson",)),
    ("Mrs. Odalys Ferncastle opened the door.", ("Mrs. Odalys Ferncastle",)),
    ("Rowena Szabolcsi's car was towed.", ("Rowena Szabolcsi",)),
    ("The nurse told Ekaterine Gvazava that her son was fine.", ("Ekaterine Gvazava",)),
    ("Lunch with Bartholomew Oyelowo-Strand was moved to Friday.", ("Bartholomew Oyelowo-Strand",)),
    ("According to Hania Wroclawek, the parcel never came.", ("Hania Wroclawek",)),
    ("Will Ashdown-Mbeki and I share an office.", ("Will Ashdown-Mbeki",)),
    ("My cousin Fenwick Adeyinka-Roe plays the cello.", ("Fenwick Adeyinka-Roe",)),
    ("J. R. Thistlewood-Nkemelu signed for it.", ("J. R. Thistlewood-Nkemelu",)),
    ("Tell Eluned Gwastad I said hello.", ("Eluned Gwastad",)),
    ("Rose Kilbrannan wants her deposit back.", ("Rose Kilbrannan",)),
    ("Yusra al-Mansoorani asked for a refund.", ("Yusra al-Mansoorani",)),
    ("Our new neighbour is Caoimhe Drumgoold.", ("Caoimhe Drumgoold",)),
    ("Sgt. Uchenna Blackthorpe took the statement.", ("Sgt. Uchenna Blackthorpe",)),
    ("The email from Torbjorn Aakvaag bounced.", ("Torbjorn Aakvaag",)),
    ("I think Mirembe Castellanoz lives upstairs.", ("Mirembe Castellanoz",)),
    ("Isolde Quarrington-Obi apologised for the delay.", ("Isolde Quarrington-Obi",)),
    ("we met ishbel onwudiwe at the library", ("ishbel onwudiwe",)),
    ("ask rowena szabolcsi about the invoice", ("rowena szabolcsi",)),
    ("CALLED ISHBEL ONWUDIWE AT NOON AND LEFT A MESSAGE", ("ISHBEL ONWUDIWE",)),
    ("Last night Brannagh Okonjo-Weir read her poems.", ("Brannagh Okonjo-Weir",)),
    ("I owe Siobhra Delacroix-Amadi ten pounds.", ("Siobhra Delacroix-Amadi",)),
    ("The lodger, Emrys Pwll-Hendry, moved out on Tuesday.", ("Emrys Pwll-Hendry",)),
    ("Could you ring Zsofia Kerekgyarto before five?", ("Zsofia Kerekgyarto",)),
    ("April Mbatha-Lindqvist and her brother own the shop.", ("April Mbatha-Lindqvist",)),
    ("Chidera Vandersloot taught my son to swim.", ("Chidera Vandersloot",)),
    ("It was Ruaridh Colquhounson who found the dog.", ("Ruaridh Colquhounson",)),
    ("Nobody told Philippa Ogundele-Marsh about the leak.", ("Philippa Ogundele-Marsh",)),
    ("Send the cheque to Wojciech Brzezicki by Friday.", ("Wojciech Brzezicki",)),
    ("Our plumber Idris Llanwern came at eight.", ("Idris Llanwern",)),
    ("The report was prepared by Anneliese Voskuijlen.", ("Anneliese Voskuijlen",)),
    ("Hope Sarpong-Ellery thinks the rent is too high.", ("Hope Sarpong-Ellery",)),
    ("Then Mwangi Thornquist asked for silence.", ("Mwangi Thornquist",)),
    ("She married Lucjan Wisniowiecki in June.", ("Lucjan Wisniowiecki",)),
    ("Faith Achterberg's mother lives in Leeds.", ("Faith Achterberg",)),
    ("Interview with Oisin MacGabhann at ten", ("Oisin MacGabhann",)),
    ("I saw Penrose Iwuchukwu near the gate.", ("Penrose Iwuchukwu",)),
    ("Thandiwe Kruisweg is a friend of ours.", ("Thandiwe Kruisweg",)),
    ("Mr Abernethy-Osei refused to sign.", ("Mr Abernethy-Osei",)),
    ("Dear Xanthe Papadiamantis,", ("Xanthe Papadiamantis",)),
    ("please call tadhg o'rathaille tomorrow", ("tadhg o'rathaille",)),
    ("talk to nneka abendroth about the keys", ("nneka abendroth",)),
    ("Reviewer: Branwen Trelawney-Adu", ("Branwen Trelawney-Adu",)),
    ("Kind regards,\nSaskia Wolkonsky-Nwosu", ("Saskia Wolkonsky-Nwosu",)),
)  # fmt: skip

NO_ENGLISH = (
    "Install Grafana Loki on the cluster and restart it.",
    "We moved from Jira to YouTrack last spring.",
    "Kubernetes Helm charts are stored in the repository.",
    "The Samsung Galaxy was cheaper than the Xiaomi Redmi.",
    "In May or June we travel to Buenos Aires and Addis Ababa.",
    "Open Visual Studio Code and run the Prettier plugin.",
    "The Toyota Corolla and the Hyundai Tucson were sold.",
    "She studied Ancient Greek and Biblical Hebrew in Uppsala.",
    "Arsenal beat Fiorentina before Galatasaray lost again.",
    "He ordered Pad Thai, Tom Yum and a Caipirinha.",
    "Use BeautifulSoup with Selenium WebDriver to read it.",
    "The Raspberry Pi runs Debian Bookworm without trouble.",
    "Click Save Draft, then Send Message, then New Folder.",
    "The Pythagorean Theorem and Fourier Analysis are hard.",
    "Ubuntu Jammy replaced Ubuntu Focal on the servers.",
    "We drove through Snowdonia and the Brecon Beacons.",
    "Set Terraform Cloud as the backend and call it again.",
    "Windows Defender asked for a restart.",
    "Pinot Noir goes well with Gorgonzola.",
    "The Zigbee Coordinator sent a wakeup frame.",
    "Ansible Tower called the webhook twice.",
    "Docker Compose told us the port was in use.",
    "Chrome DevTools logged an error.",
    "The Bundesliga and the Eredivisie start in August.",
    "Merry Christmas and a Happy New Year to all readers.",
    "const UserProfile = require('./UserProfile');",
    "Configure Nginx Ingress before you deploy Prometheus.",
    "Read the Bhagavad Gita and the Upanishads.",
    "WhatsApp and Telegram logged me out.",
    "Sagrada Familia is in Barcelona.",
    "We met Agile goals and shipped Kanban boards.",
    "Paracetamol and Ibuprofen helped him.",
)  # fmt: skip

CHINESE = (
    ("昨天贺晴岚把合同寄给了樊子沐。", ("贺晴岚", "樊子沐",)),
    ("据说老谭和小佟都辞职了。", ("老谭", "小佟",)),
    ("欧阳若溪的快递放在门卫那里，请尉迟敬之去取。", ("欧阳若溪", "尉迟敬之",)),
    ("买买提·吐尔洪在乌鲁木齐开了一家面馆。", ("买买提·吐尔洪",)),
    ("阿依古丽·热合曼说她下周回喀什。", ("阿依古丽·热合曼",)),
    ("扎西顿珠和卓玛央金一起去了拉萨。", ("扎西顿珠", "卓玛央金",)),
    ("邹师傅、缪阿姨和褚大夫都在等你。", ("邹师傅", "缪阿姨", "褚大夫",)),
    ("前锋费尔卡多梅开二度，帮助球队取胜。", ("费尔卡多",)),
    ("伊万诺娃·彼得洛夫斯卡娅教授出席了会议。", ("伊万诺娃·彼得洛夫斯卡娅",)),
    ("记者 甄以宁 摄", ("甄以宁",)),
    ("因为家里穷，徐向晚从小就帮父母干活。", ("徐向晚",)),
    ("佐佐木健太昨天从大阪飞到上海。", ("佐佐木健太",)),
    ("朴允智告诉记者，她不打算退役。", ("朴允智",)),
    ("这份报告是戚明澈和蔺如风写的。", ("戚明澈", "蔺如风",)),
    ("我叫逄雨桐，今年三十二岁。", ("逄雨桐",)),
    ("麦克唐纳表示，公司不会裁员。", ("麦克唐纳",)),
    ("被告人褚某被判三年，其妻宓秀英表示不上诉。", ("宓秀英",)),
    ("请转告单于飞，会议改期。", ("单于飞",)),
    ("章女士的丈夫卞文轩在一家医院工作。", ("章女士", "卞文轩",)),
    ("与阮氏玉兰结婚后，他搬到了河内。", ("阮氏玉兰",)),
    ("司马青衫笑道：“你认错人了。”", ("司马青衫",)),
    ("教练罗德里格斯认为裁判有失公允。", ("罗德里格斯",)),
    ("主演有岑笑笑、钮祜禄安、乐正绫。", ("岑笑笑",)),
    ("张成功昨天请假了。", ("张成功",)),
    ("高兴旺和白雪飞在同一个班。", ("高兴旺", "白雪飞",)),
    ("陳怡君說她明天會到臺北。", ("陳怡君",)),
    ("黃志明與林美玲結婚了。", ("黃志明", "林美玲",)),
    ("格桑旺堆的哥哥叫洛桑次仁。", ("格桑旺堆", "洛桑次仁",)),
    ("克里斯汀娜给安德烈亚斯发了一封信。", ("克里斯汀娜", "安德烈亚斯",)),
    ("苏日娜和巴特尔在草原上长大。", ("苏日娜", "巴特尔",)),
)  # fmt: skip

BODIES = (
    ("他毕业于华岚师范大学，现任星屿证券首席分析师。", ("华岚师范大学", "星屿证券",)),
    ("中国青少年发展基金会昨日发布公告。", ("中国青少年发展基金会",)),
    ("岚山区教育局局长表示将调查此事。", ("岚山区教育局",)),
    ("美国国家海洋局的专家说，风暴正在减弱。", ("美国国家海洋局",)),
    ("据《岚江晚报》报道，大桥将封闭施工。", ("岚江晚报",)),
    ("云帆资本领投，瑞鼎基金跟投。", ("云帆资本", "瑞鼎基金",)),
    ("石岭市中级人民法院驳回了上诉。", ("石岭市中级人民法院",)),
    ("乌兹卡拉队客场挑战桑托利亚队。", ("乌兹卡拉队", "桑托利亚队",)),
    ("北江市第三人民医院新增床位五百张。", ("北江市第三人民医院",)),
    ("泰隆重工与欧玛汽车签署合作协议。", ("泰隆重工", "欧玛汽车",)),
    ("国际羽毛球联合会公布了最新排名。", ("国际羽毛球联合会",)),
    ("她在岚州歌舞团跳了十年舞。", ("岚州歌舞团",)),
)  # fmt: skip

PLACES = (
    ("他出生于河北省张北县，后来迁居保定。", ("河北省张北县", "保定",)),
    ("会议将在布里斯托维亚举行。", ("布里斯托维亚",)),
    ("火灾发生在青石镇东风路附近。", ("青石镇东风路",)),
    ("列车从石家庄开往乌兰察布。", ("石家庄", "乌兰察布",)),
    ("楼盘紧邻柳河公园和东坝地铁站。", ("柳河公园", "东坝地铁站",)),
    ("他从慕尼黑飞往维也纳。", ("慕尼黑", "维也纳",)),
    ("游客被困在鹰嘴山。", ("鹰嘴山",)),
)  # fmt: skip

NO_CHINESE = (
    "万一失败请重试，高兴就好，白菜涨价。",
    "关于系统设置和账户安全的说明",
    "请在周末之前提交项目金额和时间安排",
    "马上下单，立减十元，全场包邮。",
    "本届政府高度重视经济建设。",
    "安全生产月活动顺利开展。",
    "他在高速公路上开了三个小时。",
    "任意门和时光机都是道具。",
    "游戏更新后，战士和法师的技能有所调整。",
    "这款面包机支持定时功能。",
    "夏天到了，蚊子多了起来。",
    "马达的转速越高噪音越大。",
    "巧克力和咖啡都含有咖啡因。",
    "奥林匹克精神激励着年轻人。",
    "该公司股价上涨，银行利率下调。",
    "国家有权管理自己的事务。",
    "法院判决公司赔偿损失。",
    "双方队员握手，裁判吹响终场哨。",
    "王子和公主从此过上了幸福的生活。",
    "老师傅手艺好，老板娘热情。",
    "小米手机和华为平板都降价了。",
    "雷雨天气请注意安全。",
    "时间管理和项目管理同样重要。",
    "曼哈顿计划是二战期间的研究项目。",
    "巴洛克式建筑装饰华丽。",
    "阿拉伯数字由印度人发明。",
    "哈利波特是一部小说。",
    "金融危机爆发后，失业率上升。",
    "高等数学和线性代数是必修课。",
    "方便面和火腿肠都卖完了。",
    "後續的問題請聯絡客服人員。",
    "為了提高效率，我們更新了設備。",
    "本書詳細探討了戰爭對人類社會的影響。",
    "关机后请拔掉电源。",
    "汤圆和饺子都煮好了。",
    "水果店的苹果和梨都很新鲜。",
)  # fmt: skip

SCREENS = (
    (("Light side: Ishbel Onwudiwe", "Call +44 20 7946 0018",), ("Ishbel Onwudiwe",)),
    (("Radek Sunderlin", "+1 415 555 0132",), ("Radek Sunderlin",)),
    (("Caoimhe Drumgoold", "caoimhe@example.org",), ("Caoimhe Drumgoold",)),
    (("RADEK SUNDERLIN", "Tel 020 7946 0955",), ("RADEK SUNDERLIN",)),
    (("Assignee: Tamsyn Trevorrow",), ("Tamsyn Trevorrow",)),
    (("Delivered to Mirembe Castellanoz",), ("Mirembe Castellanoz",)),
    (("Posted by Hania Wroclawek",), ("Hania Wroclawek",)),
    (("Ordered by", "Quenby Hartsgrove",), ("Quenby Hartsgrove",)),
    (("收件人", "逄雨桐", "13800138000",), ("逄雨桐",)),
    (("贺晴岚", "在吗？快递到了",), ("贺晴岚",)),
    (("班主任：尉迟敬之",), ("尉迟敬之",)),
    (("张三丰", "138-0013-8000", "浙江省杭州市西湖区文三路478号",), ("张三丰",)),
    (("阿依古丽·热合曼", "微信通话",), ("阿依古丽·热合曼",)),
    (("患者姓名", "蔺如风",), ("蔺如风",)),
    (("Caller ID", "Branwen Trelawny", "+44 7700 900123",), ("Branwen Trelawny",)),
    (("Shared by Wojciech Brzezicki",), ("Wojciech Brzezicki",)),
    (("Approved by", "Zsofia Kerekgyarto",), ("Zsofia Kerekgyarto",)),
    (("Contact: Emrys Pwllhendry", "emrys@example.com",), ("Emrys Pwllhendry",)),
    (("Message from Nneka Abendroth",), ("Nneka Abendroth",)),
)  # fmt: skip

NO_SCREENS = (
    ("Grafana Loki", "Install",),
    ("Galaxy Buds", "Connected",),
    ("Redmi Xiaomi", "+ Add to cart",),
    ("Firefox Nightly", "Version 128.0",),
    ("Theme: Solarized Dark",),
    ("Font: Inconsolata Regular",),
    ("Minecraft Bedrock", "4.5 stars",),
    ("Buenos Aires", "22 degrees",),
    ("Save Draft",),
    ("Wi-Fi Calling",),
    ("Visa Infinite", "**** 4242",),
    ("Airplane Mode",),
    ("Dark Mode",),
    ("Recently Deleted",),
    ("Team: Galatasaray",),
    ("Docker Compose", "Running",),
    ("Spotify Premium", "$9.99",),
    ("Route: Euston Paddington",),
    ("设置", "通用", "显示与亮度",),
    ("高德地图", "周边搜索",),
    ("任务中心", "每日签到",),
    ("安全中心", "隐私保护",),
    ("元气森林", "加入购物车",),
    ("时光相册", "备份完成",),
    ("万能钥匙", "连接",),
    ("白噪音", "播放",),
    ("马上抢", "限时特惠",),
    ("夏日清凉季", "全场五折",),
    ("单曲循环", "随机播放",),
    ("管理员", "成员", "访客",),
    ("全部订单", "待付款", "待收货",),
    ("应用宝", "更新",),
    ("和平精英", "开始游戏",),
    ("王者荣耀", "排位赛",),
)  # fmt: skip


def read(view: View, kinds: Iterable[str], *, tagger: bool = True) -> list[str]:
    """Values of some types in a view."""
    found = Detector(tagger=tagger).detect([view])[0].occurrences
    return [occurrence.text for occurrence in found if occurrence.type in kinds]


def make_text(text: str) -> View:
    return View("v", "s", 0, "text", "t.txt", text=text)


def make_screen(lines: Sequence[str]) -> View:
    """Lines below each other, forty pixels apart."""
    boxes = [Box(20, 20 + 40 * row, 20 + 10 * len(line), 40 + 40 * row) for row, line in enumerate(lines)]
    blocks = [
        Block(str(row), line, box, box.quad())
        for row, (line, box) in enumerate(zip(lines, boxes, strict=True))
    ]
    return View("v", "s", 0, "image", "t.png", blocks=tuple(blocks))


def miss(rows: Iterable[tuple[str, tuple[str, ...]]], kind: str, *, tagger: bool = True) -> list[str]:
    """Values that are not found whole."""
    return [
        value
        for text, values in rows
        for value in values
        if value not in read(make_text(text), (kind,), tagger=tagger)
    ]


@pytest.mark.parametrize(
    ("rows", "kind", "most", "most_by_rules"),
    [
        pytest.param(ENGLISH, "NAME", 3, 9, id="english"),
        pytest.param(CHINESE, "NAME", 9, 20, id="chinese"),
        pytest.param(BODIES, "ORG", 3, 12, id="bodies"),
        pytest.param(PLACES, "ADDR", 1, 3, id="places"),
    ],
)
def test_values_nobody_listed(
    rows: Sequence[tuple[str, tuple[str, ...]]], kind: str, most: int, most_by_rules: int
) -> None:
    missed = miss(rows, kind)
    assert len(missed) <= most, missed
    missed = miss(rows, kind, tagger=False)
    assert len(missed) <= most_by_rules, missed


@pytest.mark.parametrize(
    ("texts", "most", "most_by_rules"),
    [
        pytest.param(NO_ENGLISH, 14, 3, id="english"),
        pytest.param(NO_CHINESE, 4, 0, id="chinese"),
    ],
)
def test_look_alikes(texts: Sequence[str], most: int, most_by_rules: int) -> None:
    found = [value for text in texts for value in read(make_text(text), ("NAME", "ORG"))]
    assert len(found) <= most, found
    found = [value for text in texts for value in read(make_text(text), ("NAME", "ORG"), tagger=False)]
    assert len(found) <= most_by_rules, found


@pytest.mark.parametrize(("lines", "values"), SCREENS)
def test_uncommon_name_on_a_screen(lines: tuple[str, ...], values: tuple[str, ...]) -> None:
    assert set(values) <= set(read(make_screen(lines), ("NAME",)))


@pytest.mark.parametrize("lines", NO_SCREENS)
def test_captions_are_no_names(lines: tuple[str, ...]) -> None:
    assert read(make_screen(lines), ("NAME", "ORG", "ADDR")) == []
