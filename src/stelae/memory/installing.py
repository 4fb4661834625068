"""Installing an agent: its folder is checked, its guides are primed (O39)."""

from pathlib import Path

from stelae import assembly
from stelae.assembly import EmbedderChoice
from stelae.assembly.categories import registry_of
from stelae.assembly.embedders import told_fingerprint, wanted_embedders
from stelae.config import Settings, load
from stelae.errors import EmbedderMismatchError, InvalidInputError
from stelae.ingestion.guide_files import CORE
from stelae.ingestion.guide_priming import holds_only_platform_guides
from stelae.ingestion.layers import AGENT, read_layers
from stelae.memory.handle import Memory
from stelae.ports import Clock
from stelae.schemas.guides import Installed, InstalledAgent
from stelae.schemas.scope import check_scope
from stelae.text.estimate import estimate_tokens


def install_agent(
    folder: str | Path,
    *,
    settings: Settings | None = None,
    embedder: EmbedderChoice | None = None,
    clock: Clock | None = None,
) -> Installed:
    """Check one agent's folder, or that of all agents, and bring its guides into memory. Again, it changes nothing.

    Where the settings now name another embedder than the store's, all vectors are made anew as long as the store holds
    nothing but guides of vendor and platform. Anything else is somebody's own words, and the new embedder may be a server:
    then a person runs `stelae reembed`.

    Args:
        folder: with an `AGENT.md`, or with folders that have one; guides in `guides/` and `core/guides/`. Its files may be
            of any source tier: whoever installs an agent speaks for what comes with it.
        settings: None: those of the environment.
        embedder: as for `Memory.open`.
        clock: another source of time, for tests.

    Raises:
        InvalidInputError: there is no such folder, or an agent's documents cannot be used.
        EmbedderMismatchError: another embedder is named, and the store holds more than platform guides.
        OSError: a part of the folder cannot be read.
        StoreError: the store cannot be opened or written.
    """
    settings = settings or load().settings
    agents = _agents(Path(folder))
    made = _reprimed(settings, embedder, clock)
    with Memory.open(settings=settings, embedder=embedder, clock=clock) as memory:
        report = memory.import_guides(folder, highest="vendor")
        memory.flush()
    return Installed(agents=agents, guides=report, vectors=made)


def _agents(folder: Path) -> tuple[InstalledAgent, ...]:
    """Read the folder of each agent.

    Raises:
        InvalidInputError: there is none, a document cannot be used, or an agent is called otherwise than its folder.
    """
    if not folder.is_dir():
        raise InvalidInputError(f"{folder} is no folder.")
    homes = [folder] if (folder / AGENT).is_file() else []
    homes += sorted(one.parent for one in folder.glob(f"*/{AGENT}"))
    if not homes:
        raise InvalidInputError(f"There is no {AGENT} in {folder} or in a folder of it.")
    return tuple(_agent(home.resolve()) for home in homes)


def _agent(home: Path) -> InstalledAgent:
    layers = read_layers(home)
    if layers.agent != home.name:
        raise InvalidInputError(
            f"{home.name}/{AGENT} says name: {layers.agent}. Guides go by the folder: call both the same."
        )
    scope = check_scope(f"agent:{layers.agent}")
    if layers.agent == CORE:
        raise InvalidInputError(f"An agent cannot be called {CORE!r}: that is everybody's folder.")
    return InstalledAgent(
        name=layers.agent,
        scope=scope,
        always_tokens=estimate_tokens(layers.always),
        on_intent=tuple(one.document for one in layers.sources if one.mode == "on_intent"),
    )


def _reprimed(settings: Settings, embedder: EmbedderChoice | None, clock: Clock | None) -> int:
    """Make all vectors anew where an embedder is another one and nothing but platform guides is there; return how many."""
    store = assembly.open_store(settings)
    try:
        stored = dict(store.legs())
        wanted = {e.leg: told_fingerprint(e) for e in wanted_embedders(stored, settings, embedder)}
        if not stored or wanted.items() <= stored.items():
            return 0
        names = [one.name for one in registry_of(settings)]
        now = (clock or assembly.SystemClock()).now()
        if not holds_only_platform_guides(store, names, now=now):
            raise EmbedderMismatchError(", ".join(stored.values()), ", ".join(wanted.values()))
    finally:
        store.close()
    return assembly.reembed(settings, embedder=embedder or settings.embedder.profile)
