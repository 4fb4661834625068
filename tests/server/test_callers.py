"""A key says who somebody is and where they may work; a request can only ask for less."""

from itertools import product
from pathlib import Path
from typing import get_args

import pytest
import typer.main
from hypothesis import given
from hypothesis import strategies as st

from stelae.cli.main import app
from stelae.config import ServerSettings, Settings
from stelae.errors import (
    ConfigurationError,
    DraftNotFoundError,
    PermissionDeniedError,
    ScopeError,
    StelaeError,
    UnauthenticatedError,
)
from stelae.memory import Memory
from stelae.schemas.access import RIGHTS, ROLES, Caller, Place, Right, Role
from stelae.server.callers import BY_HAND, MOST_READS, Callers, secret_in
from stelae.server.key_file import KEYS
from stelae.server.keys import Keyring
from stelae.testing import FixedClock


@pytest.fixture
def ring(tmp_path: Path, clock: FixedClock) -> Keyring:
    """The keys of the test's folder, none at first."""
    return Keyring(tmp_path, clock)


def callers(ring: Keyring, **server: object) -> Callers:
    """Callers of a server of user:lin."""
    settings = Settings(scope="user:lin", tenant="家", server=ServerSettings.model_validate(server))
    return Callers(ring, settings)


def test_without_any_key_everybody_on_this_machine_is_an_agent(ring: Keyring) -> None:
    """Of the settings' own scope, whatever they show; deciding stays with the command line."""
    door = callers(ring)
    for shown in (None, "", "Bearer whatever", "Basic eA=="):
        assert (
            door.of(shown)
            == door.known(shown)
            == Caller(tenant="家", role="agent", scopes=("user:lin",))
        )


@pytest.mark.parametrize(
    "server", [{"host": "192.168.1.5"}, {"allowed_hosts": ("memory.example.com",)}]
)
def test_where_others_can_ask_nobody_comes_without_a_key(
    ring: Keyring, server: dict[str, object]
) -> None:
    """Should such a server ever run in a folder without keys (DEV-14.4)."""
    door = callers(ring, **server)
    assert door.known(None) is None
    with pytest.raises(UnauthenticatedError, match="keys create"):
        door.of(None)


def test_with_a_key_in_the_folder_everybody_needs_one(
    ring: Keyring, tmp_path: Path, clock: FixedClock
) -> None:
    """From the moment another process makes it; the caller is what the key says."""
    door = callers(ring)
    assert door.of(None).key_id == ""
    key, secret = Keyring(tmp_path, clock).create(
        "评审", role="reviewer", tenant="acme", scopes=("user:mo",), reads=("team:*",)
    )
    for shown in (
        None,
        "",
        secret,
        f"Basic {secret}",
        f"Bearer {secret} x",
        "Bearer 密钥",
        f"Bearer {secret[:-1]}",
    ):
        with pytest.raises(UnauthenticatedError):
            door.of(shown)
        assert door.known(shown) is None
    assert door.known(f"Bearer {secret}") is None
    assert door.of(f"Bearer {secret}") == door.known(f"bearer  {secret}") == key.caller
    ring.revoke(key.id)
    with pytest.raises(UnauthenticatedError, match="revoked"):
        door.of(f"Bearer {secret}")


def test_keys_that_cannot_be_read_let_nobody_in(ring: Keyring, tmp_path: Path) -> None:
    """Not even as the agent that everybody is without keys."""
    (tmp_path / KEYS).write_text("broken", encoding="utf-8")
    door = callers(ring)
    for ask in (door.of, door.known):
        with pytest.raises(ConfigurationError):
            ask(None)


def test_a_header_holds_a_secret_only_as_a_bearer() -> None:
    """Nothing is guessed."""
    assert secret_in("Bearer stl_x") == secret_in("BEARER   stl_x ") == "stl_x"
    assert [secret_in(one) for one in (None, "", "Bearer", "Bearer ", "stl_x", "Bearer a b")] == [
        None
    ] * 6


