"""The page for those who run it: its commands work, its files can be read, its numbers exist."""

import configparser
import io
import json
import logging
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from stelae.cli.main import run
from stelae.config import Settings
from stelae.memory import Memory
from stelae.server import logs
from stelae.server.metrics import Metrics
from stelae.server.recording import logger as request_log
from tests.conftest import Opener
from tests.docs.guides import Guide

GUIDE = Guide("operating")
SUFFIXES = re.compile(r"_(?:total|bucket|count|sum)$")


@pytest.fixture
def quiet() -> Iterator[None]:
    """What logging was before comes back."""
    kept = [(one, one.handlers, one.level) for one in map(logging.getLogger, ("", "stelae"))]
    yield
    for logger, handlers, level in kept:
        logger.handlers = handlers
        logger.setLevel(level)
    logging.captureWarnings(False)


@pytest.mark.usefixtures("place")
def test_every_command_of_the_guide_works_in_its_order() -> None:
    """On a new folder."""
    commands = [
        line.removeprefix("$ stelae ").split()
        for block in GUIDE.blocks("console", marked=True)
        for line in block.splitlines()
    ]
    assert len(commands) == len(GUIDE.commands) == 8
    for words in GUIDE.commands:
        assert run(words) == 0, words


def test_the_units_can_be_read_and_hold_the_server_in() -> None:
    """As systemd reads them, where one name may stand several times."""
    serve, backup = GUIDE.blocks("ini")
    for text in (serve, backup):
        unit = configparser.RawConfigParser(strict=False, delimiters=("=",))
        unit.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
        unit.read_string(text)
        assert unit["Service"]["User"] == "stelae"
        assert unit["Service"]["UMask"] == "0077"
        assert "STELAE_DATA=/var/lib/stelae" in unit["Service"]["Environment"]
    assert "stelae serve" in serve
    for name in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=\n"):
        assert name in serve


def test_the_settings_are_settings() -> None:
    """None is misspelt."""
    (text,) = GUIDE.blocks("toml")
    assert Settings.model_validate(tomllib.loads(text)).server.allowed_hosts == ("memory.example",)


def metric_names(memory: Memory) -> set[str]:
    """Return the names of everything that is counted, as queries call it."""
    metrics = Metrics(memory)
    text = metrics.text().decode()
    return set(re.findall(r"^# TYPE (stelae_\w+)", text, re.MULTILINE))


def test_every_number_of_the_page_is_counted_and_every_one_that_is_counted_stands_there(
    open_memory: Opener,
) -> None:
    """In the table, and in the alarms."""
    known = {SUFFIXES.sub("", name) for name in metric_names(open_memory())}
    told = set(re.findall(r"stelae_[a-z_]+[a-z]", GUIDE.text))
    assert {SUFFIXES.sub("", name) for name in told} == {
        name for name in known if not name.endswith("_created")
    }


def test_the_alarms_can_be_read() -> None:
    """Each has a name and a condition."""
    scrape, alarms = (yaml.safe_load(block) for block in GUIDE.blocks("yaml"))
    assert scrape["scrape_configs"][0]["job_name"] == "stelae"
    rules: list[dict[str, Any]] = alarms["groups"][0]["rules"]
    assert all({"alert", "expr", "for"} == rule.keys() for rule in rules)


@pytest.mark.usefixtures("quiet")
def test_a_line_of_the_log_has_the_fields_that_the_page_shows() -> None:
    """And no others."""
    (shown,) = GUIDE.blocks("json")
    out = io.StringIO()
    logs.configure("info", stream=out)
    request_log.info("request", extra=dict.fromkeys(logs.REQUEST_FIELDS, "x"))
    assert json.loads(out.getvalue()).keys() == json.loads(shown).keys()
