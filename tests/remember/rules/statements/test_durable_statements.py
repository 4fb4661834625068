"""What looks like a memory in a real conversation and is none: of the moment, pasted, torn, pointing, or dated wrongly.

Each mechanism has sentences that must not be written, in both languages, and the lasting sentences next to them that
must. None of the sentences stands in a corpus the rules were read against.
"""

from datetime import UTC, datetime

import pytest

from stelae import Memory
from stelae.schemas.change import Outcome
from stelae.testing import FixedClock

SAID = datetime(2026, 1, 20, 9, 0, tzinfo=UTC)


def written(text: str) -> tuple[Outcome, ...]:
    """What one message of a person makes the product write."""
    with Memory.open(
        store="memory",
        scope="user:ann",
        extractor="rules",
        embedder="none",
        clock=FixedClock(SAID.isoformat()),
    ) as memory:
        said = {"role": "user", "content": text, "time": SAID.isoformat(), "zone": "UTC"}
        return tuple(o for o in memory.observe([said]).outcomes if o.outcome == "accepted")


PASTED = "The committee met twice last year and published its findings in a long report. " * 16

MOMENT = [
    "My crew is still on the phones, nearly there",
    "The mock-up is still not solid",
    "The next step is a short call with the vendor",
    "I expect a full breakdown for each day of the trip",
    "I'll need the newest draft and a list of all open points since last Monday",
    "You don't need to add a note under the table",
    "I think it's better if you give me three variants",
    "2 litres it is for today",
    "We agreed to go through my errands first",
    'I don\'t like the word "leverage"',
    "No running for me, I have a fever and the doctor says rest for a week",
    "My wrist hurts, I can't lift the kettle today",
]
FOREIGN = [
    "You are a seasoned tax adviser who helps small firms. I am the owner of a bakery. You will answer in a calm voice and"
    " you do not explain yourself unless asked twice by the client.",
    "Here is the job description: Senior Baker\nEnjoy early mornings\nI love working in a team\nThe shop is in Ghent",
    "Dear Ms Holm,\nI live in Oslo and I work as a nurse.\nI love knitting.\nKind regards,\nPia",
    PASTED + "\nI prefer a wide lens.\n" + PASTED,
    "Write a lease agreement for the flat - the tenant's name is Ola Berg",
    "Here are the notes from the meeting:\n○ The backup server is in rack B4\n○ I own the migration",
    "以下是客户的邮件：\n我住在成都。\n我对花生过敏。",
    "你是一名资深的税务顾问，说话严谨，回答问题时先列法条再给结论，从不闲聊，也不要解释自己的身份。我在上海做会计，请保持这个设定不变，直到我说停为止。",
]
MISREAD = [
    "I'm using the task manager",
    "I'm definitely the Dreamer, stuck in the clouds",
    "I can hardly stay awake as it is",
    "We'll see whatever it is",
    "I really hope this job is for me",
    "While driving past the market I stopped by for a bit",
    "For the bench press, I went with the bar, tried 40 kg",
    "We are committed to building a greener tomorrow for our partners",
    "I live with the thought of moving",
]
OPAQUE = [
    "I've settled on the budget",
    "We've finalized the itinerary",
    "We have decided to modify the seating plan",
    "I will start executing this from Monday",
    "I completed it on March 3",
    "I practise these specific scales every day",
    "I've never been to one",
    "I met him at the film festival in 2020",
    "I have a deadline of December 15",
    "我总是赢不了",
    "我一般会配一些清淡的小菜",
    "好的，我已经记下来了",
]
TORN = [
    "1. Auntie Rose's Kitchen\n2. Harbour Grill",
    "I want you to send me the *short* list of dull but urgent chores on Friday morning",
    "Don't forget the **tyres every month",
    "Remember this client profile for later:\nMs Holm, 41",
]


@pytest.mark.parametrize("text", [*MOMENT, *FOREIGN, *MISREAD, *OPAQUE, *TORN])
def test_what_only_looks_like_a_memory_is_not_written(text: str) -> None:
    """What is of the moment, foreign, misread, opaque or torn stays out."""
    assert written(text) == ()


LASTING = [
    ("I still live in Bergen", "Bergen"),
    ("The gate's at the back of the yard", "yard"),
    ("Always give me the sources first", "sources"),
    ("I need two coffees every morning", "coffees"),
    ("Oslo it is", "Oslo"),
    ("I'm a product manager at Lumen", "product manager"),
    ("I'm an engineering manager", "engineering manager"),
    ("I went with the blue tiles", "blue tiles"),
    ("We settled on Postgres", "Postgres"),
    ("Running isn't for me", "Running"),
    ("I stopped smoking", "smoking"),
    ("I live with my grandparents", "grandparents"),
    ("I can't lift anything heavy, I've had a slipped disc for years", "lift"),
    ("I like jazz, blues and soul", "soul"),
    ("I love big, noisy parties", "big, noisy parties"),
    ("I'm allergic to mangoes. Summarise this article for me.", "mangoes"),
    ("我总是赢不了表弟的围棋", "围棋"),
    ("我一直住在成都", "成都"),
    ("医生说我不能久站，腰椎间盘突出很多年了", "久站"),
]


