"""The typed fields that a model's flat ones become: a value is taken over only as what it is."""

import pytest

from stelae.remember.proposals.attributes import attributes_of
from stelae.remember.proposals.proposed import Proposed


def attribute(text: str, named: str, value: str) -> object:
    """Return the attribute of a proposed fact."""
    proposed = Proposed(category="fact", text=text, quote=text, attribute=named, object=value)
    return attributes_of(proposed, text, "user")["attribute"]


@pytest.mark.parametrize(
    ("text", "named", "value"),
    [
        ("The user's work phone is 555-9999", "phone", "555-9999"),
        ("The user's middle name is Lee", "name", "Lee"),
        ("The user's work e-mail is a@work.com", "email", "a@work.com"),
        ("The user lives in a small flat", "home", "a small flat"),
        ("The user works at a hospital", "employer", "a hospital"),
        ("用户的微信号是lilei_95", "phone", "lilei_95"),
        ("用户的英文名是Jack", "name", "Jack"),
        ("用户的工作邮箱是a@work.com", "email", "a@work.com"),
        ("用户住三楼", "home", "三楼"),
        ("用户在前端组工作", "employer", "前端组"),
        ("用户在杭州做前端", "employer", "杭州"),
    ],
)
def test_what_stands_beside_a_value_is_not_its_attribute(text: str, named: str, value: str) -> None:
    """The statement stands for itself then, and replaces nothing."""
    assert attribute(text, named, value) is None


@pytest.mark.parametrize(
    ("text", "named", "value", "kept"),
    [
        ("The user's phone number is 555-0182", "phone", "555-0182", "phone"),
        ("The user's name is Jake", "name", "Jake", "name"),
        ("The user lives in Berlin", "home", "Berlin", "home"),
        ("The user lives at 12 Oak Street", "home", "12 Oak Street", "address"),
        ("The user works at Google", "employer", "Google", "employer"),
        ("用户的手机号是13812345678", "phone", "13812345678", "phone"),
        ("用户叫李明", "name", "李明", "name"),
        ("用户住在绍兴", "home", "绍兴", "home"),
        ("用户在腾讯工作", "employer", "腾讯", "employer"),
        ("用户的工作电话是010-12345678", "work_phone", "010-12345678", "work-phone"),
    ],
)
def test_a_plain_value_keeps_its_attribute(text: str, named: str, value: str, kept: str) -> None:
    """So does one whose own attribute the model names."""
    assert attribute(text, named, value) == kept
