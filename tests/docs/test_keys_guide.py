"""The guide on keys says what keys do."""

import re
from typing import get_args

import pytest

from stelae.cli.main import run
from stelae.schemas.access import RIGHTS, Role
from tests.docs.guides import Guide

pytestmark = pytest.mark.usefixtures("place")
GUIDE = Guide("keys")


def test_every_command_of_the_guide_works_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    """With the id that was printed in place of the one that is shown."""
    key_id = ""
    for command in GUIDE.commands:
        assert run([key_id if word == "<ID>" else word for word in command]) == 0, command
        found = re.search(r"\((\w{8}), agent\)", capsys.readouterr().out)
        key_id = found[1] if found else key_id
    assert len(GUIDE.commands) == 6


def test_the_table_of_roles_is_that_of_the_code() -> None:
    """Each right stands in the row of the least role that has it."""
    rows = dict(re.findall(r"^\| `(agent|reviewer|admin)` \| (.+?) \|", GUIDE.text, re.MULTILINE))
    said = {"preview a forgetting": "forget_preview", "access log": "access_log"}
    told = {role: {said.get(word, word) for word in row.split(", ")} for role, row in rows.items()}
    rights = {
        role: {right for right, least in RIGHTS.items() if least == role} for role in get_args(Role)
    }
    assert told == rights
