"""What a file may look like, and what is said when it is broken."""

import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.cli.inputs import (
    BrokenInputError,
    Format,
    parse_fields,
    parse_floor,
    parse_time,
    read_messages,
)
from stelae.errors import InvalidInputError

Write = Callable[[str, str | bytes], str]
ONE = {"role": "user", "content": "以后报告都用中文"}
TWO = {"role": "assistant", "content": "Understood."}


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("chat.json", json.dumps([ONE, TWO], ensure_ascii=False)),
        ("chat.json", json.dumps({"model": "x", "messages": [ONE, TWO]})),
        ("chat.jsonl", f"{json.dumps(ONE)}\n\n{json.dumps(TWO)}\n"),
        ("chat.jsonl", f"{json.dumps(ONE)}\r\n{json.dumps(TWO)}\r\n"),
        ("no-suffix", json.dumps([ONE, TWO], indent=2)),
        ("no-suffix", f"{json.dumps(ONE)}\n{json.dumps(TWO)}"),
        ("bom.json", b"\xef\xbb\xbf" + json.dumps([ONE, TWO]).encode()),
    ],
)
def test_lists_lines_and_requests_give_the_same_messages(
    write: Write, name: str, content: str | bytes
) -> None:
    """The documented forms are understood, with or without a suffix or byte-order mark."""
    assert read_messages(write(name, content)) == [ONE, TWO]


@pytest.mark.parametrize("text", ["[10:30] Lin: 你好", "# Notes\n- likes tea", "我家猫叫芝麻", ""])
def test_anything_else_is_one_message_of_the_user(write: Write, text: str) -> None:
    """Plain text is one user message, also when it begins with a bracket."""
    assert read_messages(write("note", text)) == [{"role": "user", "content": text}]


def test_a_json_object_over_several_lines_is_one_message(write: Write) -> None:
    """Indentation does not make JSONL of it."""
    assert read_messages(write("one", json.dumps(ONE, indent=2))) == [ONE]


def test_a_wrong_line_of_jsonl_is_named(write: Write) -> None:
    """The line number is the file's, blank lines counted."""
    with pytest.raises(BrokenInputError, match="line 4: broken JSON") as caught:
        read_messages(
            write("chat.jsonl", f'{json.dumps(ONE)}\n\n\n{{"role": "user", "content": }}\n')
        )
    assert caught.value.line == 4


def test_a_wrong_line_of_a_json_list_is_named(write: Write) -> None:
    """So is the line in a document."""
    with pytest.raises(BrokenInputError) as caught:
        read_messages(write("chat.json", '[\n  {"role": "user"},\n  {"role": user}\n]'))
    assert caught.value.line == 3


def test_bytes_that_are_no_utf8_are_named_with_their_line_and_a_remedy(write: Write) -> None:
    """GB18030 text does not become question marks."""
    with pytest.raises(BrokenInputError, match=r"line 2: byte 0x.* iconv") as caught:
        read_messages(write("note.txt", b"hello\n" + "你好".encode("gb18030")))
    assert caught.value.line == 2


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("你好".encode("utf-16"), "UTF-16"),
        (b'[{"role": "user", "content": NaN}]', "number JSON does not know"),
        (b"[" * 100_000, "nested too deeply|broken JSON"),
        (b'["just text"]', "entry 1 is no message"),
        (b'{"messages": "text"}', "entry 1 is no message"),
    ],
)
def test_other_broken_files_say_what_is_wrong(write: Write, content: bytes, problem: str) -> None:
    """Never a traceback, never a guess."""
    with pytest.raises(BrokenInputError, match=problem):
        read_messages(write("chat.json", content))


def test_a_line_that_is_no_object_is_named(write: Write) -> None:
    """A JSONL of texts is no list of messages."""
    with pytest.raises(BrokenInputError, match="line 2: this is no message"):
        read_messages(write("chat.jsonl", f'{json.dumps(ONE)}\n"text"\n'))


def test_a_missing_file_and_a_folder_are_named(write: Write, tmp_path: object) -> None:
    """The message says which file, and what to do for a text of one's own."""
    with pytest.raises(BrokenInputError, match=r"nowhere\.txt: no such file.*stelae remember"):
        read_messages("nowhere.txt")
    with pytest.raises(BrokenInputError, match="is a folder"):
        read_messages(str(tmp_path))
    with pytest.raises(BrokenInputError, match="cannot be read"):
        read_messages("a\x00b")


def test_an_error_never_repeats_the_content(write: Write) -> None:
    """What is broken may still be private."""
    with pytest.raises(BrokenInputError) as caught:
        read_messages(write("chat.jsonl", '{"content": "my diary", oops}'))
    assert "diary" not in str(caught.value)


@given(raw=st.binary(max_size=200), form=st.sampled_from(["auto", "json", "jsonl", "text"]))
def test_any_bytes_are_messages_or_a_typed_error(
    tmp_path_factory: pytest.TempPathFactory, raw: bytes, form: Format
) -> None:
    """Nothing else can come out of a file."""
    path = tmp_path_factory.mktemp("any") / "file"
    path.write_bytes(raw)
    try:
        messages = read_messages(str(path), form)
    except BrokenInputError:
        return
    assert all(isinstance(message, dict) for message in messages)


def test_a_date_alone_is_a_whole_day_in_the_persons_zone() -> None:
    """`--until 2026-03-12` includes that day; a time with offset is taken as it is."""
    assert parse_time("2026-03-12", "Asia/Shanghai") == datetime(2026, 3, 11, 16, tzinfo=UTC)
    end = parse_time("2026-03-12", "Asia/Shanghai", end=True)
    assert end is not None
    assert end.astimezone(UTC) == datetime(2026, 3, 12, 15, 59, 59, 999999, tzinfo=UTC)
    assert parse_time("2026-03-12T08:00:00+02:00", "Asia/Shanghai") == datetime(
        2026, 3, 12, 6, tzinfo=UTC
    )
    assert parse_time(None, "Asia/Shanghai") is None


@pytest.mark.parametrize("value", ["gestern", "2026-13-01", "", "明天"])
def test_what_is_no_date_is_an_error_with_an_example(value: str) -> None:
    """No guessing on the command line."""
    with pytest.raises(InvalidInputError, match="write 2026-03-12"):
        parse_time(value, "UTC")


def test_fields_are_text_unless_they_are_true_false_or_null() -> None:
    """Attributes are texts and booleans; a number in a text field stays text."""
    assert parse_fields(["object=4F-118", "negated=false", "age=34", "note=a=b"]) == {
        "object": "4F-118",
        "negated": False,
        "age": "34",
        "note": "a=b",
    }
    with pytest.raises(InvalidInputError, match="field=value"):
        parse_fields(["object"])


def test_the_floor_is_auto_none_or_a_probability() -> None:
    """Anything else is an error."""
    assert (parse_floor("auto"), parse_floor("none"), parse_floor("0.4")) == ("auto", None, 0.4)
    for wrong in ("1.5", "-1", "low", "nan"):
        with pytest.raises(InvalidInputError, match="--floor"):
            parse_floor(wrong)
