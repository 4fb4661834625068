"""Words name a domain, or none; unsure counts as none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.schemas.preferences import PRODUCT_DOMAINS
from stelae.text.domains import domains_in, named_domain, without_domain


@pytest.mark.parametrize(
    ("text", "domains"),
    [
        ("买鞋的话，真皮的别给我看", ("shoes",)),
        ("包我喜欢真皮的", ("bags",)),
        ("No leather shoes for me, please", ("shoes",)),
        ("my cats and the sofa", ("furniture", "pets")),
        ("鞋和包都不要真皮的", ("shoes", "bags")),
        ("我不喜欢塑料", ()),
        ("面包里包含坚果", ()),
        ("bookkeeping on a red carpet", ()),
        ("车厘子和皮卡丘", ()),
        ("book me a hotel", ("travel",)),
        ("I'm booking a flight", ("travel",)),
        ("find the book a friend told me of", ("books",)),
        ("recommend books on travel", ("books", "travel")),
    ],
)
def test_words_name_their_domains(text: str, domains: tuple[str, ...]) -> None:
    """Chinese words in any place, single characters and English words only as words."""
    assert domains_in(text) == domains


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("shoes", "shoes"),
        ("鞋子", "shoes"),
        ("Bags", "bags"),
        ("包包", "bags"),
        ("sandals", None),
        ("运动鞋", None),
        ("leather shoes", None),
        ("", None),
    ],
)
def test_the_name_of_a_domain_is_told_from_its_things(text: str, domain: str | None) -> None:
    """`shoes` are all of it, sandals are some."""
    assert named_domain(text) == domain


@pytest.mark.parametrize(
    ("term", "domain", "left"),
    [
        ("leather shoes", "shoes", "leather"),
        ("真皮的鞋", "shoes", "真皮"),
        ("塑料水杯", "kitchen", "塑料"),
        ("鞋带", "shoes", "鞋带"),
        ("红鞋", "shoes", "红"),
        ("shoes", "shoes", "shoes"),
        ("leather shoes", "bags", "leather shoes"),
        ("leather shoes", "nowhere", "leather shoes"),
    ],
)
def test_within_its_domain_a_term_needs_no_word_for_it(term: str, domain: str, left: str) -> None:
    """A term that is nothing but the domain stays."""
    assert without_domain(term, domain) == left


@given(st.text(max_size=30), st.sampled_from(PRODUCT_DOMAINS))
def test_something_is_always_left_of_a_term(term: str, domain: str) -> None:
    """No term becomes empty by being placed."""
    assert bool(without_domain(term, domain).strip()) == bool(term.strip())
