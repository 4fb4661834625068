"""Findings are ordered, do not overlap, and carry no text."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from stelae.text.findings import Finding, merge

_FINDINGS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 12)).map(
        lambda pair: Finding(pair[0], pair[0] + pair[1], "token", "secret")
    )
)


def test_overlapping_findings_become_one_of_the_first_type() -> None:
    """Two rules that see one key report it once."""
    found = merge([Finding(4, 9, "jwt", "secret"), Finding(7, 14, "token", "secret")])
    assert found == (Finding(4, 14, "jwt", "secret"),)


def test_the_first_rule_names_the_type_of_a_stretch_two_rules_found() -> None:
    """The more specific rule comes first and wins."""
    found = merge([Finding(0, 5, "github_token", "secret"), Finding(0, 5, "token", "secret")])
    assert [one.type for one in found] == ["github_token"]


@given(_FINDINGS)
def test_merged_findings_are_disjoint_and_cover_the_same_characters(
    findings: list[Finding],
) -> None:
    """Law: merging loses no character and leaves no overlap."""
    merged = merge(findings)
    assert all(a.end <= b.start for a, b in pairwise(merged))
    covered = {at for one in findings for at in range(one.start, one.end)}
    assert {at for one in merged for at in range(one.start, one.end)} == covered
