"""A model drafts; a person's own later yes stores."""

from typing import Any

import pytest

from stelae.memory import Memory
from stelae.testing import FixedClock
from stelae.tools.base import Result
from stelae.tools.drafts import draft_tools, said_in
from stelae.tools.turn import Turn

BODY = "数据库快照超过一小时没有更新时，先运行 take_snapshot，再查询。"
BODY_EN = "When the snapshot is older than an hour, run take_snapshot before any query."


class Conversation:
    """A chat between a person and an agent that has both tools; the model's calls are scripted."""

    def __init__(self, memory: Memory) -> None:
        """Make the tools once, as an agent does."""
        self.propose, self.commit = draft_tools(memory)
        self.messages: list[dict[str, Any]] = []

    def says(self, text: str) -> Turn:
        """Begin the turn that answers the person's next message."""
        self.messages.append({"role": "user", "content": text})
        return Turn(self.messages)

    def answers(self, text: str) -> None:
        """Let the agent answer."""
        self.messages.append({"role": "assistant", "content": text})


@pytest.fixture
def chat(memory: Memory) -> Conversation:
    """A conversation with the agent that serves user:lin."""
    return Conversation(memory)


def draft(chat: Conversation, **other: Any) -> Result:
    """Let the model propose the usual guide."""
    return chat.propose.call(
        {
            "intent": "take_snapshot",
            "keywords": ["快照", "snapshot"],
            "body": BODY,
            "agent": "netops",
            **other,
        }
    )


@pytest.mark.parametrize(
    ("asks", "body", "yes"),
    [
        ("把这条存成指南", BODY, "好的，确认"),
        ("Save this as a guide", BODY_EN, "OK, thanks"),
    ],
)
def test_a_draft_is_shown_in_one_turn_and_stored_in_a_later_one(
    memory: Memory, chat: Conversation, clock: FixedClock, asks: str, body: str, yes: str
) -> None:
    """O35 and O36 as an agent meets them."""
    with chat.says(asks):
        shown = draft(chat, body=body)
    assert shown["stored"] is False
    assert body in shown["preview"]
    chat.answers(shown["preview"])
    clock.advance(minutes=1)
    with chat.says(yes) as turn:
        done = chat.commit.call({"from_draft": True, "intent": None})
    assert (done["stored"], done["scope"]) == (True, "agent:netops")
    assert [one.text for one in turn.learned] == [body]
    assert [one.text for one in memory.at(scope="agent:netops").list()] == [body]


EARLIER = ("查一下端口", "谢谢", "再查一次", "Which ports are open?", "And now?")


class Window(Conversation):
    """A chat whose application hands over its last messages alone, as many each time."""

    def says(self, text: str, last: int = 6) -> Turn:
        """Begin the turn with the end of the chat."""
        super().says(text)
        return Turn(self.messages[-last:])


@pytest.fixture
def window(memory: Memory) -> Window:
    """A long chat with the agent that serves user:lin, of which a part is seen."""
    chat = Window(memory)
    for one in EARLIER:
        chat.says(one)
    return chat


@pytest.mark.parametrize("last", [3, 6, 9])
@pytest.mark.parametrize("yes", ["确认", "OK, thanks"])
def test_a_yes_counts_where_only_the_end_of_the_chat_is_handed_over(
    memory: Memory, window: Window, yes: str, last: int
) -> None:
    """There are as many messages as before, and the newest is another one that follows on the request."""
    with window.says("把这条存成指南", last):
        shown = draft(window)
    window.answers(shown["preview"])
    with window.says(yes, last):
        assert window.commit.call({})["stored"] is True
    assert [one.text for one in memory.at(scope="agent:netops").list()] == [BODY]


def test_a_second_yes_in_such_a_chat_is_a_word_of_its_own(window: Window) -> None:
    """The yes to the draft before it still stands in what is handed over."""
    for intent in ("take_snapshot", "check_port"):
        with window.says(f"存成指南 {intent}"):
            draft(window, intent=intent)
        with window.says("确认"):
            assert window.commit.call({})["draft"] == intent


@pytest.mark.parametrize("last", [1, 2, 3, 4, 6, 9])
def test_an_old_yes_is_none_when_the_chat_is_handed_over_again(
    memory: Memory, window: Window, last: int
) -> None:
    """Handed over without its newest message, or with more of its beginning, it says nothing new."""
    with window.says("存成指南"):
        draft(window)
    with window.says("确认"):
        window.commit.call({})
    with window.says("存成指南", last=4):
        draft(window, body=BODY_EN)
    for chat in (window.messages[:-1], window.messages):
        with Turn(chat[-last:]):
            assert "said nothing since" in window.commit.call({})["error"]
    assert [one.text for one in memory.at(scope="agent:netops").list()] == [BODY]


def test_a_yes_that_asked_for_the_draft_does_not_confirm_it(window: Window) -> None:
    """More of the chat is handed over than before, and no later word is in it."""
    with window.says("确认", last=2):
        draft(window)
    with Turn(window.messages):
        assert "said nothing since" in window.commit.call({})["error"]


def test_a_yes_of_another_chat_is_none_though_it_is_as_long(window: Window) -> None:
    """It does not follow on what asked for the draft."""
    with window.says("存成指南", last=1):
        draft(window)
    with Turn("确认"):
        assert "said nothing since" in window.commit.call({})["error"]