@pytest.mark.parametrize(("role", "right"), list(product(ROLES, get_args(Right))))
def test_a_role_has_its_rights_and_those_of_the_roles_below(role: Role, right: Right) -> None:
    """What is missing is named, with the least role that has it and what a person at the folder may run instead."""
    caller = Caller(tenant="t", role=role, scopes=("*",), key_id="00000000")
    if ROLES.index(role) >= ROLES.index(RIGHTS[right]):
        Callers.check(caller, right)
        return
    with pytest.raises(PermissionDeniedError) as refused:
        Callers.check(caller, right)
    assert {right, RIGHTS[right]} <= set(str(refused.value).split())
    assert BY_HAND[right] in str(refused.value)
    assert not isinstance(refused.value, UnauthenticatedError)


@pytest.mark.parametrize("told", sorted(set(BY_HAND.values())))
def test_what_a_person_is_told_to_run_there_is(told: str) -> None:
    """Every command and its options."""
    group, words = typer.main.get_command(app), told.split()[1:]
    while inner := getattr(group, "commands", {}).get(words[0] if words else ""):
        group, words = inner, words[1:]
    assert not hasattr(group, "commands")
    group.make_context("stelae", words, resilient_parsing=False)


@pytest.mark.parametrize(
    ("agent", "passes"),
    [
        *((None, True), ("", True), ("global", True), ("agent:global", True)),
        *(("netops", True), ("agent:netops", True), ("shop", False), ("agent:shop", False)),
        *(("运维", False), ("agent:agent:netops", False)),
    ],
)
def test_a_draft_is_for_an_agent_whose_scope_the_key_writes(
    agent: str | None, passes: bool
) -> None:
    """Reading it is not enough; nobody's drafts go where the request works."""
    caller = Caller(
        tenant="t", role="agent", scopes=("user:lin", "agent:netops"), reads=("agent:shop",)
    )
    if passes:
        Callers.check_drafts_for(caller, agent)
        return
    with pytest.raises(PermissionDeniedError, match="agent's scope"):
        Callers.check_drafts_for(caller, agent)


@pytest.mark.parametrize(
    ("scope", "sees", "decides"),
    [("user:lin", True, True), ("agent:shop", True, False), ("agent:netops", False, False)],
)
def test_a_draft_is_seen_and_decided_by_where_it_would_be_stored(
    memory: Memory, scope: str, sees: bool, decides: bool
) -> None:
    """What a key does not see is not there, under the name that was asked for and no other."""
    draft = memory.propose_draft("greet", "每次先问好。", keywords=["问好"], scope=scope).draft
    caller = Caller(tenant="t", role="reviewer", scopes=("user:lin",), reads=("agent:shop",))
    if decides:
        Callers.check_decides(caller, draft, None)
    else:
        kind = PermissionDeniedError if sees else DraftNotFoundError
        with pytest.raises(kind) as refused:
            Callers.check_decides(caller, draft, None)
        assert "greet" not in str(refused.value)
    if sees:
        Callers.check_sees(caller, draft, "greet")
    else:
        with pytest.raises(DraftNotFoundError):
            Callers.check_sees(caller, draft, "greet")


def test_without_a_scope_it_is_the_keys_only_one() -> None:
    """An owner is never guessed (E14): of two, or of a pattern, one has to be named."""
    alone = Caller(tenant="t", role="agent", scopes=("user:lin",), reads=("global", "team:ops"))
    located = Callers.place_of(alone, Place())
    assert (located.tenant, located.scope, located.reads, located.project) == (
        "t",
        "user:lin",
        (),
        None,
    )
    for scopes in (("user:lin", "user:mo"), ("user:*",), ("*",)):
        with pytest.raises(ScopeError, match="Name a scope"):
            Callers.place_of(alone.model_copy(update={"scopes": scopes}), Place())


