"""What people type for an id."""

import pytest

from stelae.cli import main
from tests.cli.conftest import Stelae


def test_list_and_show_take_the_end_of_an_id(stelae: Stelae) -> None:
    """What tables print is what one types; JSON has the whole."""
    full = stelae("remember", "我家猫叫芝麻", "--json").json["id"]
    assert full[-8:] in stelae("list").out
    assert stelae("show", full[-8:], "--json").json["id"] == full
    assert "我家猫叫芝麻" in stelae("show", full[-5:]).out


@pytest.mark.parametrize(
    ("given", "code"),
    [("zzzzzzzz", main.NOT_FOUND), ("abc", main.USAGE), ("0" * 36, main.NOT_FOUND)],
)
def test_an_id_that_fits_nothing_is_not_found(stelae: Stelae, given: str, code: int) -> None:
    """Too short is a usage error, unknown is exit code 3."""
    for command in ("show", "why", "confirm"):
        assert stelae(command, given, "--json").code == code
