"""A password that is described is one: it goes to the end of its clause, and advice about passwords stays."""

import pytest

from stelae.remember.redaction import redact
from stelae.text.secrets import find_secrets


def _values(text: str) -> list[str]:
    return [text[one.start : one.end] for one in find_secrets(text)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("wifi是HomeNet，密码八个8", "八个8"),
        ("银行卡密码是8个0", "8个0"),
        ("我密码就六个1，别告诉别人", "六个1"),
        ("密码全是0", "全是0"),
        ("密码四八二一五零", "四八二一五零"),
        ("开机密码就是生日930412", "生日930412"),
        ("密码是我生日倒过来，别外传", "我生日倒过来"),
        ("手机密码用的是我家门牌号", "我家门牌号"),
        ("密码是公司生日", "公司生日"),
        ("保险柜密码左3右7左9", "左3右7左9"),
        ("手势密码是Z字形", "Z字形"),
        ("password is eight 8s", "eight 8s"),
        ("my pin is four eight two one", "four eight two one"),
        ("my pin is my birthday backwards, ok?", "my birthday backwards"),
        ("the alarm code is the year I was born", "the year I was born"),
        ("my password is my dog's name plus 99", "my dog's name plus 99"),
        ("my wifi password is purple elephant", "purple elephant"),
        ("my unlock pattern is a Z", "a Z"),
        ("my password is dragon with a capital D", "dragon with a capital D"),
        ("我的密码全是小写pancake加42", "pancake加42"),
        ("unlock pattern L shape", "L shape"),
    ],
)
def test_a_described_password_goes_to_the_end_of_its_clause(text: str, value: str) -> None:
    """Whoever reads the description can open the lock (DEV-06.1)."""
    assert _values(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "密码不要用生日",
        "别把密码设成生日",
        "建议密码不要设成手机号",
        "密码用生日不安全",
        "密码是不是生日？",
        "密码提示是我的生日",
        "密码找回要输手机号",
        "密码两个月换一次",
        "密码输错三个人都试过",
        "密码有六个数字",
        "密码太长了",
        "密码太简单了，比如八个8",
        "解锁图案忘了",
        "never use your birthday as a pin",
        "my pin is not my birthday",
        "his lapel pin is his grandfather's name",
        "password is eight characters",
        "my password is really old",
        "my email password is getting old",
        "the password is case sensitive",
        "the router password is factory default",
        "the password is the name of the game we play",
        "the wifi password is on the fridge",
        "the unlock pattern is broken",
    ],
)
def test_advice_and_opinions_about_passwords_are_left_alone(text: str) -> None:
    """What a password should be, and how people find theirs, gives none away (DEV-06.4)."""
    assert _values(text) == []


def test_the_words_of_a_description_stay_elsewhere() -> None:
    """They are no value: the birthday itself is another statement."""
    assert (
        redact("密码是生日，我的生日是3月2日").text == "密码是[已移除机密: 密码]，我的生日是3月2日"
    )
