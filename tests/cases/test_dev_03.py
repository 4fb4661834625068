"""DEV-03: the store fills with heartbeats, task state and boot text."""

from tests.cases.doors import Door, Json

CALL: list[Json] = [
    {"role": "system", "content": "你是小鹿，一个说话简短的助理。工作目录每晚备份。"},
    {"role": "user", "content": "HEARTBEAT 09:30"},
    {"role": "assistant", "content": "HEARTBEAT_OK"},
    {"role": "tool", "content": '{"queue":7,"worker":"w3","retry":2}'},
    {"role": "user", "content": "第 3/12 个测试还在跑，先等着"},
    {"role": "assistant", "content": "好的，我会用两级缓存来部署这个服务。"},
    {"role": "user", "content": "谢谢！"},
    {"role": "user", "content": "以后给我的距离都用公里，别用英里。"},
]
CALL_EN: list[Json] = [
    {
        "role": "system",
        "content": "You are Fawn, an assistant of few words. Files are saved nightly.",
    },
    {"role": "user", "content": "HEARTBEAT 09:30"},
    {"role": "assistant", "content": "HEARTBEAT_OK"},
    {"role": "tool", "content": '{"queue":7,"worker":"w3","retry":2}'},
    {"role": "user", "content": "Test 3/12 is still running, wait for it"},
    {"role": "assistant", "content": "Fine, I will deploy the service with a two-level cache."},
    {"role": "user", "content": "Thanks!"},
    {"role": "user", "content": "From now on give me distances in kilometres, not miles."},
]
JUNK = ("HEARTBEAT", "w3", "3/12", "小鹿", "两级缓存", "Fawn", "two-level cache")


def kept(door: Door) -> list[Json]:
    """Return every memory, whatever its status, and everything that waits for a person."""
    return [*door.list(every=True), *(item["record"] for item in door.pending())]


def test_dev_03_1_exactly_one_memory_about_kilometres(door: Door) -> None:
    """Of eight messages one is worth keeping; another would have to expire."""
    door.observe(CALL)
    lasting = [m for m in kept(door) if m["expires_at"] is None]
    assert len(lasting) == 1
    assert "公里" in lasting[0]["text"]
    assert len(kept(door)) <= 2


def test_dev_03_1_exactly_one_memory_about_kilometres_in_english(door: Door) -> None:
    """The English twin."""
    door.observe(CALL_EN)
    lasting = [m for m in kept(door) if m["expires_at"] is None]
    assert len(lasting) == 1
    assert "kilometres" in lasting[0]["text"]
    assert len(kept(door)) <= 2


def test_dev_03_2_nothing_rests_on_a_system_or_tool_message_alone(door: Door) -> None:
    """Every memory has somebody who spoke among its observations."""
    door.observe(CALL)
    door.observe(CALL_EN)
    memories = door.list(every=True)
    assert memories
    for memory in memories:
        roles = {o["role"] for o in door.why(memory["id"])["observations"]}
        assert roles - {"system", "tool"}


def test_dev_03_3_nothing_holds_junk(door: Door) -> None:
    """No heartbeat, worker name, progress count, boot text or promise of the assistant is kept."""
    door.observe(CALL)
    door.observe(CALL_EN)
    assert kept(door)
    for memory in kept(door):
        assert not [word for word in JUNK if word in memory["text"]]


def test_dev_03_4_replaying_the_call_ten_times_adds_nothing(door: Door) -> None:
    """The same call again is the same memory."""
    door.observe(CALL)
    before = [(m["id"], m["evidence_count"]) for m in kept(door)]
    for _ in range(10):
        door.observe(CALL)
    assert [(m["id"], m["evidence_count"]) for m in kept(door)] == before


def test_dev_03_5_every_dropped_message_of_the_user_has_a_reason(door: Door) -> None:
    """A person can audit the gate: what was looked at and not kept is listed with why, and where it stood."""
    result = door.observe(CALL)
    refs = [ref["id"] for ref in result["observations"]]
    dropped = [o for o in result["outcomes"] if o["outcome"] == "rejected"]
    assert all(o["reason"] not in {"accepted", "confirmed"} for o in dropped)
    places = {span["observation_id"] for o in dropped for span in o["evidence"]}
    said = [ref for ref, message in zip(refs, CALL, strict=True) if message["role"] == "user"]
    assert set(said[:-1]) <= places
    assert said[-1] not in places
