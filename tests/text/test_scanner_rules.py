"""The short notation of the rules means what it says."""

from stelae.text.scanner import CLEAN, scan
from stelae.text.scanner_orders_en import ORDERS_EN
from stelae.text.scanner_orders_zh import ORDERS_ZH
from stelae.text.scanner_permissions_en import PERMISSIONS_EN
from stelae.text.scanner_rules import rule
from stelae.text.scanner_rules_en import TAKE_OVER_EN
from stelae.text.scanner_rules_zh import TAKE_OVER_ZH


def test_a_tilde_stands_for_so_many_words_of_one_sentence() -> None:
    """`~2` reaches over two words, not over three and not over a full stop."""
    pattern = rule("code", "anyone", "send", r"send~2 mail").pattern
    assert pattern.search("send all my mail")
    assert not pattern.search("send all of my mail")
    assert not pattern.search("send it. now mail")


def test_an_ellipsis_stands_for_so_many_characters_of_one_sentence() -> None:
    """`…3` reaches over three characters, not over a full stop."""
    pattern = rule("code", "anyone", "发", r"发…3邮箱").pattern
    assert pattern.search("发到他的邮箱")
    assert not pattern.search("发到他们的邮箱")
    assert not pattern.search("发。邮箱")


def test_every_rule_can_be_reached_through_the_words_it_needs() -> None:
    """Needed words are folded text, else the prefilter would never let a rule be tried."""
    for one in (*TAKE_OVER_EN, *ORDERS_EN, *PERMISSIONS_EN, *TAKE_OVER_ZH, *ORDERS_ZH):
        assert one.needs
        assert all(word and word == word.lower() for word in one.needs), one.code


def test_a_rule_may_name_what_makes_it_harmless() -> None:
    """A ban that uses the words of a grant is no grant."""
    assert scan("未经我同意不要公开我的地址", spoken=True) == CLEAN
