"""The error tree of Stelae.

::

    StelaeError
    ├── ConfigurationError      CategoryChangedError, EmbedderMismatchError → EmbeddingDimMismatchError
    ├── StoreError              StoreBusyError, StoreCorruptError, SchemaVersionError, VersionConflictError
    ├── ModelError              ModelUnavailableError, ModelTimeoutError, ModelOutputError
    ├── InvalidInputError       EmptyInputError, TooLargeError, UnknownCategoryError, FilterError, ScopeError,
    │                           BrokenExportError
    ├── NotFoundError           MemoryNotFoundError, DraftNotFoundError, JobNotFoundError
    ├── PermissionDeniedError   UnauthenticatedError
    ├── OverloadedError
    └── ServerUnavailableError

A rejected or pending memory is a *result*, never an error. Types and attributes are promised, wording is not. Texts that
may be private (a message, a model's reply) are never part of an error message.

An error that comes over the wire keeps its class and its words. What only its constructor knew is empty then.
"""

from typing import Self


class StelaeError(Exception):
    """Base of every error that Stelae raises on purpose.

    Attributes:
        retryable: may the same call succeed later?
        status: of the answer that it came with over the wire; None: it was raised here.
        request_id: of that answer, to be named to whoever runs the server.
    """

    retryable: bool = False
    status: int | None = None
    request_id: str = ""

    @classmethod
    def told(cls, message: str) -> Self:
        """Return an error of this class as another process has worded it, without the constructor's own wording."""
        return cls.__new__(cls, message)


class ConfigurationError(StelaeError):
    """A setting, policy row or extra is missing or wrong; the message names it and the remedy."""


class CategoryChangedError(ConfigurationError):
    """A category of a user's own has changed in a way that its stored memories do not survive by themselves.

    Attributes:
        category: its name.
        changes: what stands in the way, in words, each with its remedy.
    """

    category: str = ""
    changes: tuple[str, ...] = ()

    def __init__(self, category: str, changes: tuple[str, ...], memories: int) -> None:
        """Name every change and the way out."""
        super().__init__(
            f"Category {category!r} has changed, and {memories} memories are of its earlier form: {'; '.join(changes)}."
            " Declare that under `migrate`, or bring the earlier form back; nothing was written."
        )
        self.category = category
        self.changes = changes


class EmbedderMismatchError(ConfigurationError):
    """The store was written with another embedder than the one named now.

    Attributes:
        stored: fingerprint in the store.
        configured: fingerprint of the embedder that was asked for.
    """

    stored: str = ""
    configured: str = ""

    def __init__(self, stored: str, configured: str) -> None:
        """Name both fingerprints and the way out."""
        super().__init__(
            f"This store holds vectors of {stored!r}, but {configured!r} was asked for. Vectors of two"
            " embedders are never compared. Open with embedder='auto', or run `stelae reembed`."
        )
        self.stored = stored
        self.configured = configured


class EmbeddingDimMismatchError(EmbedderMismatchError):
    """As its parent, and the dimensions differ too."""


class StoreError(StelaeError):
    """The store could not do what was asked; nothing was written."""


class StoreBusyError(StoreError):
    """Another process held the write lock for longer than the busy time-out; try again."""

    retryable = True


class StoreCorruptError(StoreError):
    """The file is damaged or is no Stelae store; run `stelae doctor`."""


class SchemaVersionError(StoreError):
    """The store was written by a newer Stelae; upgrade the package.

    Attributes:
        found: schema version in the file.
        supported: highest version this package knows.
    """

    found: int = 0
    supported: int = 0

    def __init__(self, found: int, supported: int) -> None:
        """Name both versions."""
        super().__init__(
            f"This store has schema version {found}; this Stelae knows {supported}. Upgrade stelae."
        )
        self.found = found
        self.supported = supported


class VersionConflictError(StoreError):
    """A record changed between reading and writing; plan again on the new state."""


class ModelError(StelaeError):
    """A language model or embedder failed."""


class ModelUnavailableError(ModelError):
    """The model's server does not answer, or the model is not there."""

    retryable = True


class ModelTimeoutError(ModelError):
    """The model did not answer in time."""

    retryable = True


