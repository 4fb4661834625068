"""Layers of guidance that lie in files: L0 is always in the prompt, L1 when a message names a keyword (O44). L2 is recalled.

`AGENT.md` and every `SKILL.md` of an agent's folder may name files in their front matter::

    ---
    name: netops
    static_context: [notes/topology.md]
    static_context_mode: on_intent        # always, when it is left out
    keywords: [topology, 拓扑]
    ---

Read once; after that nothing here reads or writes, and the same message gives the same text.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast, get_args

from stelae.errors import InvalidInputError
from stelae.ingestion.front_matter import FrontMatter, read_front_matter
from stelae.ingestion.guide_files import read_text
from stelae.ingestion.yaml_text import UnreadableError
from stelae.schemas.layers import LayerFate, LayerPart, Mode
from stelae.text.estimate import estimate_tokens
from stelae.text.mentions import identifiers, mentioned
from stelae.text.normalise import fold

AGENT, SKILL = "AGENT.md", "SKILL.md"
ALWAYS_TOKENS: Final = 4_000
"""Most of L0: it is paid for on every call. O44 gives no number; ours, an eighth of a context of 32k."""
ON_INTENT_TOKENS: Final = 2_000
"""Most of L1 beside one message; ours."""
_FIELDS: Final = ("static_context", "static_context_mode", "keywords")


@dataclass(frozen=True, slots=True)
class Source:
    """What one document asks to be shown."""

    document: str
    """Relative to the agent's folder."""
    mode: Mode
    keywords: tuple[str, ...]
    files: tuple[str, ...]
    """That the text is of, relative to the agent's folder."""
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Layers:
    """What an agent's folder says of its static guidance."""

    agent: str
    sources: tuple[Source, ...] = ()

    @property
    def always(self) -> str:
        """The text of L0, for the static part of the prompt: byte for byte the same on every call."""
        return _joined(one for one in self.sources if one.mode == "always")

    def on_intent(self, message: str, *, budget: int = ON_INTENT_TOKENS) -> "OnIntent":
        """Return the text of L1 for a message: whole documents in their order, as many as fit.

        Args:
            message: the person's words.
            budget: most tokens, by `text.estimate`.
        """
        shown: list[Source] = []
        parts: list[LayerPart] = []
        for one in self.sources:
            if one.mode == "on_intent":
                named = _named(one.keywords, message)
                fate: LayerFate = "off_intent"
                if named:
                    fits = estimate_tokens(_joined([*shown, one])) <= budget
                    fate = "shown" if fits else "no_room"
                parts.append(_told(one, fate, named))
                if fate == "shown":
                    shown.append(one)
        return OnIntent(_joined(shown), tuple(parts))

    def always_parts(self) -> tuple[LayerPart, ...]:
        """Return what L0 is made of."""
        return tuple(_told(s, "shown") for s in self.sources if s.mode == "always")


@dataclass(frozen=True, slots=True)
class OnIntent:
    """The text of L1 for one message, and why it is that."""

    text: str
    parts: tuple[LayerPart, ...]
    """Every document that waits for its keywords."""


def read_layers(folder: str | Path, *, always_budget: int = ALWAYS_TOKENS) -> Layers:
    """Read `AGENT.md` and every `SKILL.md` of an agent's folder, and the files that they name.

    Args:
        folder: of one agent.
        always_budget: most tokens of L0.

    Raises:
        InvalidInputError: there is no such folder, a document or a file it names cannot be used, or L0 is too large; the
            message says all that is wrong, with file and line.
        OSError: a part of the folder cannot be read.
    """
    path = Path(folder)
    if not path.is_dir():
        raise InvalidInputError(f"{path} is no folder.")
    reading = _Reading(path.resolve())
    found = [one for one in map(reading.source, reading.documents()) if one is not None]
    layers = Layers(reading.agent, tuple(found))
    size = estimate_tokens(layers.always)
    if size > always_budget:
        reading.problems.append(
            f"static_context that is always shown has {size:,} tokens, more than {always_budget:,}: shorten it, or give"
            " some of it static_context_mode: on_intent"
        )
    if reading.problems:
        raise InvalidInputError("; ".join(reading.problems) + ".")
    return layers


