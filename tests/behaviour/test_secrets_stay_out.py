"""Whatever door a secret comes through, no byte of it is in the data folder afterwards: `restricted` is never stored."""

import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from stelae.errors import StelaeError
from stelae.memory import Memory
from tests.ingestion.guide_folders import folder_of

WALLET = "maple kite river stone cloud paper lemon tiger ocean brick candle mirror"
KEY = "sk-" + "Ab3dEf7h" * 5
AWS = "wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY"
SECRETS = {
    "the pin for my card is 48215931": "48215931",
    "my bank pin's 90347715": "90347715",
    "unlock pattern L shape, backup pin 77884213": "77884213",
    "the garage keypad is 19946037": "19946037",
    "the code to my gym locker is 22187754": "22187754",
    "card 4111 1111 1111 1111 exp 12/27 cvv 123": "4111 1111 1111 1111",
    "my netflix login is jake@x.com and the password's monkey9931": "monkey9931",
    "pw: Tr0ub4dor&3": "Tr0ub4dor&3",
    "pass is bluewhale77": "bluewhale77",
    "the code they texted me is 88421357": "88421357",
    "I got a code, it's 88427753": "88427753",
    f"my recovery words are {WALLET}": WALLET,
    "the password? it's swordfish": "swordfish",
    "wifi: HomeNet / sunflower2020": "sunflower2020",
    "tulip2024 is my wifi password": "tulip2024",
    "my password is eight zeros": "eight zeros",
    "my pin is my birthday backwards": "my birthday backwards",
    "the alarm code is the year I was born": "the year I was born",
    "my wifi password is purple elephant": "purple elephant",
    "the password I use everywhere is oakTree55": "oakTree55",
    "login: admin / FPJ9t5pw!965": "FPJ9t5pw!965",
    f"the new key is {KEY}": KEY,
    f"aws_secret_access_key = {AWS}": AWS,
    "postgres://app:ksXrBfOlAeVI@10.0.0.5/main": "ksXrBfOlAeVI",
    "门锁密码43215967#": "43215967",
    "密码还是老的那个：Hello2019": "Hello2019",
    "开机密码就是生日930412": "930412",
    "wifi是HomeNet，密码八个8": "八个8",
    "密码六个六": "六个六",
    "我邮箱密码没变还是xiaogou66": "xiaogou66",
    "支付密码还是那个25803617": "25803617",
    "密码是我生日倒过来": "我生日倒过来",
    "手机密码用的是我家门牌号": "我家门牌号",
    "手势密码是Z字形": "Z字形",
    "他们发我的码是88421399": "88421399",
    "验证码 81448829，别告诉别人": "81448829",
    "sim卡pin码还是12347756": "12347756",
    "助记词：苹果 河流 石头 云朵 纸张 柠檬 老虎 海洋 砖头 蜡烛 镜子 风筝": "苹果 河流 石头 云朵",
    "信用卡5555555555554444，有效期12/27，安全码123": "5555555555554444",
    "无线网是MiaHome，mia0528x": "mia0528x",
    "网飞账号jake@x.com，monkey9942": "monkey9942",
}
"""What is said, and the part of it that opens something."""
NOTE = "The test server is called db3. "


Step = Callable[[], object]