PLAINLY = [
    ("I just turned forty", "fact"),
    ("By day I fix lifts", "fact"),
    ("I retired in 2019", "fact"),
    ("We adopted two kids from Vietnam", "fact"),
    ("我今年三十五了", "fact"),
    ("我跑外卖的", "fact"),
    ("我普通话不太好", "fact"),
    ("Penicillin nearly killed me once", "constraint"),
    ("I'm not supposed to lift anything over 10 kilos", "constraint"),
    ("Lactose and I are enemies", "constraint"),
    ("我不吃香菜", "constraint"),
    ("我喝牛奶拉肚子", "constraint"),
    ("大蒜我吃了就胃疼", "constraint"),
    ("烧烤摊的东西我不敢吃", "constraint"),
    ("I'm more of a tea person", "preference"),
    ("I could live on ramen", "preference"),
    ("I never get tired of rainy days", "preference"),
    ("My idea of hell is a theme park", "preference"),
    ("钓鱼是我的最大爱好", "preference"),
    ("奶茶我不怎么喝", "preference"),
    ("我嫌电影院太吵", "preference"),
    ("Final call: we ship on Linux only", "decision"),
    ("I'll take the night shift from now on", "decision"),
    ("I've made up my mind to sell the boat", "decision"),
    ("We scrapped the mobile app", "decision"),
    ("装修就选北欧风了", "decision"),
    ("我打定主意不读研了", "decision"),
    ("最后还是选了顺丰", "decision"),
    ("房子我们不卖了", "decision"),
]


@pytest.mark.parametrize(("text", "category"), PLAINLY)
def test_everyday_frames_around_an_open_slot_are_read(text: str, category: str) -> None:
    """Identity, limits, tastes and decisions in the words people use for them."""
    assert [o.category for o in written(text)] == [category]


def test_a_refusal_is_part_of_what_was_decided() -> None:
    """`Decided not to renew` must not read as a choice to renew."""
    assert (
        written("I've decided not to renew the lease")[0].attributes["choice"]
        == "not renew the lease"
    )


def test_nationality_is_no_name() -> None:
    """Only one name is kept, so a word that is none must not take its place."""
    assert all(o.attributes.get("attribute") != "name" for o in written("I'm Welsh"))


@pytest.mark.parametrize(
    "turns",
    [
        ("以后都用中文写报告", "后面的故障总结麻烦保持中文", "报告语言还是按中文来吧"),
        (
            "keep the incident reports in Chinese please",
            "Future post-mortems in Chinese, please",
            "report language stays Chinese",
        ),
    ],
)
def test_the_language_of_reports_said_three_ways_is_one_preference(turns: tuple[str, ...]) -> None:
    """Each turn is evidence for the same key."""
    with Memory.open(
        store="memory",
        scope="user:ann",
        extractor="rules",
        embedder="none",
        clock=FixedClock(SAID.isoformat()),
    ) as memory:
        for text in turns:
            memory.observe([{"role": "user", "content": text}])
        (kept,) = memory.list()
    assert kept.attributes["aspect"] == "report-language"
    assert len(kept.evidence) == len(turns)


@pytest.mark.parametrize(
    "text", ["把这份报告翻译成中文", "这次的总结用英文写", "Put this report in English"]
)
def test_the_language_of_the_text_at_hand_is_no_preference(text: str) -> None:
    """What is asked of one text holds for that text."""
    assert written(text) == ()


@pytest.mark.parametrize(("text", "word"), LASTING)
def test_the_lasting_sentence_beside_it_is_written(text: str, word: str) -> None:
    """The check that keeps its neighbour out lets it through."""
    assert any(word in o.text for o in written(text)), written(text)


def test_a_long_story_in_the_first_person_is_the_persons_own() -> None:
    """Length alone makes no document."""
    story = (
        "I grew up on a farm and I left it when I was nineteen. My brother stayed, and I still visit him in spring. "
        "I trained as a carpenter, I hated the first two years, and my hands were never clean. "
    ) * 6
    assert any("Bergen" in o.text for o in written(story + "I live in Bergen. " + story))


def test_what_is_said_in_front_of_a_pasted_text_is_kept() -> None:
    """A document has its own words at its beginning."""
    kept = written("I'm allergic to mangoes, keep that in mind.\n" + PASTED)
    assert [o.category for o in kept] == ["constraint"]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("I'm off the grid for the next week, travelling in Lapland", "2026-01-20"),
        ("I have to submit my thesis by March 25", "2026-03-25"),
        ("I have a hearing on May 4, 2027", "2027-05-04"),
    ],
)
def test_a_date_is_the_one_the_clause_means(text: str, day: str) -> None:
    """`For the next week` begins today; `by March 25` is a day."""
    assert [str(o.attributes.get("begin"))[:10] for o in written(text)] == [day]


@pytest.mark.parametrize(
    "text",
    [
        "I finished the trilogy in 12 days",
        "The booked window for January 5th is precise",
        "I have a fair coming up in May or June 2023",
    ],
)
def test_a_date_that_was_not_said_is_not_made_up(text: str) -> None:
    """A duration, a year left out and a month long past are no date of an event."""
    assert all(o.attributes.get("begin") is None for o in written(text))


def test_a_bare_style_order_beside_a_task_is_part_of_the_task() -> None:
    """Alone the same order is meant for good."""
    task = "Can you draft the update for our partners and confirm that the deal is back on track after the long delay? "
    assert (
        written(
            task
            + "Keep it warm and to the point. No unnecessary fluff. Then we look at the slides for the board."
        )
        == ()
    )
    assert written("No unnecessary fluff, please") != ()
