"""Keys let in whom they should, for as long as they should, and their file gives nobody anything."""

import json
import multiprocessing
import stat
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stelae.errors import ConfigurationError, InvalidInputError, NotFoundError, ScopeError
from stelae.schemas.access import ApiKey
from stelae.server import keys
from stelae.server.key_file import KEYS
from stelae.server.keys import Keyring
from stelae.testing import FixedClock

Make = Callable[..., tuple[ApiKey, str]]


@pytest.fixture
def ring(tmp_path: Path, clock: FixedClock) -> Keyring:
    """The keys of the test's folder, none at first."""
    return Keyring(tmp_path, clock)


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Salts of every scrypt that is made from now on, which is made all the same."""
    made: list[str] = []
    real: Any = vars(keys)["_hash"]

    def counted(secret: str, salt: str) -> str:
        made.append(salt)
        return real(secret, salt)

    monkeypatch.setattr(keys, "_hash", counted)
    return made


def make(ring: Keyring, name: str = "小林的终端", **options: Any) -> tuple[ApiKey, str]:
    """Make a key of user:lin."""
    settled: dict[str, Any] = {"role": "agent", "tenant": "default", "scopes": ("user:lin",)}
    return ring.create(name, **settled | options)


def test_a_key_is_found_by_its_secret_and_by_nothing_else(ring: Keyring) -> None:
    """Another secret of its id, a part of it, its case: nobody."""
    key, secret = make(ring, reads=("global",))
    other, others = make(ring, "deploy-bot", role="admin", scopes=("team:*",))
    assert ring.find(secret) == key
    assert ring.find(others) == other
    wrong = f"stl_{key.id}_{others.rpartition(f'{other.id}_')[2]}"
    assert [
        ring.find(one) for one in (wrong, secret[:-1], secret.upper(), f"{secret}\n", "", "密钥")
    ] == [None] * 6


def test_a_secret_has_the_form_that_is_promised(ring: Keyring) -> None:
    """`stl_<8 characters of the id>_<43 characters>`, so that scanners find it where it does not belong."""
    key, secret = make(ring)
    word, key_id, rest = secret.split("_", 2)
    assert (word, key_id, len(key_id), len(rest)) == ("stl", key.id, 8, 43)


def test_no_secret_is_kept(ring: Keyring, tmp_path: Path) -> None:
    """The folder holds a salted hash, in a file for its owner alone; the same secret twice would not look the same."""
    _, secret = make(ring)
    make(ring, "second")
    path = tmp_path / KEYS
    assert secret.rpartition("_")[2] not in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    first, second = json.loads(path.read_bytes())["keys"]
    assert first["salt"] != second["salt"]


def test_a_known_secret_is_not_hashed_again(ring: Keyring, hashed: list[str]) -> None:
    """Once a process: then a request costs microseconds. Other keys that are made or revoked change nothing of that."""
    key, secret = make(ring)
    hashed.clear()
    assert ring.known(secret) is None
    assert ring.find(secret) == key
    assert len(hashed) == 1
    other, _ = make(ring, "other")
    ring.revoke(other.id)
    hashed.clear()
    assert ring.find(secret) == ring.known(secret) == key
    assert hashed == []


def test_many_at_once_with_a_new_secret_hash_it_once(ring: Keyring, hashed: list[str]) -> None:
    """The first requests of a client come together."""
    key, secret = make(ring)
    hashed.clear()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ring.find, [secret] * 8)) == [key] * 8
    assert len(hashed) == 1


def test_an_unknown_id_costs_what_a_wrong_secret_costs(ring: Keyring, hashed: list[str]) -> None:
    """One hash for an id that there is, one that there is not, and one with two secrets: time tells nothing."""
    key, secret = make(ring)
    ring.rotate(key.id, grace_s=60)
    guess = "x" * 43
    for asked in (f"stl_{key.id}_{guess}", f"stl_00000000_{guess}", secret):
        hashed.clear()
        ring.find(asked)
        assert len(hashed) == 1


def test_a_key_expires(ring: Keyring, clock: FixedClock) -> None:
    """On time, also when its secret is known already."""
    key, secret = make(ring, expires_at=clock.now() + timedelta(days=1))
    assert ring.find(secret) == key
    clock.advance(days=1)
    assert ring.find(secret) is None
    assert (ring.holding(), ring.list(), ring.used) == ((), (key,), True)
    with pytest.raises(InvalidInputError, match="no more"):
        ring.rotate(key.id)
    with pytest.raises(InvalidInputError, match="future"):
        make(ring, "late", expires_at=clock.now())


def test_a_revocation_by_another_process_takes_effect_at_once(
    ring: Keyring, tmp_path: Path, clock: FixedClock
) -> None:
    """The command line and a running server share nothing but the file."""
    key, secret = make(ring)
    assert ring.find(secret) == key
    revoked = Keyring(tmp_path, clock).revoke(key.id)
    assert revoked.revoked_at == clock.now()
    assert ring.find(secret) is None
    assert ring.known(secret) is None
    assert ring.list() == (revoked,)
    clock.advance(hours=1)
    assert ring.revoke(key.id) == revoked


def test_the_last_revocation_opens_no_door(ring: Keyring) -> None:
    """A folder that has had keys is used, though none of them holds."""
    assert not ring.used
    key, _ = make(ring)
    ring.revoke(key.id)
    assert ring.used
    assert ring.holding() == ()


def test_a_rotated_secret_holds_until_its_grace_is_over(ring: Keyring, clock: FixedClock) -> None:
    """Both hold meanwhile; a further rotation does not lengthen it; without grace it is over at once."""
    key, first = make(ring)
    _, second = ring.rotate(key.id, grace_s=60)
    clock.advance(seconds=30)
    _, third = ring.rotate(key.id, grace_s=600)
    assert [ring.find(one) for one in (first, second, third)] == [key] * 3
    clock.advance(seconds=30)
    assert [ring.find(one) for one in (first, second, third)] == [None, key, key]
    _, fourth = ring.rotate(key.id)
    assert [ring.find(one) for one in (second, third, fourth)] == [None, None, key]
    for grace in (-1, 31 * 86_400, float("nan")):
        with pytest.raises(InvalidInputError, match="30 days"):
            ring.rotate(key.id, grace_s=grace)


def test_what_there_is_not_is_not_found(ring: Keyring) -> None:
    """The message says where to look."""
    for change in (ring.rotate, ring.revoke):
        with pytest.raises(NotFoundError, match="keys list"):
            change("00000000")


@pytest.mark.parametrize(
    "wrong",
    [{"scopes": ()}, {"scopes": ("lin",)}, {"scopes": ("group:*",)}, {"reads": ("",)}, {"tenant": "a b"}],
)  # fmt: skip
def test_a_malformed_key_is_not_made(ring: Keyring, wrong: dict[str, Any]) -> None:
    """A key is bound to scopes that there can be, in a tenant that there can be."""
    with pytest.raises(ScopeError):
        make(ring, **wrong)
    assert not ring.used


@pytest.mark.parametrize(
    "damage",
    [b"", b"{}}", b"null", b'{"keys": [{"key": 1}]}', b'{"format": 2, "keys": []}', b"\xff\xfe", "{密钥}".encode()],
)  # fmt: skip
def test_a_broken_file_is_an_error_and_never_no_keys(
    ring: Keyring, tmp_path: Path, damage: bytes
) -> None:
    """Nobody is let in, nothing is written over it, and the message says what to do."""
    path = tmp_path / KEYS
    path.write_bytes(damage)
    path.chmod(0o600)
    for ask in (lambda: ring.used, lambda: ring.find("x"), lambda: ring.list(), lambda: make(ring)):
        with pytest.raises(ConfigurationError, match="keys create"):
            ask()
    assert path.read_bytes() == damage


def test_a_file_that_others_can_read_or_change_is_an_error(ring: Keyring, tmp_path: Path) -> None:
    """Also when that happens while a server runs; put right, the keys hold again."""
    key, secret = make(ring)
    assert ring.find(secret) == key
    for mode in (0o640, 0o604, 0o602):
        (tmp_path / KEYS).chmod(mode)
        with pytest.raises(ConfigurationError, match="chmod 600"):
            ring.find(secret)
    (tmp_path / KEYS).chmod(0o600)
    assert ring.find(secret) == key


def test_a_file_that_vanishes_under_a_server_lets_nobody_in(
    ring: Keyring, tmp_path: Path, clock: FixedClock
) -> None:
    """It does not become a server without keys; a new start does."""
    key, secret = make(ring)
    assert ring.find(secret) == key
    (tmp_path / KEYS).unlink()
    for ask in (lambda: ring.used, lambda: ring.known(secret)):
        with pytest.raises(ConfigurationError, match="gone"):
            ask()
    assert not Keyring(tmp_path, clock).used


def _make_many(folder: Path, who: str) -> None:
    ring = Keyring(folder, FixedClock())
    for number in range(4):
        make(ring, f"{who}-{number}")


def test_two_processes_lose_none_of_each_others_keys(tmp_path: Path, ring: Keyring) -> None:
    """Each change is made on what is there, one at a time."""
    spawn = multiprocessing.get_context("spawn")
    both = [spawn.Process(target=_make_many, args=(tmp_path, who)) for who in ("甲", "b")]
    for one in both:
        one.start()
    for one in both:
        one.join(timeout=120)
    assert [one.exitcode for one in both] == [0, 0]
    assert {key.name for key in ring.list()} == {
        f"{who}-{n}" for who in ("甲", "b") for n in range(4)
    }


def test_a_salt_that_is_none_breaks_the_file_and_not_a_request(
    ring: Keyring, tmp_path: Path, clock: FixedClock
) -> None:
    """Found when the file is read, with the words for a broken one."""
    _, secret = make(ring)
    path = tmp_path / KEYS
    path.write_text(path.read_text("utf-8").replace('"salt": "', '"salt": "盐'), encoding="utf-8")
    with pytest.raises(ConfigurationError, match="keys create"):
        Keyring(tmp_path, clock).find(secret)