class _Reading:
    """One folder while it is read; problems are gathered, so that all are told at once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._taken: set[str] = set()
        """Files of L0: what two documents name is shown once."""
        self.agent = root.name
        self.problems: list[str] = []

    def documents(self) -> list[str]:
        """Return `AGENT.md` and the `SKILL.md` files, in order."""
        return sorted(self._names(), key=lambda name: (name != AGENT, name))

    def source(self, document: str) -> Source | None:
        """Return what a document asks for; None: nothing, or it cannot be used."""
        front = self._front(document)
        if front is None:
            return None
        values = front.fields.values
        if document == AGENT and isinstance(values.get("name"), str):
            self.agent = str(values["name"])
        if not any(values.get(name) is not None for name in _FIELDS[:2]):
            return None
        before = len(self.problems)
        mode, keywords = self._mode(document, front), self._list(document, front, "keywords")
        if mode == "on_intent" and not keywords:
            self._problem(document, front, "static_context_mode", "on_intent needs keywords")
        names = self._list(document, front, "static_context")
        files = [self._file(document, front, name) for name in names]
        if len(self.problems) > before:
            return None
        texts = [one for one in files if one is not None]
        if not names and mode == "on_intent":
            texts = [(document, front.body)]
        if mode == "always":
            texts = [(file, text) for file, text in texts if file not in self._taken]
            self._taken.update(file for file, _ in texts)
        text = "\n\n".join(f"### {file}\n\n{text}" for file, text in texts if text)
        shown = tuple(file for file, _ in texts)
        return Source(document, mode, tuple(keywords), shown, text, estimate_tokens(text))

    def _names(self) -> Iterator[str]:
        def fail(error: OSError) -> None:
            raise error

        for where, folders, files in os.walk(self._root, onerror=fail):
            folders[:] = [name for name in folders if not name.startswith(".")]
            here = Path(where).relative_to(self._root)
            if SKILL in files:
                yield (here / SKILL).as_posix()
            if AGENT in files and not here.parts:
                yield AGENT

    def _front(self, document: str) -> FrontMatter | None:
        try:
            return read_front_matter(read_text(self._root, document))
        except UnreadableError as error:
            line = "" if error.line is None else f":{error.line}"
            self.problems.append(f"{document}{line}: it cannot be read: {error}")
        return None

    def _problem(self, document: str, front: FrontMatter, field: str, what: str) -> None:
        line = front.fields.lines.get(field)
        self.problems.append(f"{document}{'' if line is None else f':{line}'}: {what}")

    def _mode(self, document: str, front: FrontMatter) -> Mode:
        given = front.fields.values.get("static_context_mode")
        modes: tuple[Mode, ...] = get_args(Mode)
        if given is None or given in modes:
            return modes[modes.index(given)] if given else "always"
        near = get_close_matches(str(given), modes, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        what = f"static_context_mode is one of {', '.join(modes)}{hint}"
        self._problem(document, front, "static_context_mode", what)
        return "always"

    def _list(self, document: str, front: FrontMatter, field: str) -> list[str]:
        given: Any = front.fields.values.get(field)
        if given is None:
            return []
        listed = cast("list[object]", given) if isinstance(given, list) else [None]
        if not all(isinstance(one, str) and one.strip() for one in listed):
            what = f"{field} must be a list of texts: {field}: [first, second]"
            self._problem(document, front, field, what)
            return []
        return [str(one) for one in listed]

    def _file(self, document: str, front: FrontMatter, name: str) -> tuple[str, str] | None:
        """Return path and text of a file that a document names, relative to itself."""
        try:
            path = ((self._root / document).parent / name).resolve()
        except (RuntimeError, ValueError):  # a link to itself; a name that no file can have
            self._problem(document, front, "static_context", f"{name!r} leads to no file")
            return None
        if Path(name).is_absolute() or not path.is_relative_to(self._root):
            self._problem(document, front, "static_context", f"{name!r} lies outside of the folder")
            return None
        file = path.relative_to(self._root).as_posix()
        try:
            return file, read_text(self._root, file).strip()
        except UnreadableError as error:
            self._problem(document, front, "static_context", f"{name!r} cannot be read: {error}")
        except OSError:
            self._problem(document, front, "static_context", f"there is no file {name!r}")
        return None


def _named(keywords: Sequence[str], message: str) -> tuple[str, ...]:
    """Return the keywords that a message names; one in snake_case must stand there exactly, as a name of its own."""
    names = identifiers(message)
    said = mentioned([word for word in keywords if "_" not in word], message)
    return tuple(word for word in keywords if word in said or fold(word) in names)


def _told(one: Source, fate: LayerFate, named: tuple[str, ...] = ()) -> LayerPart:
    return LayerPart(
        document=one.document, files=one.files, tokens=one.tokens, fate=fate, keywords=named
    )


def _joined(sources: Sequence[Source] | Iterator[Source]) -> str:
    return "\n\n".join(one.text for one in sources if one.text)
