"""What a request to forget finds, and what it leaves alone."""

import pytest

from stelae.errors import InvalidInputError
from stelae.memory import Memory
from stelae.schemas.forgetting import ForgetPreview
from stelae.testing import FixedClock
from tests.conftest import Opener
from tests.forgetting.sayings import TOLD, live_it


@pytest.fixture(params=["sqlite", "memory"])
def told(request: pytest.FixtureRequest, open_memory: Opener, clock: FixedClock) -> Memory:
    """Somebody's life, in either store."""
    memory = open_memory(store=request.param)
    live_it(memory, clock)
    return memory


def touched(memory: Memory, shown: ForgetPreview) -> set[str]:
    """Return the ids of the messages that a preview touches, itself or through a memory or a question."""
    external: dict[str, str] = {}
    for item in memory._parts.store.observations(memory.namespace):
        external[item.id] = item.external_id or ""
    found: set[str] = set()
    waiting = {item.id: item.record for item in memory.pending()}
    for item in shown.preview:
        if item.type == "observation":
            found.add(external[item.id])
        else:
            record = waiting[item.id] if item.type == "pending" else memory.get(item.id)
            found |= {span.external_id or "" for span in record.evidence}
    return found


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        ("忘记我告诉过你的电话号码", {"phone"}),
        ("请把我的手机号忘了吧", {"phone"}),
        ("forget my phone number", {"phone"}),
        ("我的电话", {"phone"}),
        ("忘掉我的地址槐树巷 18 号", {"address"}),
        ("槐树巷18号", {"address"}),
        ("能不能忘掉我的住址", {"address"}),
        ("Please delete my address", {"address"}),
        ("forget what I told you about my ex", {"ex"}),
        ("删除所有关于小周的记忆", {"former"}),
        ("我的前任", {"former"}),
        ("delete everything I said about the Osaka project", {"osaka-start", "osaka-db"}),
        ("forget what I said about Postgres", {"osaka-db"}),
        ("forget that the staging cluster is in Osaka", {"cluster"}),
        ("忘掉我的生日", {"birthday"}),
        ("don't remember my birthday", {"birthday"}),
        ("忘记我对青霉素过敏这件事", {"penicillin"}),
        ("forget my allergies", {"penicillin"}),
        ("忘了我妈妈的电话吧", {"mother"}),
        ("erase my name", {"name"}),
        ("Could you forget where I live?", {"address"}),
        ("forget my e-mail address", {"email"}),
        ("forget that I work as a surveyor", {"job"}),
        ("stop remembering my job", {"job"}),
        ("forget that I hate cilantro, please", {"cilantro"}),
        ("不要记住我养了一只叫阿福的乌龟", {"pet"}),
        ("忘掉阿福", {"pet"}),
        ("clear everything you know about jazz", {"jazz"}),
        ("dana.reed@example.com", {"email"}),
        ("忘掉我在学大提琴的事", {"cello"}),
    ],
)
def test_a_request_finds_exactly_what_it_is_about(
    told: Memory, request_: str, expected: set[str]
) -> None:
    """Memories and messages alike, nothing else; and looking changes nothing."""
    before = told.stats()
    shown = told.forget(request_)
    assert touched(told, shown) == expected
    assert all(item.why for item in shown.preview)
    assert shown.request == request_
    after = told.stats()
    assert {k: after[k] for k in before} == before


@pytest.mark.parametrize(
    "request_",
    [
        "forget my shoe size",
        "忘掉我的血型",
        "忘掉我的地址梧桐路 5 号",
        "forget my phone number 0151-999-000",
        "forget what I told you about Reykjavik",
        "忘记我说过的关于滑雪的事",
        "忘记我爸爸的电话",
    ],
)
def test_what_was_never_said_finds_nothing_and_says_so(told: Memory, request_: str) -> None:
    """Not the nearest thing instead: another address, another person's number."""
    shown = told.forget(request_)
    assert not shown
    assert shown.preview == ()
    assert "Nothing was found" in shown.message
    with pytest.raises(InvalidInputError, match="empty"):
        told.forget(shown)


def test_why_says_how_it_was_found(told: Memory) -> None:
    """From a typed field to the very words."""
    by_request = {
        "forget my phone number": "phone of user: fact/user/phone",
        "槐树巷 18 号": "says “槐树巷 18 号”",
        "Postgres, the Osaka project": "says every word of “Postgres, the Osaka project”",
        "the new Postgres thing": "you named “Postgres”",
        "the new MySQL thing": None,
    }
    for request, why in by_request.items():
        shown = told.forget(request)
        assert (shown.preview[0].why if shown else None) == why


def test_meaning_is_marked_with_its_probability(open_memory: Opener, clock: FixedClock) -> None:
    """Where no word is shared the real embedder decides, above recall's floor."""
    memory = open_memory(embedder="fast")
    live_it(memory, clock)
    shown = memory.forget("forget what I told you about the town my former partner lives in")
    assert any(item.why.startswith("meaning .") for item in shown.preview)
    assert touched(memory, shown) == {"ex"}


def test_half_of_the_words_is_another_topic(open_memory: Opener, clock: FixedClock) -> None:
    """“Osaka” alone is not “the Osaka project”, however alike the two are for an embedder."""
    memory = open_memory(embedder="fast")
    live_it(memory, clock)
    shown = memory.forget("delete everything I said about the Osaka project")
    assert touched(memory, shown) == {"osaka-start", "osaka-db"}


@pytest.mark.parametrize("request_", ["的", "?!", "forget it", "忘了吧", "forget everything", "他"])
def test_a_request_that_names_nothing_is_refused(told: Memory, request_: str) -> None:
    """It is neither nothing found nor everything."""
    with pytest.raises(InvalidInputError):
        told.forget(request_)


@pytest.mark.parametrize(
    "said",
    [
        "别忘了我的地址",
        "don't forget my birthday",
        "I forgot my umbrella",
        "忘记我的电话号码",
        "forget everything about me",
    ],
)
def test_observing_a_request_forgets_nothing(told: Memory, said: str) -> None:
    """Neither a trap nor a real request: whoever speaks, a person has to look at the preview."""
    before = {record.id: record.text for record in told.list(include_inactive=True)}
    told.observe([{"role": "user", "content": said, "id": "new"}])
    told.observe([{"role": "assistant", "content": said, "id": "new-too"}])
    after = {record.id: record.text for record in told.list(include_inactive=True)}
    assert before.items() <= after.items()
    assert told.forgotten() == ()


def test_a_sentence_is_narrowed_by_filters(told: Memory) -> None:
    """What is found lies within the category; time works on messages, too."""
    shown = told.forget("the Osaka project", category="decision")
    assert {item.category for item in shown.preview if item.type == "memory"} == {"decision"}
    assert not told.forget("the Osaka project", until="2026-04-01T00:00:00Z")


def test_a_longer_request_is_no_query(told: Memory) -> None:
    """The limit of a query is the limit of a request."""
    from stelae.errors import TooLargeError

    with pytest.raises(TooLargeError):
        told.forget("忘" * 8_001)


def test_everything_told_is_tried_here() -> None:
    """The life above has a request for most of its parts."""
    assert len(TOLD) > 15
