"""Redaction: no secret survives, the rest stays readable, and doing it twice changes nothing."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.remember.redaction import Redaction, only_secret, redact, redact_value
from stelae.text.secrets import find_secrets

_TOKEN = "ghp_" + "A1b2" * 9
_LETTERS = st.text("abcdefghkmnpqrstwxyz", min_size=3, max_size=6)
_PASSWORDS = st.tuples(_LETTERS, st.integers(10, 999), st.sampled_from("!#$%&"), _LETTERS).map(
    lambda parts: f"{parts[0].title()}{parts[2]}{parts[1]}{parts[3]}"
)
_SENTENCES = st.sampled_from(
    [
        "密码是 {}，别外传",
        "我的密码：{}",
        "my password is {} , keep it",
        "pwd={}",
        "change the password to {}",
        "口令 {}",
    ]
)
_PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "密码",
                "是",
                "token ",
                "验证码",
                "：",
                "482913",
                _TOKEN,
                " is ",
                "password ",
                "\n",
                '"',
                "[",
                "secret removed",
                "{",
                "Tulip#77 ",
                "，",
                "://u:",
                "@",
                "key=",
            ]
        ),
        st.text(max_size=4),
    ),
    max_size=16,
).map("".join)


def test_the_note_survives_its_secrets() -> None:
    """Both strings are gone, place and account are still there (DEV-06.1, DEV-06.2)."""
    clean = redact(
        f"记一下：测试库在 db3 上，账号 reader，密码 Maple!Kite-204，接口 token 是 {_TOKEN}"
    )
    assert clean.text == (
        "记一下：测试库在 db3 上，账号 reader，密码 [已移除机密: 密码]，接口 token 是 [已移除机密: 令牌]"
    )
    assert clean.types == ("password", "github_token")
    assert clean.changed
    assert not clean.only_secret


def test_the_placeholder_speaks_the_language_of_the_text() -> None:
    """An English note gets an English placeholder."""
    assert (
        redact("the wifi password is Tulip#77").text
        == "the wifi password is [secret removed: password]"
    )


def test_a_note_with_a_commit_hash_is_stored_as_it_is() -> None:
    """Hash and ticket numbers stay, and the result says that nothing changed (DEV-06.4)."""
    note = "合并提交 4f9c2ab1 已上线，对应工单 3312、3318，负责人小葛。"
    assert redact(note) == Redaction(note)


def test_a_secret_is_removed_wherever_it_stands() -> None:
    """Named once, it is gone from the whole text; a short one only as a word of its own."""
    assert "Abc12345" not in redact("密码是 Abc12345，邮箱也用 Abc12345，还有 xAbc12345x").text
    assert (
        redact("PIN: 2024。我 2024年毕业，房号 20241").text
        == "PIN: [已移除机密: 密码]。我 [已移除机密: 密码]年毕业，房号 20241"
    )


def test_personal_data_is_reported_and_kept_unless_the_policy_masks_it() -> None:
    """A phone number is what people may want to be remembered."""
    said = "我的手机 13702458921，卡 6222026262960408391"
    assert redact(said) == Redaction(said, personal=("phone", "bank_card"))
    masked = redact(said, personal=frozenset({"phone"}))
    assert masked.text == "我的手机 [已隐去: 电话号码]，卡 6222026262960408391"
    assert (masked.types, masked.personal) == (("phone",), ("bank_card",))


@pytest.mark.parametrize(
    "text",
    [
        "my bank pin's 9034",
        "the pin for my card is 4821",
        "密码八个8",
        "card 4111 1111 1111 1111 exp 12/27 cvv 123",
        "验证码 814488",
        "my password is Tulip#77",
        "记住密码：Tulip#77",
        "我的银行密码是 abc12345",
        "网银登录密码：abc12345",
        "请记住我公司邮箱的密码是 abc12345。",
        "Wifi password for the office is hunter22x",
        "my work email password is abc12345",
        _TOKEN,
    ],
)
def test_a_text_of_nothing_but_a_secret_is_restricted(text: str) -> None:
    """What is left announces a secret and says nothing else."""
    assert only_secret(text)
    assert only_secret(redact(text).text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "你好",
        "测试库 db3 的密码是 Tulip#77",
        "Sam's door code is 4471#",
        "我的银行在杭州，密码是 abc12345",
        "我在银行上班，密码是 abc12345",
        "I work from home on Fridays, my wifi password is hunter22x",
    ],
)
def test_a_text_that_says_more_is_not_restricted(text: str) -> None:
    """Where something useful is left the note may be kept."""
    assert not only_secret(text)


def test_metadata_tags_and_tool_calls_are_redacted_too() -> None:
    """Nested values, keys, numbers under a telling key, and JSON inside a string (DEV-06.3)."""
    value = {
        "password": "Tulip77x",
        "otp": 814488,
        "tags": ["密码是 Abc12345", "db3"],
        "port": 5432,
        "done": True,
        "call": {"arguments": json.dumps({"密码": "Abc12345", "host": "db3"})},
        "password is Abc12345": None,
    }
    clean = redact_value(value)
    assert clean == {
        "password": "[secret removed: password]",
        "otp": "[secret removed: one-time code]",
        "tags": ["密码是 [已移除机密: 密码]", "db3"],
        "port": 5432,
        "done": True,
        "call": {"arguments": '{"密码": "[已移除机密: 密码]", "host": "db3"}'},
        "password is [secret removed: password]": None,
    }
    assert redact_value(clean) == clean


def test_keys_that_become_equal_are_told_apart() -> None:
    """No value is lost to redaction."""
    clean = redact_value({"password is Abc12345": 1, "password is Xyz98765": 2})
    assert list(clean.values()) == [1, 2]


def test_a_secret_that_begins_like_json_is_no_json() -> None:
    """A bracket in front shields nothing."""
    clean = redact_value({"pwd": "[Tulip#77", "note": "[密码：Tulip#77"})
    assert "Tulip#77" not in str(clean)


def test_json_nested_without_end_is_searched_as_text() -> None:
    """Depth is no hiding place and no crash."""
    deep = "[" * 600 + '"password: Tulip#77"' + "]" * 600
    assert "Tulip#77" not in redact_value({"arguments": deep})["arguments"]


def test_harmless_json_comes_back_as_it_was() -> None:
    """Not even its white space changes."""
    text = '{"a":  1, "b": ["x"]}'
    assert redact_value({"arguments": text}) == {"arguments": text}


@given(_PIECES)
def test_redacting_twice_equals_redacting_once(text: str) -> None:
    """Law: the result holds no secret, so that a second pass has nothing to do."""
    clean = redact(text)
    assert redact(clean.text).text == clean.text
    assert not redact(clean.text).changed


@given(_PIECES)
def test_no_secret_that_was_found_survives(text: str) -> None:
    """Law: every value found is gone from the whole text."""
    clean = redact(text).text
    for one in find_secrets(text):
        value = text[one.start : one.end]
        if len(value) >= 8:
            assert value not in clean


@given(_SENTENCES, _PASSWORDS)
def test_an_announced_password_never_survives(sentence: str, password: str) -> None:
    """Law: in every way to say it, in both languages, the value goes and the words stay."""
    said = sentence.format(password)
    clean = redact(said)
    assert password not in clean.text
    assert clean.text.startswith(said[: said.index(password)].rstrip())


@given(
    st.recursive(
        st.one_of(_PIECES, st.integers(), st.none()),
        lambda inner: st.one_of(
            st.lists(inner, max_size=3), st.dictionaries(_PIECES, inner, max_size=3)
        ),
        max_leaves=6,
    )
)
def test_redacting_a_value_twice_equals_redacting_it_once(value: object) -> None:
    """Law: the same holds for nested values."""
    clean = redact_value(value)
    assert redact_value(clean) == clean


@pytest.mark.parametrize("quotes", ['""', "''", "“”", "「」", "``"])
def test_a_quoted_password_is_replaced_once_and_for_all(quotes: str) -> None:
    """The placeholder between the quotes is no password again: redaction ends, and ends the same the second time."""
    said = (
        f"My test account password is {quotes[0]}Maple!Kite-204{quotes[1]}, please check the login."
    )
    once = redact(said).text
    assert "Maple" not in once
    assert redact(once).text == once
