"""What code counts over samples: true of those it names, in both languages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.background.pattern_facts import Fact, facts_of, shown
from stelae.background.samples import Sample


def samples(*rows: dict[str, Any], results: bool = False) -> list[Sample]:
    """Return samples with these arguments, or these results."""
    return [
        Sample(
            f"s{n}", "", "netops", arguments={} if results else row, result=row if results else {}
        )
        for n, row in enumerate(rows)
    ]


def said(*rows: dict[str, Any], language: Any = "en") -> list[str]:
    """Return the facts as sentences."""
    return [fact.said(language) for fact in facts_of(samples(*rows))]


@pytest.mark.parametrize(
    ("values", "english", "chinese"),
    [
        (["eu"] * 3, "is always `eu` (3 of 3)", "总是 `eu`（3 次中 3 次）"),
        ([True, True, True], "is always `true` (3 of 3)", "总是 `true`（3 次中 3 次）"),
        (["eu", "eu", "us"], "is `eu` in 2 of 3", "3 次中 2 次是 `eu`"),
        ([3, 9, 5], "lies between 3 and 9 (3 of 3)", "在 3 和 9 之间（3 次中 3 次）"),
        (["a-1", "b-2", "c-3"], "is given each time, with another value (3 of 3)", "值各不相同"),
        (["prod-1", "prod-2", "prod-3"], "begins with `prod-` (3 of 3)", "以 `prod-` 开头"),
        ([None, "eu", "eu"], "is `eu` where it is given (2 of 3)", "给出时是 `eu`"),
    ],
)
def test_values_of_an_argument_are_told_with_their_number(
    values: list[Any], english: str, chinese: str
) -> None:
    """Constant, mostly the same, a range, a common beginning, present."""
    rows = [{} if value is None else {"zone": value} for value in values]
    assert said(*rows) == [f"Argument `zone` {english}"]
    (told,) = said(*rows, language="zh")
    assert told.startswith("参数 `zone` ")
    assert chinese in told


def test_what_only_one_sample_says_is_no_fact() -> None:
    """And neither is a value that differs where it is not always given."""
    assert said({"a": 1}, {}, {}) == []
    assert said({"a": "x"}, {"a": "y"}, {}) == []


def test_results_are_told_as_results_and_behind_arguments() -> None:
    """That ids differ says nothing about how to call."""
    rows = [{"status": "created", "id": n} for n in range(3)]
    found = facts_of(
        [
            Sample(f"s{n}", "", "a", arguments={"region": "eu"}, result=row)
            for n, row in enumerate(rows)
        ]
    )
    assert [fact.said("en") for fact in found] == [
        "Argument `region` is always `eu` (3 of 3)",
        "In the result, `status` is always `created` (3 of 3)",
    ]
    assert found[1].said("zh").startswith("结果中的 `status` 总是 `created`")


VALUES = st.one_of(st.integers(-5, 5), st.booleans(), st.sampled_from(["eu", "us", "eu-1", "eu-2"]))


@given(st.lists(st.dictionaries(st.sampled_from("abc"), VALUES), min_size=1, max_size=8))
def test_every_fact_is_true_of_the_samples_it_names(rows: list[dict[str, Any]]) -> None:
    """And of no others, where it says how many."""
    kept = samples(*rows)
    for fact in facts_of(kept):
        assert len(fact.backing) >= 2
        assert fact.of == len(rows)
        having = {s.id for s in kept if fact.path in s.arguments}
        assert set(fact.backing) <= having
        assert _true(fact, {s.id: s.arguments[fact.path] for s in kept if s.id in fact.backing})
        assert f"{len(fact.backing)}" in fact.said("en")


def _true(fact: Fact, values: dict[str, Any]) -> bool:
    texts = {shown(value) for value in values.values()}
    match fact.shape:
        case "always" | "mostly" | "if_given":
            return texts == set(fact.values)
        case "begins":
            return all(text.startswith(fact.values[0]) for text in texts)
        case "between":
            low, high = (float(value) for value in fact.values)
            return all(low <= float(value) <= high for value in values.values())
        case "given":
            return len(texts) == fact.of
