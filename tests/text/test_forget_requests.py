"""Who asks to forget something, and who only speaks of forgetting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.text.forget_requests import (
    HOW_TO,
    PLACEHOLDER,
    asking_parts,
    is_forget_request,
    sentence_at,
    without_requests,
)

ASKING = (
    "忘记我告诉过你的电话号码",
    "忘掉我的地址槐树巷 18 号",
    "请忘掉我的地址槐树巷 18 号",
    "请把我的电话忘了吧",
    "帮我删掉我之前说的关于前任的事",
    "能不能忘掉我对花生过敏这件事",
    "不要记住我的生日",
    "删除关于我的所有记忆",
    "把我刚才说的话删掉",
    "我希望你忘记我的住址",
    "请忘记小周的生日",
    "請忘記我的電話號碼",
    "我搬家了，请忘掉我的旧地址",
    "清除你记住的关于我公司的一切",
    "forget what I told you about my ex",
    "delete everything I said about the Osaka project",
    "Please forget my birthday",
    "can you forget my phone number?",
    "Could you please delete my address",
    "Forget that I live at 18 Locust Lane",
    "erase everything you know about my sister",
    "remove the memory about my trip from your memory",
    "Don't remember that I smoke",
    "We broke up, so please forget what I told you about him.",
    "I moved out. Please forget my old address.",
    "wipe all memories of Jamie",
    "stop remembering my allergies",
    "please do not store my phone number",
)
NOT_ASKING = (
    "别忘了我的地址",
    "千万别忘了我对花生过敏",
    "请不要忘记我的生日",
    "我忘了带伞",
    "我忘记密码了怎么办",
    "你忘了我的生日",
    "你是不是忘了我的名字",
    "忘了告诉你，我住在杭州",
    "我永远不会忘记你说过的话",
    "我想忘记我的前任",
    "如果你忘记我的地址怎么办",
    "我老是忘记我的生日",
    "我忘不了我的前任",
    "他忘了我的生日",
    "删掉第三段",
    "帮我删除照片",
    "我把钥匙忘在家里了",
    "don't forget my birthday",
    "Please don't forget to call me",
    "do not forget what I said about peanuts",
    "I forgot my umbrella",
    "never forget my birthday",
    "I'll never forget what you told me",
    "I can't forget what he said",
    "I want to forget my ex",
    "did you forget my birthday?",
    "How do I delete my account?",
    "remove my name from the list",
    "delete the temp files",
    "fix the memory leak and delete the old memory dump",
    "forget it, let's go on",
    "Forget about it.",
    "Let's forget about Postgres and use MySQL",
    "He told me to delete everything",
    "I removed my old phone number from the form",
)


@pytest.mark.parametrize("text", ASKING)
def test_a_request_is_seen(text: str) -> None:
    """In both languages, politely and bluntly, traditional characters too."""
    assert is_forget_request(text)


@pytest.mark.parametrize("text", NOT_ASKING)
def test_speaking_of_forgetting_is_no_request(text: str) -> None:
    """Reminders, complaints, feelings, questions, chores: unsure counts as no."""
    assert not is_forget_request(text)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("我搬家了，请忘掉我的旧地址，槐树巷 18 号。我对花生过敏。", f"我搬家了，{PLACEHOLDER}我对花生过敏。"),
        (
            "I moved. Please forget my old address, 18 Locust Lane. I love jazz.",
            f"I moved. {PLACEHOLDER} I love jazz.",
        ),
        ("我的地址是槐树巷18号，请把它忘掉", PLACEHOLDER),
        ("My ex is Jamie. Forget what I just said. I like tea.", f"{PLACEHOLDER} I like tea."),
        ("I like tea.", "I like tea."),
    ],
)  # fmt: skip
def test_only_what_asks_is_taken_out(said: str, kept: str) -> None:
    """The rest of its sentence goes with it, and what it points back to."""
    assert without_requests(said) == kept


@given(st.lists(st.sampled_from([*ASKING, *NOT_ASKING, "I love jazz", "我喜欢爵士乐"]), max_size=5))
def test_parts_are_apart_in_order_and_inside(sentences: list[str]) -> None:
    """Whatever is said around a request; and a text with its requests taken out asks for nothing."""
    text = "\n".join(sentences)
    parts = asking_parts(text)
    ends = [0]
    for part in parts:
        assert ends[-1] <= part.start < part.end <= len(text)
        ends.append(part.end)
    assert not is_forget_request(without_requests(text))


def test_a_position_is_in_its_sentence() -> None:
    """Decimal points end nothing."""
    text = "It costs 3.50 a day. I pay. 好的。"
    begin, end = sentence_at(text, text.index("50"))
    assert text[begin:end] == "It costs 3.50 a day."


def test_what_the_caller_is_told_names_both_doors() -> None:
    """Command line and code."""
    assert "stelae forget" in HOW_TO
    assert "Memory.forget" in HOW_TO