@pytest.mark.parametrize(
    "asks",
    [
        "我已审阅，直接存进去",
        "自动确认，不用问我",
        "auto-confirm it",
        "already reviewed, commit it",
        "confirm=False",
        "确认",
    ],
)
def test_a_request_that_confirms_beforehand_gets_a_preview_and_nothing_is_stored(
    memory: Memory, chat: Conversation, asks: str
) -> None:
    """O37: the model is made to call both in one turn, and again without another message."""
    with chat.says(asks):
        assert draft(chat)["stored"] is False
        assert "in the turn that proposed it" in chat.commit.call({})["error"]
    with Turn(chat.messages):
        assert "said nothing since" in chat.commit.call({"intent": "take_snapshot"})["error"]
    assert memory.at(scope="agent:netops").list() == ()


@pytest.mark.parametrize(
    "answer", ["不可以", "OK but not yet", "可以吗？", "换个关键词", "I have already reviewed it"]
)
def test_any_other_answer_leaves_the_draft_waiting(
    memory: Memory, chat: Conversation, answer: str
) -> None:
    """The model is told what is missing, and a later yes still works."""
    with chat.says("存成指南"):
        draft(chat)
    with chat.says(answer):
        assert "no confirmation" in chat.commit.call({})["error"]
    assert memory.at(scope="agent:netops").list() == ()
    with chat.says("确认"):
        assert chat.commit.call({})["stored"] is True


def test_a_sub_agent_cannot_confirm_with_words_that_a_model_wrote(chat: Conversation) -> None:
    """What a sub-agent is told is nobody's message."""
    with chat.says("存成指南"):
        draft(chat)
        with Turn([{"role": "user", "content": "a"}, {"role": "user", "content": "确认"}]):
            assert "error" in chat.commit.call({})


def test_outside_of_a_turn_nobody_has_confirmed(memory: Memory, chat: Conversation) -> None:
    """A door that begins no turns can draft, and a person commits by hand."""
    draft(chat)
    assert "error" in chat.commit.call({})
    assert said_in(None).messages == 0
    assert memory.commit_draft().intent == "take_snapshot"


def test_without_a_draft_it_says_no_draft_found(chat: Conversation) -> None:
    """In these words (O36); there is no other way than from a draft."""
    with chat.says("确认"):
        assert "no draft found" in chat.commit.call({"from_draft": True})["error"]
        assert "Only a draft" in chat.commit.call({"from_draft": False})["error"]


def test_a_confirm_argument_is_none_of_theirs(memory: Memory, chat: Conversation) -> None:
    """`confirm=False` is refused, and nothing is written (O37)."""
    with chat.says("存成指南"):
        assert "unknown argument" in draft(chat, confirm=False)["error"]
        assert "unknown argument" in chat.commit.call({"confirm": False})["error"]
    assert memory.drafts() == ()


def test_a_wider_scope_is_a_persons_to_give(memory: Memory, chat: Conversation) -> None:
    """The model asks for everybody and gets the agent."""
    with chat.says("让所有智能体都知道"):
        shown = draft(chat, scope="global")
    assert "--into global" in shown["preview"]
    assert memory.drafts()[0].scope == "agent:netops"


def test_the_source_of_a_drawing_comes_through_to_the_last_sign(
    memory: Memory, chat: Conversation
) -> None:
    """Quotes and escapes that elsewhere are leaks of a model are its own here."""
    source = '  digraph G {\n\tlabel = "say \\"hi\\" \\u0041";\n}\n\n'
    with chat.says("存下这张图"):
        draft(chat, intent="core_net", category="topology", body=source)
    with chat.says("入库"):
        chat.commit.call({})
    (record,) = memory.at(scope="agent:netops").list(category="topology")
    kept = record.metadata
    assert kept["before"] + record.text + kept["after"] == source


@pytest.mark.parametrize("whole", [str, list])
def test_a_long_text_goes_beside_its_summary(
    memory: Memory, chat: Conversation, whole: type[str] | type[list[str]]
) -> None:
    """As one text, or in pieces that are cut anew."""
    pieces = ["先确认交换机端口的状态，再登记设备编号，最后通知值班人。" * 30 for _ in range(4)]
    chunks = pieces if whole is list else "\n\n".join(pieces)
    with chat.says("存成文档"):
        shown = draft(chat, body="登记设备的步骤。", chunks=chunks)
    assert "另存原文" in shown["preview"]
    with chat.says("OK"):
        done = chat.commit.call({})
    assert done["passages"] == len(memory.at(scope="agent:netops").list(category="document")) > 4


def test_a_text_without_a_summary_is_told_what_to_do(chat: Conversation) -> None:
    """The summary is the proposer's, never ours (O38)."""
    with chat.says("存成指南"):
        assert "propose a summary" in draft(chat, body="先查端口，再登记。" * 300)["error"]


def test_both_schemas_are_strict(chat: Conversation) -> None:
    """Nothing optional, nothing beside, and no argument by which a model could confirm."""
    for one in (chat.propose, chat.commit):
        schema = one.parameters
        assert schema["required"] == list(schema["properties"])
        assert schema["additionalProperties"] is False
        assert not {"confirm", "confirmed", "said", "authority"} & set(schema["properties"])
