"""`--where` as people write it."""

from typing import Any

import pytest

from stelae.cli.conditions import parse_conditions
from stelae.errors import InvalidInputError


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("object=4F-118", {"object": {"eq": "4F-118"}}),
        ("note = a=b is c", {"note": {"eq": "a=b is c"}}),
        ("饮品=热 茶", {"饮品": {"eq": "热 茶"}}),
        ("score>=3", {"score": {"gte": 3}}),
        ("score > 0.5", {"score": {"gt": 0.5}}),
        ("score<-2", {"score": {"lt": -2}}),
        ("score<=1e3", {"score": {"lte": 1000.0}}),
        ("level in basic, advanced", {"level": {"in": ["basic", "advanced"]}}),
        ('city IN "Paris, TX",杭州', {"city": {"in": ["Paris, TX", "杭州"]}}),
        ("topic^=py", {"topic": {"prefix": "py"}}),
        ("code^=07", {"code": {"prefix": "07"}}),
        ("tags has 爬山", {"tags": {"has": "爬山"}}),
        ("due is null", {"due": {"null": True}}),
        ("due is NOT null", {"due": {"null": False}}),
        ("due=null", {"due": {"null": True}}),
        ("done=true", {"done": {"eq": True}}),
        ('code="3"', {"code": {"eq": "3"}}),
        ('said="a ""word"""', {"said": {"eq": 'a "word"'}}),
        ("code=007", {"code": {"eq": "007"}}),
        ("code=", {"code": {"eq": ""}}),
    ],
)
def test_every_form_is_read(text: str, read: dict[str, Any]) -> None:
    """Numbers, true and false are typed; quotes make a text of anything."""
    assert parse_conditions([text], typed=False) == read


def test_with_a_category_values_stay_texts_until_their_type_is_known() -> None:
    """`007` and `3` of a text field are texts, of a number they are numbers."""
    assert parse_conditions(["code=3", "done=true", "n in 1,2"], typed=True) == {
        "code": {"eq": "3"},
        "done": {"eq": "true"},
        "n": {"in": ["1", "2"]},
    }


def test_conditions_on_one_field_add_up_and_contradict_nothing() -> None:
    """A range is two conditions; the same one twice is a mistake."""
    read = parse_conditions(["score>=1", "score<2"], typed=False)
    assert read == {"score": {"gte": 1, "lt": 2}}
    with pytest.raises(InvalidInputError, match="twice"):
        parse_conditions(["score>=1", "score>=2"], typed=False)


@pytest.mark.parametrize("text", ["object", "", "=3", "due is soon", "in a,b", "a b=c"])
def test_what_is_no_condition_is_told_the_forms(text: str) -> None:
    """Exit code 2, and what would be right."""
    with pytest.raises(InvalidInputError, match="--where"):
        parse_conditions([text], typed=False)
