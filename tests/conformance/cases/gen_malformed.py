# ruff: noqa
#!/usr/bin/env python3
"""Deterministic generator of 1,280 reference-like strings that must stay literal against resolution_fixture.json (session S, turn 2).
No random numbers: index arithmetic only, so any language can repeat it (see resolution_generator.json)."""
import json

BR = [("[[", "]]"), ("[", "]]"), ("[[", "]"), ("((", "))")]
LABEL = ["ADDR", "addr", "ADDRS", "AD-DR"]
ROOT = ["1", "l", "999", "1x"]
SEP = [("#", "."), ("##", "."), ("#", ".."), ("/", ":")]
PROJ = ["CITY", "city", "CITTY", "CITY-"]
def malformed():
    for i in range(1024):
        b, l, r, s, p = (i >> 8) & 3, (i >> 6) & 3, (i >> 4) & 3, (i >> 2) & 3, i & 3
        if i == 0:                       # the one all-valid combination is replaced
            yield "[[ADDR#1.CITY.CITY]]"; continue
        (o, c), (h, d) = BR[b], SEP[s]
        yield f"{o}{LABEL[l]}{h}{ROOT[r]}{d}{PROJ[p]}{c}"
BASES = ["[[ADDR#1]]", "[[ADDR#1.CITY]]", "[[ADDR#1.DIST]]", "[[ADDR#1.ROAD]]", "[[ADDR#1.DTL]]", "[[ADDR#1.CITY-DIST]]", "[[PHONE#2]]", "[[ID_NUMBER#3]]",
         "[[NAME#4]]", "[[EMAIL#5]]", "[[BANK_CARD#7]]", "[[ALNUM#8.LEN=8]]", "[[NUM#9.LEN=6]]", "[[ORG#10]]", "[[ADDR#12.PROV]]", "[[PHONE#13]]"]
# (name, function on a base). None of these characters is on the allow-list.
def first_letter(x, ch): return x[:2] + ch + x[3:]
def root_digit(x, f):
    i = x.index("#") + 1; j = i
    while x[j].isdigit(): j += 1
    return x[:i] + f(x[i:j]) + x[j:]
SUBS = [
 ("cyrillic_first_letter", lambda x: first_letter(x, "\u0410")),
 ("greek_first_letter", lambda x: first_letter(x, "\u0391")),
 ("fullwidth_lower_first_letter", lambda x: first_letter(x, "\uFF41")),
 ("mathematical_bold_first_letter", lambda x: first_letter(x, "\U0001D400")),
 ("circled_first_letter", lambda x: first_letter(x, "\u24B6")),
 ("arabic_indic_digits", lambda x: root_digit(x, lambda d: "".join(chr(0x0660 + int(c)) for c in d))),
 ("superscript_root", lambda x: root_digit(x, lambda d: "\u00B9" * len(d))),
 ("circled_root", lambda x: root_digit(x, lambda d: "\u2460" * len(d))),
 ("chinese_numeral_root", lambda x: root_digit(x, lambda d: "一" * len(d))),
 ("music_sharp", lambda x: x.replace("#", "\u266F")),
 ("small_number_sign", lambda x: x.replace("#", "\uFE5F")),
 ("zero_width_space_in_label", lambda x: x[:3] + "\u200B" + x[3:]),
 ("soft_hyphen_in_label", lambda x: x[:3] + "\u00AD" + x[3:]),
 ("white_square_brackets", lambda x: "\u301A" + x[2:-2] + "\u301B"),
 ("lenticular_brackets", lambda x: "\u3010\u3010" + x[2:-2] + "\u3011\u3011"),
 ("one_bracket_fullwidth", lambda x: "[\uFF3B" + x[2:]),
]
def confusable():
    for b in BASES:
        for _, f in SUBS: yield f(b)
def all_cases():
    a, b = list(malformed()), list(confusable())
    assert len(a) == 1024 and len(b) == 256
    assert len(set(a)) == 1024, len(set(a)); assert len(set(b)) == 256, len(set(b))
    return a + b
if __name__ == "__main__":
    for i, s in enumerate(all_cases()): print(json.dumps({"id": f"gen-{i:04d}", "family": "malformed" if i < 1024 else "confusable", "text": s, "expected": s}, ensure_ascii=False))
