"""DEV-17: Chinese words inside a sentence cannot be found by keyword. The vector leg is off throughout."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.doors import Door, DoorName

NAS = "设备清单：书房的 NAS 是 DS923，备份盘编号 bk-07"
GATEWAY = "昨天重启gw-east后恢复正常"
DENTIST = "東京の歯医者を金曜に予約した"
QUERIES = (
    ("设备", NAS),
    ("备份盘", NAS),
    ("书房 备份盘 路由器", NAS),
    ("DS923", NAS),
    ("bk-07", NAS),
    ("gw-east", GATEWAY),
    ("歯医者", DENTIST),
)
UNRELATED = [
    f"{who}{when}{what}"
    for who in ("老周", "小葛", "隔壁阿姨", "我表哥", "楼下店主")
    for when, what in (
        ("上周", "去绍兴看了越剧"),
        ("每天早上", "沿着河边慢跑五公里"),
        ("去年冬天", "学会了织毛衣"),
        ("常常", "在阳台上种番茄"),
        ("今年春天", "换了一辆蓝色自行车"),
        ("晚饭后", "喜欢下两盘象棋"),
        ("周末", "带孩子去图书馆"),
        ("刚刚", "修好了厨房的水龙头"),
        ("一直", "想去敦煌看壁画"),
        ("最近", "在读一本讲古建筑的书"),
    )
]


@pytest.fixture(params=["memories", "observations"])
def filled(request: pytest.FixtureRequest, door: Door) -> Door:
    """The three lines among fifty, as memories or as raw messages."""
    others = [{"role": "user", "content": text, "id": f"o{n}"} for n, text in enumerate(UNRELATED)]
    door.observe(others, extract=False)
    if request.param == "memories":
        for text in (NAS, GATEWAY, DENTIST):
            assert door.remember(text)["outcome"] == "accepted"
    else:
        door.observe(
            [{"role": "user", "content": text} for text in (NAS, GATEWAY, DENTIST)], extract=False
        )
    return door


def test_dev_17_1_every_query_finds_its_line(filled: Door) -> None:
    """In the top three, also where one of the words is nowhere."""
    assert len(set(UNRELATED)) == 50
    for query, line in QUERIES:
        assert line in [h["text"] for h in filled.recall(query)["hits"][:3]], query


@pytest.mark.parametrize("query", ["？", "的", "。。。", "的了吗", "?!", "the of"])
def test_dev_17_2_a_query_without_a_word_finds_nothing(filled: Door, query: str) -> None:
    """Punctuation and stop words are no error and not "the most recent ones"."""
    found = filled.recall(query, floor="none", limit=100)
    assert (found["hits"], found["hidden"]) == ([], 0)
    assert filled.context(query)["text"] == ""


_OFFLINE = """
import sys, json
def refuse(event, args):
    if event in {"socket.connect", "socket.getaddrinfo", "urllib.Request"}:
        raise OSError("no network here")
sys.addaudithook(refuse)
from pathlib import Path
from tests.cases.doors import open_door
name, folder, *lines = sys.argv[1:]
door = open_door(name, Path(folder))
for line in lines:
    door.remember(line)
print(json.dumps([door.recall(q)["hits"][0]["text"] for q in ("设备", "gw-east", "歯医者")]))
door.close()
"""


def test_dev_17_3_a_fresh_machine_needs_no_network_and_no_dictionary(
    door_name: DoorName, tmp_path: Path
) -> None:
    """A new process, an empty home folder, every connection refused."""
    home = tmp_path / "home"
    home.mkdir()
    env = {
        **{k: v for k, v in os.environ.items() if k in {"PATH", "LANG", "LC_ALL"}},
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "PYTHONPATH": os.pathsep.join(p for p in sys.path if p),
        "PYTHONIOENCODING": "utf-8",
        "STELAE_EMBEDDER_PROFILE": "none",
        "STELAE_EXTRACTOR": "rules",
        "STELAE_ZONE": "Asia/Shanghai",
    }
    command = [
        sys.executable,
        "-c",
        _OFFLINE,
        door_name,
        str(tmp_path / "data"),
        NAS,
        GATEWAY,
        DENTIST,
    ]
    done = subprocess.run(
        command, env=env, capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [NAS, GATEWAY, DENTIST]


def test_dev_17_4_a_row_is_found_at_once(filled: Door) -> None:
    """Before any optimising, and next to thousands of characters of other text."""
    filled.remember("新的打印机在三楼走廊，型号 LX-310")
    for query in ("打印机", "LX-310", "三楼走廊"):
        assert "LX-310" in filled.recall(query)["hits"][0]["text"]