def observe(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """Said in a conversation, alone and beside something worth keeping."""
    yield lambda: memory.observe(said)
    yield lambda: memory.observe(f"{NOTE}{said}\n我住在青岛")
    yield lambda: memory.observe(f"Remember: {NOTE}{said}", extract=False)


def observe_as_another(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """Said by the assistant and by a tool, with a name, metadata, and the arguments of a call."""
    call = {"function": {"name": "save", "arguments": json.dumps({"text": said})}}
    yield lambda: memory.observe(
        [
            {"role": "user", "content": "好的", "name": said, "metadata": {"note": [said]}},
            {"role": "assistant", "content": said, "tool_calls": [call]},
            {"role": "tool", "content": said, "metadata": {"source": "web"}},
        ]
    )


def remember(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """Asked to be remembered, as a sentence and as fields."""
    yield lambda: memory.remember(said)
    yield lambda: memory.remember(NOTE + said, tags=[said], metadata={"said": said})
    yield lambda: memory.remember(said, authority="agent")
    yield lambda: memory.remember(
        category="preference", attributes={"subject": "note", "value": said}
    )
    yield lambda: memory.remember(NOTE, category="fact", attributes={"subject": said})
    yield lambda: memory.remember(said, category="no-such-category")


def change(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """Put into the place of something harmless, and given as a reason."""
    made = memory.remember(NOTE, authority="user_edit")
    yield lambda: memory.edit(made.id or "", text=NOTE + said)
    memory.remember("The office is in Oslo", authority="web")
    for item in memory.pending():
        yield lambda waiting=item.id: memory.amend(waiting, text=NOTE + said)
        yield lambda waiting=item.id: memory.reject(waiting, reason=said)


def draft(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """Proposed as a guide, shown and committed."""
    netops = memory.at(scope="agent:netops")
    body = NOTE + said
    yield lambda: netops.propose_draft("open_it", body, keywords=["door", said])
    yield lambda: netops.propose_draft("open_it", body, keywords=["door"], text=f"{body}\n" * 40)
    yield netops.commit_draft
    yield lambda: netops.propose_draft(said, body, keywords=["door"])


def capture(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """In a tool's arguments, result and error, with audit, and in the error of a run."""
    call = {"tool": "register_server", "arguments": {"note": said}, "result": f"registered: {said}"}
    failed = {**call, "error": said, "status": "failed"}
    yield lambda: memory.capture([call], agent="netops", audit=True)
    yield lambda: memory.capture([failed], agent="netops", audit=True)
    yield lambda: memory.run("r1", agent="netops", status="failed", error=said)


def session(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """In the short-term state of a conversation."""
    yield lambda: memory.update_session("s1", said)
    yield lambda: memory.update_session("s1", said, patch={"slots": {"note": said}})


def read_in(memory: Memory, said: str, place: Path) -> Iterator[Step]:
    """In a guide's file and in a document; the files themselves are the person's."""
    body = f"intent: open_it\nagent: netops\nkeywords: [door]\nbody: |\n  {NOTE}\n  {said}\n"
    folder = folder_of(place / "agents", {"netops/guides/open_it.guide.yaml": body})
    file = place / "notes.md"
    file.write_text(f"# Notes\n\n{NOTE}\n\n{said}\n", encoding="utf-8")
    yield lambda: memory.import_guides(folder)
    yield lambda: memory.import_document(file)


def ask(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """In a question, whose trace is kept, and in the request to forget it."""
    memory.observe("I live in Oslo")
    yield lambda: memory.recall(said)
    yield lambda: memory.context(said)
    yield lambda: memory.auto_context(said)
    yield lambda: memory.forget(said)
    yield lambda: memory.observe(f"Please forget that {said}")


def name(memory: Memory, said: str, _place: Path) -> Iterator[Step]:
    """As an activity, a strategy, and another name for something."""
    netops = memory.at(scope="agent:netops")
    memory.observe("I like hiking")
    yield lambda: memory.note_activity("search", said)
    yield lambda: netops.propose_strategy("opening", NOTE + said, triggers=[said])
    for concept in memory.concepts()[:1]:
        yield lambda key=concept.key: memory.alias_concept(key, said[:60])


Door = Callable[[Memory, str, Path], Iterator[Step]]
DOORS: tuple[Door, ...] = (
    *(observe, observe_as_another, remember, change, draft, capture, session, read_in, ask, name),
)


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_no_byte_of_a_secret_is_kept_whatever_door_it_came_through(
    door: Door, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither in a table, an index, a draft, a job or a trace, nor in the log or in what an error says (DEV-06.3)."""
    caplog.set_level(logging.DEBUG)
    heard: list[str] = []
    with Memory.open(
        tmp_path / "data", scope="user:lin", embedder="none", extractor="rules"
    ) as memory:
        for number, said in enumerate(SECRETS):
            place = tmp_path / "given" / str(number)
            place.mkdir(parents=True)
            for step in door(memory, said, place):
                try:
                    step()
                except StelaeError as refused:
                    heard.append(f"{refused} {refused.__cause__}")
        memory.export(tmp_path / "export.jsonl", everything=True)
    written = _written(tmp_path)
    told = "\n".join([caplog.text, *heard])
    assert [said for said, value in SECRETS.items() if value.encode() in written] == []
    assert [said for said, value in SECRETS.items() if value in told] == []


def _written(place: Path) -> bytes:
    """Return every byte that was written, without what the person gave."""
    files = [f for f in place.rglob("*") if f.is_file() and "given" not in f.parts]
    assert files
    return b"\0".join(f.read_bytes() for f in files)


TALK = (
    "I forgot my password",
    "the password is required",
    "my password is stored in Bitwarden",
    "I changed my pin 3 times in 2024",
    "the passcode was reset in 2024",
    "密码是加密存储的",
    "密码在2024年改过",
    "密码是必填的",
    "验证码识别率是98",
    "助记词有12个单词",
)
"""Speaks of secrets and gives none away."""


def test_a_message_is_refused_as_a_secret_only_where_its_secret_was_removed(memory: Memory) -> None:
    """One detector: what the rules call `restricted` stands in no raw log, and talk is not called so."""
    for said in (*SECRETS, *TALK):
        seen = memory.observe(said)
        refused = any(outcome.reason == "restricted" for outcome in seen.outcomes)
        assert not (refused and said in TALK), said
        read = " ".join(
            hit.text for hit in memory.recall(said, include="all", floor="none", limit=50).hits
        )
        assert said in TALK or SECRETS[said] not in read, said