class ModelOutputError(ModelError):
    """The model answered something unusable; the raw reply stays out of the message.

    Attributes:
        reason: why, as a short code: `empty`; `refused`, prose in place of data; `echo`, its own instructions; `not_json`;
            `invalid_schema`; `truncated`.
        problems: of `invalid_schema`, each as `path error_type`; no word of the reply.
    """

    reason: str = ""
    problems: tuple[str, ...] = ()

    def __init__(self, reason: str, problems: tuple[str, ...] = ()) -> None:
        """Keep the reason code and the problems."""
        super().__init__(f"The model's output is unusable ({reason}).")
        self.reason = reason
        self.problems = problems


class InvalidInputError(StelaeError):
    """What the caller passed cannot be used."""


class EmptyInputError(InvalidInputError):
    """There is no text in the input."""


class TooLargeError(InvalidInputError):
    """The input is over a limit; the message names the limit."""


class UnknownCategoryError(InvalidInputError):
    """No category of that name is registered.

    Attributes:
        name: what was asked for.
    """

    name: str = ""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        """List what there is."""
        super().__init__(
            f"Unknown category {name[:80]!r}. Registered: {', '.join(known)}. One of your own is known where its file lies"
            " in the data folder's `schemas` or its class is passed as `categories`."
        )
        self.name = name


class FilterError(InvalidInputError):
    """A condition of `where` cannot be used: an unknown field or operator, or a value that does not go with it.

    Attributes:
        field: which field.
        operator: which operator; empty where the trouble is the field itself.
    """

    field: str = ""
    operator: str = ""

    def __init__(self, field: str, operator: str, problem: str) -> None:
        """Name field and operator, and say what would be right; never the value."""
        named = f"{field} {operator}" if operator else field
        super().__init__(f"Filter {named!r} {problem}.")
        self.field = field
        self.operator = operator


class ScopeError(InvalidInputError):
    """A tenant, scope, project or session is missing or malformed."""


class BrokenExportError(InvalidInputError):
    """A line of an export cannot be read; nothing of the file was imported.

    Attributes:
        line: its number, from 1.
    """

    line: int = 0

    def __init__(self, line: int, problem: str) -> None:
        """Say where and what; never what stands there."""
        super().__init__(f"Line {line}: {problem} Nothing was imported.")
        self.line = line


class NotFoundError(StelaeError):
    """No such thing within the caller's tenant and scopes."""


class MemoryNotFoundError(NotFoundError):
    """No memory, pending item or story of a recall of that id is visible from here.

    Attributes:
        id: what was asked for.
        recall: was it the story of a recall?
    """

    id: str = ""
    recall: bool = False

    def __init__(self, id: str, *, recall: bool = False) -> None:  # noqa: A002 - the word every door uses
        """Say what was asked for, and where such ids come from."""
        super().__init__(
            f"No recall {id[:80]!r} is kept in this scope. Each recall ends with its trace id; the newest 1,000 are kept,"
            " and none from before a forgetting."
            if recall
            else f"No memory {id[:80]!r} in this scope. `stelae list` shows what there is."
        )
        self.id = id
        self.recall = recall


class JobNotFoundError(NotFoundError):
    """No job of that id is of the written scope; a done one is told of for seven days.

    Attributes:
        id: what was asked for.
    """

    id: str = ""

    def __init__(self, id: str) -> None:  # noqa: A002
        """Say what was asked for."""
        super().__init__(
            f"No job {id[:80]!r} in this scope. `stelae jobs list` shows what there is."
        )
        self.id = id


class DraftNotFoundError(NotFoundError):
    """No draft waits here: none was proposed, it has expired, or somebody has decided on it (O36).

    Attributes:
        intent: what was asked for; None: the latest one.
    """

    intent: str | None = None

    def __init__(self, intent: str | None = None) -> None:
        """Say so, and how a draft comes about."""
        named = "" if intent is None else f" for {intent[:80]!r}"
        super().__init__(
            f"no draft found{named}. Propose it first; it waits 24 hours for a person's confirmation."
        )
        self.intent = intent


class PermissionDeniedError(StelaeError):
    """The caller's authority does not allow this."""


class OverloadedError(StelaeError):
    """A server has as much to do as it may; the same request succeeds later."""

    retryable = True


class UnauthenticatedError(PermissionDeniedError):
    """Nobody has been let in: there is no key, or none that holds here. Which of the two holds for a key is not told."""


class ServerUnavailableError(StelaeError):
    """A client got no answer of a Stelae server: nobody is there, it broke off, it took too long, or something else answers.

    `retryable` says whether that may pass by itself. What a call was to write may have been written.
    """
