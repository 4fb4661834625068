"""Patterns that take no account of case, and are compiled when they are first used."""

import gc
from importlib import import_module

import pytest

from stelae.remember.rules.reading.caseless import Caseless
from stelae.text import scanner


def test_it_matches_like_a_compiled_pattern_whatever_comes_first() -> None:
    """Each way of asking works on a pattern that nobody has asked yet."""
    assert Caseless("I Like (?P<what>tea|茶)").groupindex == {"what": 1}
    assert Caseless("LIKE tea").search("i like TEA") is not None
    assert Caseless("喜欢茶").fullmatch("喜欢茶") is not None
    assert Caseless("tea").match("Coffee") is None
    assert [found.start() for found in Caseless("t").finditer("TtT")] == [0, 1, 2]
    assert Caseless("(?-i:US) dollars").search("us DOLLARS") is None


def test_it_has_no_other_names() -> None:
    """What is misspelt is told at once, and nothing is compiled for it."""
    with pytest.raises(AttributeError):
        _ = Caseless("(").find  # pyright: ignore[reportAttributeAccessIssue]


def test_every_pattern_of_the_rules_can_be_compiled() -> None:
    """A slip is found here, and not by the first person who says the words."""
    import_module("stelae.memory")  # every rule is loaded with it
    every = [one for one in gc.get_objects() if isinstance(one, Caseless)]
    assert len(every) > 300
    assert all(callable(one.search) for one in every)
    assert all(rule.pattern.pattern for rule in scanner._RULES)  # pyright: ignore[reportPrivateUsage]
