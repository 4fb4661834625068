"""What reaches a terminal or a program."""

import io
import json
import logging
import sys
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from stelae.cli import output
from stelae.schemas.query import ContextBlock
from tests.cli.conftest import Stelae


@pytest.mark.parametrize(
    "text",
    ["我家猫叫芝麻", "line one\nline\ttwo", "naïve café 😀", "[red]not markup[/red] :smile:"],
)
def test_harmless_text_is_shown_as_it_is(text: str) -> None:
    """Both languages, line breaks and what looks like markup stay."""
    assert output.visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\u202eb", "a\\u202eb"),
        ("bell\x07", "bell\\x07"),
        ("half \ud800 pair", "half \\ud800 pair"),
        ("back\rfront", "back\\rfront"),
    ],
)
def test_what_drives_a_terminal_becomes_visible(text: str, shown: str) -> None:
    """A stored text cannot colour, hide or reverse anything."""
    assert output.visible(text) == shown


@given(st.text())
def test_making_visible_twice_changes_nothing(text: str) -> None:
    """What is visible is harmless."""
    assert output.visible(output.visible(text)) == output.visible(text)


def test_markup_and_emoji_codes_in_texts_are_printed_literally(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Rich does not interpret what people said."""
    output.console().print("[bold]x[/bold] :smile:")
    assert capsys.readouterr().out == "[bold]x[/bold] :smile:\n"


def test_json_is_one_document_with_nested_values(capsys: pytest.CaptureFixture[str]) -> None:
    """Values, lists and plain data become JSON under the same names."""
    block = ContextBlock(text="花生", ids=("a",), tokens=2)
    output.write_json({"blocks": [block], "n": 1, "nested": {"one": block}})
    whole = {"text": "花生", "ids": ["a"], "tokens": 2, "withheld": 0}
    assert json.loads(capsys.readouterr().out) == {
        "blocks": [whole],
        "n": 1,
        "nested": {"one": whole},
    }


def test_json_stays_valid_where_the_terminal_knows_no_chinese(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An ASCII stream gets escapes, and the same document."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    output.write_json({"text": "花生"})
    sys.stdout.flush()
    assert json.loads(raw.getvalue()) == {"text": "花生"}
    assert raw.getvalue().isascii()


def test_times_are_shown_in_the_persons_zone() -> None:
    """UTC inside, local for people."""
    assert (
        output.when(datetime(2026, 3, 11, 16, 30, tzinfo=UTC), "Asia/Shanghai")
        == "2026-03-12 00:30"
    )


def test_the_log_is_one_line_a_record_unless_somebody_debugs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A warning with a traceback inside does not frighten a person who did nothing wrong."""
    logger = logging.getLogger("stelae.some.room")
    for level, lines in (("warning", 1), ("debug", 2)):
        output.log_to_stderr(level)
        try:
            raise ValueError("x\x1b")
        except ValueError:
            logger.warning("recall failed open", exc_info=True)
        assert len(capsys.readouterr().err.splitlines()) >= lines
    logging.getLogger("stelae").handlers = []


def test_another_log_beside_keeps_the_traceback(
    caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line on stderr takes nothing from whoever else reads the same record."""
    output.log_to_stderr("warning")
    try:
        raise ValueError("x")
    except ValueError:
        logging.getLogger("stelae.some.room").warning("recall failed open", exc_info=True)
    logging.getLogger("stelae").handlers = []
    assert capsys.readouterr().err == "WARNING stelae.some.room: recall failed open\n"
    assert "ValueError: x" in caplog.text


def test_lines_without_a_value_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    """What is empty takes no room."""
    output.console().print(output.labelled([("id", "a"), ("session", ""), ("category", "fact")]))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines == [["id", "a"], ["category", "fact"]]


def test_a_table_in_a_pipe_is_wide_unless_columns_says_how_wide(
    stelae: Stelae, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A date in a text stays in one piece for whoever searches; nothing is cut where it has to be narrow."""
    said = "每年体检的日期、地点与要带的东西都已经写在日历里，下一次体检的日期是 2027-03-12，记得带医保卡"
    stelae("remember", said)
    monkeypatch.delenv("COLUMNS", raising=False)
    line = next(one for one in stelae("list").out.splitlines() if "体检" in one)
    assert said in line
    assert len(max(stelae("list").out.splitlines(), key=len)) <= output.PIPE_WIDTH
    monkeypatch.setenv("COLUMNS", "60")
    narrow = stelae("list").out
    assert max(map(cell_len, narrow.splitlines())) <= 60
    assert "…" not in narrow
    assert "fact" in narrow
