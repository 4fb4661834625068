"""A thing is named when it is there, in either language, and not when the text denies it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.terms import attributes_in, bare, canonical, expand, named, naming

THERE = (
    ("leather", "Genuine leather wallet"),
    ("真皮", "Leather boots, black"),
    ("leather", "头层牛皮单肩包"),
    ("塑料", "塑料水杯 500ml"),
    ("peanuts", "Crunchy peanut butter"),
    ("raw onion", "Salad with raw onions"),
    ("香菜", "香菜牛肉面"),
    ("糖", "黑糖 糖 奶茶"),
    ("leather", "a leather-free sole under a leather upper"),
    ("sugar", "500 sugar sachets"),
    ("sugar", "100 g sugar"),
    ("坚果", "无糖、坚果棒"),
    ("坚果", "不含糖，含坚果"),
    ("坚果", "不含糖的坚果"),
    ("leather", "not only canvas but also leather"),
    ("leather", "no lining, real leather and suede"),
    ("almond", "sugar-free, almond or hazelnut"),
)
DENIED = (
    ("leather", "Vegan leather bag"),
    ("leather", "faux-leather sofa"),
    ("leather", "non-leather belt"),
    ("leather", "leather-free boots"),
    ("milk", "milk alternative from oats"),
    ("sugar", "No added sugar"),
    ("nuts", "made without nuts"),
    ("真皮", "仿真皮沙发"),
    ("塑料", "不含塑料的水杯"),
    ("塑料", "非塑料 可降解"),
    ("糖", "无糖 可乐"),
    ("糖", "0糖气泡水"),
    ("木质", "木质纹理贴纸"),
    ("silk", "no wool, cotton or silk"),
    ("nuts", "free of dairy and nuts"),
    ("leather", "This isn't leather"),
    ("horror", "not a horror movie"),
    ("sugar", "0g sugar per can"),
    ("坚果", "不含花生、牛奶和坚果"),
    ("香菜", "不要放香菜"),
)
NOT_THERE = (
    ("soap", "soapstone bowl"),
    ("nut", "doughnut"),
    ("糖", "糖尿病人专用"),
    ("皮", "皮卡丘玩偶"),
    ("leather", "leatherette cover"),
    ("glass", "reading glasses"),
    ("塑料", "玻璃水杯"),
)
TERMS = st.sampled_from([term for term, _ in (*THERE, *DENIED, *NOT_THERE)]) | st.text(max_size=12)
TEXTS = st.sampled_from([text for _, text in (*THERE, *DENIED)]) | st.text(max_size=40)


@pytest.mark.parametrize(("term", "text"), THERE)
def test_a_thing_that_is_there_is_found_in_either_language(term: str, text: str) -> None:
    """Plural or not, in any of its names."""
    assert named(term, text)


@pytest.mark.parametrize(("term", "text"), DENIED)
def test_a_thing_that_the_text_denies_is_not_there(term: str, text: str) -> None:
    """Before it (vegan, faux, non-, 无, 仿, 不含) and after it (free, alternative)."""
    assert not named(term, text)


@pytest.mark.parametrize(("term", "text"), NOT_THERE)
def test_a_part_of_another_word_is_no_word(term: str, text: str) -> None:
    """A miss is preferred to an invisible false kill."""
    assert not named(term, text)


def test_expansion_keeps_the_original_first() -> None:
    """What the table does not know has no other name."""
    assert expand("真皮") == ("真皮", "leather", "皮革", "皮质", "牛皮")
    assert expand("Peanuts")[:2] == ("Peanuts", "peanut")
    assert expand("那款输入法") == ("那款输入法",)


@pytest.mark.parametrize(
    ("one", "other"), [("塑料的", "plastic"), ("plastics", "塑料制品"), ("Leather", "牛皮")]
)
def test_names_of_one_thing_have_one_canonical_name(one: str, other: str) -> None:
    """Across languages, and with what only points at a thing."""
    assert canonical(one) == canonical(other)


def test_attributes_of_a_title_are_those_that_are_there() -> None:
    """By canonical name, without what is denied."""
    assert attributes_in("复古真皮单肩包 黑色") == ("leather", "black", "retro")
    assert attributes_in("vegan leather tote") == ()


@given(TERMS, TEXTS)
def test_naming_is_what_is_named_in_order(term: str, text: str) -> None:
    """Whatever the words; a term is named if and only if one of its names is."""
    assert naming((term,), text) == ((term,) if named(term, text) else ())
    assert named(term, text) == any(named(one, text) for one in expand(term))


@given(TERMS)
def test_a_canonical_name_is_its_own(term: str) -> None:
    """Taking it twice is taking it once, and a bare term is bare."""
    assert canonical(canonical(term)) == canonical(term)
    assert expand(term)[0] == bare(term)


@given(TERMS, TEXTS)
def test_denying_everything_before_a_thing_never_finds_more(term: str, text: str) -> None:
    """Text put before does not bring a thing into a text it is not in, unless it is the thing itself."""
    said = f"不含 {text}"
    assert not named(term, said) or named(term, text) or named(term, "不含")
