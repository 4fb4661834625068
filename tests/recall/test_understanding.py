"""What a question asks for is read off its words."""

import pytest

from stelae.recall.understanding import LONG_WORDS, is_greeting, understand

PEOPLE = ("Caroline", "Melanie", "小李", "user", "assistant")


@pytest.mark.parametrize(
    "text", ["你好", "hello!", "Hi there", "早上好，谢谢", "ok, thanks", "在吗？", "哈哈哈"]
)
def test_greetings_are_known(text: str) -> None:
    """Hello, thanks and a bare yes are no questions (DEV-26.1)."""
    assert is_greeting(text)


@pytest.mark.parametrize(
    "text", ["hello kitty stickers", "谢谢你推荐的茶", "好吃的面馆", "good morning run", "猫"]
)
def test_words_that_only_begin_like_a_greeting_are_none(text: str) -> None:
    """A greeting with something behind it is a question."""
    assert not is_greeting(text)


@pytest.mark.parametrize("text", ["？", "的", "!!!", "where is it", "\u200b"])
def test_nothing_to_look_for(text: str) -> None:
    """Punctuation and stop words leave no terms (DEV-17.2)."""
    assert understand(text, ()).empty


def test_participants_are_found_and_left_out_of_the_vectors_text() -> None:
    """A name selects the speaker; in the embedded text it would only attract turns that address her."""
    question = understand("What did Caroline's sister say?", PEOPLE)
    assert question.names == ("Caroline",)
    assert question.dense == "What did sister say?"
    assert understand("小李养了什么？", PEOPLE).names == ("小李",)


def test_a_name_inside_a_word_is_no_name() -> None:
    """`Caroliner` is nobody here, and bare roles are never names."""
    assert understand("the Caroliners and the user", PEOPLE).names == ()


def test_only_the_end_of_a_long_message_is_embedded() -> None:
    """What a long message asks stands at its end (retrieval.md, section 4)."""
    question = understand("word " * 200 + "where is the key?", ())
    assert len(question.dense) == 400
    assert question.dense.endswith("where is the key?")
    assert question.long


def test_a_short_question_is_not_long() -> None:
    """Below forty words it is a question."""
    assert not understand("word " * (LONG_WORDS - 1), ()).long


@pytest.mark.parametrize(
    "text", ["When did you move?", "你什么时候搬家的", "how long have we known each other"]
)
def test_questions_of_time(text: str) -> None:
    """Both languages ask for a time."""
    assert understand(text, ()).asks_when


@pytest.mark.parametrize(
    ("text", "current"),
    [
        ("What is my locker number?", True),
        ("我的密码箱编号是多少", True),
        ("What was my first locker number?", False),
        ("以前的编号是多少", False),
    ],
)
def test_questions_about_a_current_value(text: str, current: bool) -> None:
    """The past is asked for in other words."""
    assert understand(text, ()).asks_current is current


@pytest.mark.parametrize(
    "text", ["Can you recommend a restaurant?", "帮我选个礼物", "what should I cook tonight"]
)
def test_wishes_for_advice(text: str) -> None:
    """Advice needs what the person likes."""
    assert understand(text, ()).asks_advice


@pytest.mark.parametrize(
    "text",
    ["What did you recommend last time?", "你给我推荐过哪些餐馆", "How many tips have I had?"],
)
def test_advice_that_was_given_is_not_wanted(text: str) -> None:
    """Looking back at advice is an ordinary question."""
    assert not understand(text, ()).asks_advice


def test_the_frame_of_a_question_is_not_looked_for() -> None:
    """Words of asking and telling are in no memory."""
    asked = understand("你曾经给我推荐过几个厨艺节目，他们的名字是？", ())
    assert "推荐" not in asked.terms
    assert "厨艺" in asked.terms
    english = understand("Do you remember the recipe you recommended?", ())
    assert set(english.terms) == {"recip"}


@pytest.mark.parametrize(
    "text", ["What did we talk about?", "你还记得我们第一次对话的时候，聊了什么话题吗？"]
)
def test_a_question_about_the_talk_itself(text: str) -> None:
    """When nothing but the frame is there, the conversation is what is asked for."""
    question = understand(text, ())
    assert question.about_talk
    assert not question.empty


@pytest.mark.parametrize("text", ["What did we say about the boiler?", "list", "我们聊过火锅吗"])
def test_a_question_with_a_topic_is_not_about_the_talk(text: str) -> None:
    """A topic, or no word of talking at all."""
    assert not understand(text, ()).about_talk
