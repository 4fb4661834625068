"""Good JSON inside bad wrapping (DEV-01) and replies that were cut off (DEV-02)."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.errors import ModelOutputError
from stelae.structured.reply import parse

OBJ = {
    "memories": [{"text": "用户养了一只叫阿福的乌龟"}, {"text": "每周日换水 {不是括号} ``` <b>"}]
}
TEXT = json.dumps(OBJ, ensure_ascii=False)

WRAPPED = {
    "bare": TEXT,
    "prose and fence": f"Sure! Here is what I found:\n```json\n{TEXT}\n```\nLet me know!",
    "thinking": f'<think>the user has a turtle {{"not":"this"}} ...</think>{TEXT}',
    "thinking in capitals": f"<THINK>\nhm\n</THINK>\n\n{TEXT}",
    "thinking that never closes": f'<think>hm, {{"not":"this"}} so\n{TEXT}',
    "thinking that never closes, fenced": f"<thinking>hm\n```json\n{TEXT}\n```",
    "only the closing tag": f'a turtle {{"not":"this"}} </think>\n{TEXT}',
    "many newlines": TEXT + "\n" * 4_000,
    "doubled brace": "{\n" + TEXT,
    "doubled braces at both ends": "{" + TEXT + "}",
    "braces in prose": f"The form is {{memories}}: {TEXT}",
    "byte order mark": "\ufeff" + TEXT,
}


@pytest.mark.parametrize("text", WRAPPED.values(), ids=WRAPPED)
def test_dev_01_1_exactly_the_object_comes_out_whatever_stands_around_it(text: str) -> None:
    """Nothing of the wrapping and nothing of the thinking text."""
    reply = parse(text)
    assert reply.objects[-1] == OBJ
    assert {"not": "this"} not in reply.objects
    assert not reply.truncated


UNUSABLE = {
    "prose": ("I could not find anything worth keeping.", "refused"),
    "a refusal": ("抱歉，我不能帮你记录这些内容。", "refused"),
    "a number that is none": ('{"n": NaN}', "not_json"),
    "two readings": ("{'text': 'it's mine'}", "not_json"),
    "a quotation within quotation marks": ("{“text”：“他说“好””}", "not_json"),
    "two members of one name": ("{'a': 1, 'a': 2}", "not_json"),
    "empty": ("", "empty"),
    "white space": (" \n\t", "empty"),
    "a list": ("[1, 2]", "not_json"),
    "broken in the middle": ('{"memories": [{"text": }]}', "not_json"),
    "only thinking": (f"<think>{TEXT}</think>", "not_json"),
    "an object inside thinking that never ends": (f"<think>maybe {TEXT} or rather", "not_json"),
    "thinking cut off inside an object": ('<think>maybe {"memories": [{"text": "a"}, {"te', "not_json"),
}  # fmt: skip


@pytest.mark.parametrize(("text", "reason"), UNUSABLE.values(), ids=UNUSABLE)
def test_dev_01_2_what_would_have_to_be_guessed_is_refused_with_a_reason(
    text: str, reason: str
) -> None:
    """A typed error, whose message holds nothing of the reply."""
    with pytest.raises(ModelOutputError) as refused:
        parse(text)
    assert refused.value.reason == reason
    assert text.strip() == "" or text not in str(refused.value)


def test_dev_02_1_a_cut_off_reply_gives_its_complete_items_alone() -> None:
    """The half sentence is gone, and the reply says that something is missing."""
    reply = parse('{"memories":[{"text":"用户住在绍兴","kind":"fact"},{"text":"用户的工作是古建')
    assert reply.objects == ({"memories": [{"text": "用户住在绍兴", "kind": "fact"}]},)
    assert reply.truncated


@given(cut=st.integers(1, len(TEXT) - 1))
def test_wherever_a_reply_is_cut_only_complete_items_come_out(cut: int) -> None:
    """A prefix of the items, never a changed one; and never the claim that all is there."""
    try:
        reply = parse(TEXT[:cut])
    except ModelOutputError:
        return
    assert reply.truncated
    got = reply.objects[-1].get("memories", [])
    assert got == OBJ["memories"][: len(got)]


def test_a_number_at_the_cut_is_not_taken_for_whole() -> None:
    """`41` may have been `415`."""
    assert parse('{"a": "x", "n": 41').objects == ({"a": "x"},)
    assert parse('{"n": [1, 2, 41').objects == ({"n": [1, 2]},)


@given(st.text(max_size=200))
def test_any_text_gives_objects_or_a_typed_error(text: str) -> None:
    """No other exception, whatever a model says."""
    with suppress(ModelOutputError):
        assert all(isinstance(one, dict) for one in parse(text).objects)


@given(st.text(max_size=60))
def test_a_text_about_thinking_tags_stays_whole_inside_a_string(words: str) -> None:
    """What a person wrote about `<think>` is not cut out of the answer."""
    said = {"text": f"{words}<think>x</think>{words}"}
    assert parse(json.dumps(said)).objects == (said,)
    assert parse(f"```json\n{json.dumps(said)}\n```").objects == (said,)


def test_what_no_store_can_keep_is_no_character_of_an_answer() -> None:
    """JSON can escape half a character; it comes out as the sign for an unknown one."""
    (found,) = parse(
        r'{"a": "\ud800x", "b": ["\udc00", {"\ud83d": "好"}], "c": "\ud83d\ude00"}'
    ).objects
    assert found == {"a": "\ufffdx", "b": ["\ufffd", {"\ufffd": "好"}], "c": "😀"}


def test_an_answer_that_nests_too_deeply_is_unusable() -> None:
    """A typed error, whatever the depth at which the interpreter gives up."""
    with pytest.raises(ModelOutputError):
        parse('{"a": ' * 900 + "1" + "}" * 900)
