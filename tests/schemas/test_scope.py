"""Whose a namespace is, asked of it and not of its letters."""

import pytest

from stelae.schemas.scope import Namespace


@pytest.mark.parametrize(
    ("scope", "reads", "person", "agent", "shared"),
    [
        ("user:林", (), "user:林", None, False),
        ("user:lin", ("user:mei",), "user:lin", None, False),
        ("agent:netops", ("user:林", "user:mei"), "user:林", "netops", False),
        ("agent:netops", ("global",), None, "netops", False),
        ("team:ops", ("user:lin",), "user:lin", None, True),
        ("global", (), None, None, True),
    ],
)
def test_a_namespace_says_whose_it_is(
    scope: str, reads: tuple[str, ...], person: str | None, agent: str | None, shared: bool
) -> None:
    """The person may be one whose scope is only read; personal is what is written."""
    ns = Namespace(scope=scope, reads=reads)
    assert (ns.person, ns.agent, ns.shared) == (person, agent, shared)
    assert ns.personal == scope.startswith("user:")
