"""Personal data is found by its check digits or by the word beside it; other numbers are not."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.personal import PERSONAL_TYPES, find_personal


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[one.start : one.end], one.type) for one in find_personal(text)]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("打我手机13702458921", "13702458921", "phone"),
        ("手机：１３７０２４５８９２１", "１３７０２４５８９２１", "phone"),
        ("call me at (379) 555-4679 after six", "(379) 555-4679", "phone"),
        ("reach me on +44 20 7946 0958", "+44 20 7946 0958", "phone"),
        ("邮箱lin@example.com，有事写信", "lin@example.com", "email"),
        ("write to sam.lee+news@mail.example.org", "sam.lee+news@mail.example.org", "email"),
        ("身份证号是11010519491231002X", "11010519491231002X", "cn_id"),
        ("My SSN is 591-26-1223 for the form.", "591-26-1223", "us_ssn"),
        ("IBAN: GB82 WEST 1234 5698 7654 32", "GB82 WEST 1234 5698 7654 32", "iban"),
        ("charge my card 4539621969989990", "4539621969989990", "bank_card"),
        ("护照号E08246635，十月到期", "E08246635", "passport"),
        ("passport no. 159896057 expires in May", "159896057", "passport"),
        ("I was born on 04/25/2001.", "04/25/2001", "birth_date"),
        ("生日是1990年3月5日", "1990年3月5日", "birth_date"),
        ("my home box answers on 73.1.7.124", "73.1.7.124", "ip_address"),
        ("我的车牌沪C5JDB9", "沪C5JDB9", "plate"),
        ("加我微信wx_lin2024", "wx_lin2024", "wechat"),
    ],
)
def test_personal_data_is_found_in_both_languages(text: str, value: str, kind: str) -> None:
    """Type and exact place, nothing around it."""
    assert _found(text) == [(value, kind)]
    assert kind in PERSONAL_TYPES


@pytest.mark.parametrize(
    "text",
    [
        "订单号6222026262960408391已经发货",
        "order 4539621969989990 shipped",
        "身份证号是110105194912310021",
        "客服电话 400-112-4149 打不通",
        "ticket 555-9339-A is closed",
        "it listens on 127.0.0.1:5634, the printer on 192.168.1.20",
        "升级到 4.6.4 版本后就好了",
        "commit 84a64643ef8fbed49c142b883c9cc5ef17a4c11c",
        "trace id 4e73fe6c-7a13-4d93-a655-9a7a8a061dbf",
        "我家在解放路 12 号，叫刘磊",
        "my passport needs renewing in 2027",
    ],
)
def test_order_numbers_wrong_check_digits_and_names_are_left_alone(text: str) -> None:
    """Names and addresses are left to people; numbers must prove themselves."""
    assert _found(text) == []


@given(st.text())
def test_findings_lie_in_the_text_in_order(text: str) -> None:
    """Law: whatever the text, findings are inside it and do not overlap."""
    found = find_personal(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
