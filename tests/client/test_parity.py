"""Both clients have the methods of `Memory`, argument for argument, or say why not."""

import inspect
from collections.abc import Callable
from typing import Any, Final, assert_type

from stelae.client import AsyncClient, Client
from stelae.client.sync import AnswerStream
from stelae.memory import Memory
from stelae.schemas.change import Outcome
from stelae.schemas.forgetting import ForgetPreview, Receipt
from stelae.schemas.memory import MemoryRecord
from tests.client.conftest import Served

AT_THE_FOLDER: Final = "only who runs the data folder may ask for it"
IN_THE_AGENT: Final = "works inside an agent's own process, where its messages are"
NO_ROUTE: Final = "nobody has asked for it over the wire yet"
ELSEWHERE: Final = {
    **dict.fromkeys(
        [
            "open",
            "settings",
            "embedders",
            "namespace",
            "flush",
            "waiting",
            "work",
            "start_worker",
            "failed_jobs",
            "folder_size",
            "stop_worker",
            "watch",
            "forgettings",
            "warm",
            "backup",
            "calibrate",
            "check",
            "coverage",
            "maintain",
            "maintained",
            "repair",
            "export_guides",
            "export_training",
            "import_document",
        ],
        AT_THE_FOLDER,
    ),
    **dict.fromkeys(
        [
            "auto_context",
            "curate",
            "explain_prompt",
            "note_activity",
            "observe_dislikes",
            "preferences",
            "propose",
        ],
        IN_THE_AGENT,
    ),
    **dict.fromkeys(
        [
            "query",
            "unread",
            "retry",
            "concept_seeds",
            "assimilate",
            "alias_concept",
            "merge_concepts",
            "undo_concept",
            "extract_patterns",
            "reflect",
            "lift",
            "propose_strategy",
            "strategies",
            "strategy_outcome",
        ],
        NO_ROUTE,
    ),
}
"""Methods of `Memory` that the clients do not have."""
OF_THE_SERVER: Final = {"access_log", "health", "ready", "wait_for"}
"""Methods of the clients that `Memory` does not have: they are about the server."""
OWN_ARGUMENTS: Final = {
    "at": ({"tenant"}, "the key says whose data it is"),
    "remember": ({"authority"}, "the key says whose word it is"),
    "capture": ({"highest"}, "the key says whose word it is"),
    "run": ({"highest"}, "the key says whose word it is"),
    "propose_draft": ({"scope", "said"}, "`at` names the scope, the key's role who proposes"),
    "commit_draft": ({"scope", "said"}, "the key's role says that a person acts"),
    "guides": ({"everything"}, AT_THE_FOLDER),
    "lint_guides": ({"highest"}, "a server takes files of a team's word"),
    "import_guides": ({"highest", "source"}, "a server tells sources apart by name, not by folder"),
    "export": ({"everything", "name"}, AT_THE_FOLDER),
    "import_": ({"everything", "key", "on_progress"}, AT_THE_FOLDER),
    "audit_verify": ({"on_progress"}, "it is one answer"),
    "audit_export": ({"everything"}, AT_THE_FOLDER),
}
"""Arguments that one side alone has, and why."""
OWN_RESULTS: Final = {
    "ask_stream": "its pieces come from a socket",
    "end_session": "an answer without content says nothing",
    "audit_head": "no row yet is an address with nothing there",
}


def public(kind: type) -> dict[str, Any]:
    """Return the public names of a class."""
    return {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}


def shape(method: Callable[..., Any], without: set[str]) -> inspect.Signature:
    """Return a signature without some arguments."""
    signature = inspect.signature(method)
    kept = [one for name, one in signature.parameters.items() if name not in without]
    return signature.replace(parameters=kept)


def test_every_method_of_a_memory_is_a_clients_or_has_a_reason() -> None:
    """Nothing is left out silently, and no reason outlives its method."""
    memory, client = set(public(Memory)), set(public(Client))
    assert memory - client == set(ELSEWHERE)
    assert client - memory == OF_THE_SERVER


def test_a_shared_method_takes_and_gives_the_same() -> None:
    """Names, order, defaults, types and results."""
    different: list[str] = []
    for name in set(public(Memory)) & set(public(Client)):
        without = OWN_ARGUMENTS.get(name, (set[str](), ""))[0]
        theirs, ours = shape(getattr(Memory, name), without), shape(getattr(Client, name), without)
        if name in OWN_RESULTS:
            theirs = theirs.replace(return_annotation=ours.return_annotation)
        if theirs != ours:
            different.append(f"{name}: {theirs} is not {ours}")
    assert different == []


def test_both_clients_have_the_same_methods_and_signatures() -> None:
    """What one does, the other awaits."""
    sync, asynchronous = public(Client), public(AsyncClient)
    assert set(sync) == set(asynchronous)
    for name in set(sync) - {"at", "ask_stream"}:
        mine, theirs = sync[name], asynchronous[name]
        assert inspect.iscoroutinefunction(theirs), name
        assert inspect.signature(mine) == inspect.signature(theirs), name
        assert inspect.getdoc(mine) == inspect.getdoc(theirs), name
    assert (
        inspect.signature(Client.ask_stream).parameters
        == inspect.signature(AsyncClient.ask_stream).parameters
    )
    constructors = [inspect.signature(kind).parameters for kind in (Client, AsyncClient)]
    assert [*constructors[0]] == [*constructors[1]]


def test_every_method_says_what_it_does() -> None:
    """Also to whoever asks the class."""
    assert [name for name, one in public(Client).items() if not inspect.getdoc(one)] == []


def test_a_type_checker_sees_what_comes_back(served: Served) -> None:
    """Checked by pyright; here it only has to run."""
    with Client(served.url, key=served.key()) as client:
        outcome = assert_type(client.remember("Lin drinks tea"), Outcome)
        preview = assert_type(client.forget(str(outcome.id)), ForgetPreview)
        assert_type(client.forget(preview), Receipt)
        assert_type(client.list(), tuple[MemoryRecord, ...])
        assert_type(client.ask_stream("tea"), AnswerStream).close()
