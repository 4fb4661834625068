"""Session states on disk: for their owner alone, whole or not at all, and never a reason to fail."""

import logging
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stelae.private_files import file_name
from stelae.schemas.scope import Namespace
from stelae.schemas.session import SessionState
from stelae.session.files import SessionFiles
from tests.session import strategies

NS = Namespace(scope="user:lin")
STATE = SessionState(
    current_intent="找一双跑鞋", slots={"color": "红色"}, epoch=2, turn=7, next_id=4
)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(state=strategies.states(), session=NAMES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_what_is_saved_is_what_is_loaded(tmp_path: Path, state: SessionState, session: str) -> None:
    """Every field of every state, under every name."""
    files = SessionFiles(tmp_path)
    files.save(NS, session, state)
    assert files.load(NS, session) == state
    assert files.drop(NS, session)
    assert files.load(NS, session) is None


@given(body=st.binary(max_size=200))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_a_damaged_file_counts_as_none(tmp_path: Path, body: bytes) -> None:
    """Whatever stands in it; it never raises."""
    files = SessionFiles(tmp_path)
    files.save(NS, "chat", STATE)
    files._path(NS, "chat").write_bytes(body)
    assert files.load(NS, "chat") is None
    assert list(files.conversations(NS)) == []
    files.save(NS, "chat", STATE)
    assert files.load(NS, "chat") == STATE


def test_damage_is_logged_without_a_word_of_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A file may hold what a person said."""
    files = SessionFiles(tmp_path)
    files.save(NS, "chat", STATE)
    files._path(NS, "chat").write_text('{"state": {"epoch": "秘密的事"}}', encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        assert files.load(NS, "chat") is None
    assert "counts as empty" in caplog.text
    assert "秘密" not in caplog.text


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    """0600 in folders of 0700, and no draft is left."""
    files = SessionFiles(tmp_path)
    files.save(NS, "chat", STATE)
    with files.alone():
        files.save(NS, "聊天/一", STATE)
    found = sorted((tmp_path / "sessions").rglob("*"))
    modes = {path.is_dir(): stat.S_IMODE(path.stat().st_mode) for path in found}
    assert modes == {True: 0o700, False: 0o600}
    assert [path.name for path in found if path.suffix == ".json"] == [
        f"{file_name('聊天/一')}.json",
        "chat.json",
    ]


@given(one=NAMES, other=NAMES)
def test_two_names_never_share_a_file(one: str, other: str) -> None:
    """Not on a file system without case, and not for a name that looks like a hash."""
    assert (file_name(one).lower() == file_name(other).lower()) == (one == other)
    assert file_name(file_name(one)) == file_name(one) or file_name(one).startswith("=")


@pytest.mark.parametrize(
    "name", ["..", ".", "a/b", "a\\b", "CON", "con", "nul.txt", "Lin", "x.", " ", "林", "a" * 200]
)
def test_a_name_that_is_no_safe_file_name_is_hashed(name: str) -> None:
    """No path leads out of the folder."""
    assert file_name(name).startswith("=")
    assert len(file_name(name)) < 40


def test_nobody_reads_anothers_state(tmp_path: Path) -> None:
    """Tenant, scope and session; a file that was put in another's place is not read either."""
    files = SessionFiles(tmp_path)
    files.save(NS, "chat", STATE)
    others = [
        Namespace(scope="user:wen"),
        Namespace(scope="user:Lin"),
        Namespace(scope="agent:lin"),
        Namespace(tenant="other", scope="user:lin"),
    ]
    assert [files.load(ns, "chat") for ns in others] == [None] * 4
    assert files.load(NS, "chat2") is None
    files.save(others[0], "chat", SessionState(current_intent="a lamp"))
    files._path(NS, "chat").replace(files._path(others[0], "chat"))
    assert files.load(others[0], "chat") is None


def test_writers_take_turns(tmp_path: Path) -> None:
    """Two handles on one folder, as two processes would have: no turn is lost."""
    handles = [SessionFiles(tmp_path), SessionFiles(tmp_path)]

    def take(number: int) -> None:
        files = handles[number % 2]
        with files.alone():
            state = files.load(NS, "chat")
            turn = 1 if state is None else state.turn + 1
            files.save(NS, "chat", SessionState(turn=turn))

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(take, range(40)))
    kept = handles[0].load(NS, "chat")
    assert kept is not None
    assert kept.turn == 40


def test_what_a_dead_writer_left_is_swept(tmp_path: Path) -> None:
    """Drafts and damaged files; never the lock or a sound state."""
    files = SessionFiles(tmp_path)
    with files.alone():
        files.save(NS, "chat", STATE)
    folder = files._path(NS, "chat").parent
    (folder / ".chat.12ab").write_bytes(b"{")
    (folder / "torn.json").write_bytes(b'{"ns":')
    assert files.sweep(Namespace(scope="user:wen")) == 0
    assert files.sweep() == 2
    assert files.load(NS, "chat") == STATE
    assert (tmp_path / "sessions" / ".lock").exists()