def test_a_request_works_in_what_its_key_holds() -> None:
    """Patterns take in their kind alone; what a key only reads it cannot work in."""
    caller = Caller(tenant="t", role="agent", scopes=("user:*", "team:ops"), reads=("global",))
    located = Callers.place_of(
        caller, Place(scope="user:小林", reads=("global", "team:ops", "global"), project="p")
    )
    assert (located.scope, located.reads, located.project) == (
        "user:小林",
        ("global", "team:ops"),
        "p",
    )
    for scope in ("global", "agent:x", "team:other"):
        with pytest.raises(PermissionDeniedError):
            Callers.place_of(caller, Place(scope=scope))
        if scope != "global":
            with pytest.raises(PermissionDeniedError):
                Callers.place_of(caller, Place(scope="user:lin", reads=(scope,)))


@pytest.mark.parametrize(
    "place",
    [
        Place(scope=""),
        Place(scope="lin"),
        Place(scope="user:"),
        Place(scope="user:*"),
        Place(scope="*"),
        Place(scope="user:lin", reads=("*",)),
        Place(scope="user:lin", reads=("",)),
        Place(scope="user:lin", project=""),
        Place(scope="user:lin", reads=tuple(f"user:{n}" for n in range(MOST_READS + 1))),
    ],
    ids=str,
)
def test_what_is_no_place_is_refused_for_every_key(place: Place) -> None:
    """An empty or misspelt scope, and a pattern, is never "everything" (DEV-12)."""
    with pytest.raises(ScopeError):
        Callers.place_of(Caller(tenant="t", role="admin", scopes=("*",)), place)


NAMES = st.sampled_from(["lin", "mo", "小林", "*", "li*", "?", "[a-z]", "user:lin", "lin\n", ""])
SCOPES = st.one_of(
    st.builds("{}:{}".format, st.sampled_from(["user", "agent", "team", "global", ""]), NAMES),
    st.sampled_from(["global", "*", "user:*", "", "user:lin", "GLOBAL", "user:lin "]),
    st.text(max_size=12),
)
HELD = st.sampled_from(
    [
        "global",
        "user:lin",
        "user:小林",
        "agent:lin",
        "team:ops",
        "user:li*",
        "user:[a-z]",
        "*",
        "user:*",
        "agent:*",
        "team:*",
    ]
)


def held(scope: str, patterns: tuple[str, ...]) -> bool:
    """Say by another way than the code's whether patterns take a scope in."""
    kind = scope.partition(":")[0]
    return scope in patterns or "*" in patterns or f"{kind}:*" in patterns


@given(
    scopes=st.lists(HELD, min_size=1, max_size=3).map(tuple),
    reads=st.lists(HELD, max_size=3).map(tuple),
    role=st.sampled_from(ROLES),
    asked=st.none() | SCOPES,
    asked_reads=st.lists(SCOPES, max_size=4).map(tuple),
    project=st.none() | st.text(max_size=6),
)
def test_no_place_lies_outside_of_the_key(
    scopes: tuple[str, ...],
    reads: tuple[str, ...],
    role: Role,
    asked: str | None,
    asked_reads: tuple[str, ...],
    project: str | None,
) -> None:
    """Whatever is asked: tenant, scope and reads are the key's and what was asked for, or it is refused."""
    caller = Caller(tenant="家", role=role, scopes=scopes, reads=reads)
    try:
        located = Callers.place_of(caller, Place(scope=asked, reads=asked_reads, project=project))
    except StelaeError:
        return
    assert located.tenant == "家"
    assert located.scope == (scopes[0] if asked is None else asked)
    assert held(located.scope, scopes)
    assert set(located.reads) == set(asked_reads)
    assert all(held(one, (*scopes, *reads)) for one in located.reads)
    assert not any(
        one.endswith("*") and one in {"*", "user:*", "agent:*", "team:*"}
        for one in (located.scope, *located.reads)
    )
    assert located.project == project


@given(scope=SCOPES, pattern=HELD)
def test_what_a_key_holds_is_not_refused(scope: str, pattern: str) -> None:
    """The refusals above are no accident: a well-formed scope within the key works."""
    from stelae.schemas.scope import check_scope

    try:
        check_scope(scope)
    except ScopeError:
        return
    if scope.rpartition(":")[2] == "*" or not held(scope, (pattern,)):
        return
    caller = Caller(tenant="t", role="agent", scopes=(pattern,))
    assert Callers.place_of(caller, Place(scope=scope)).scope == scope
