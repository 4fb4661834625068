"""Messages, questions and receipts in the audit: a row with a digest for each that is written, beside those of versions.

As with versions the digest is keyed by a nonce beside the text, so that it proves nothing once both are destroyed.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal, NamedTuple

from stelae.stores.sqlite import spaces, trail
from stelae.stores.sqlite.connection import Connection

Kind = Literal["observation", "pending", "receipt"]
"""Name of the table, too."""
KINDS: Final[tuple[Kind, ...]] = ("observation", "pending", "receipt")
COLUMNS: Final = tuple(f"ALTER TABLE {kind} ADD COLUMN nonce BLOB" for kind in KINDS)
FIELDS: Final = ('["observation"]', '["pending"]', '["receipt"]')
"""Of the rows that vouch for one, as the audit keeps them."""
_WORDS: Final = {"observation": "messages", "pending": "questions", "receipt": "receipts"}
_SEEN: Final = f"""SELECT subject, digest FROM audit WHERE action = 'version' AND fields = :fields
    AND {spaces.OF_TENANT} ORDER BY subject, aid"""  # noqa: S608 - a constant
_ENDED: Final = """SELECT 1 FROM audit WHERE subject = ? AND action IN ('forget', 'purge', 'retain')
    LIMIT 1"""


class Written(NamedTuple):
    """Something that was written, as `trail.append` takes it."""

    kind: Kind
    id: str
    digest: bytes


class Held(NamedTuple):
    """How what is stored beside memories stands to the audit."""

    vouched: int
    problems: Sequence[str]


def sealed(kind: Kind, id_: str, body: str) -> tuple[bytes, Written]:
    """Return the nonce to be kept beside a text, and what the audit is to know of it."""
    nonce = trail.new_nonce()
    return nonce, Written(kind, id_, trail.digest(nonce, body))


def held(connection: Connection, tenant: str | None = None) -> Held:
    """Compare every message, question and receipt with what the audit saw, one by one, so that no more than one is held.

    What is older than these rows is left out; with a tenant all but its own, too.
    """
    vouched, problems = 0, list[str]()
    for kind in KINDS if _kept(connection) else ():
        altered: list[str] = []
        missing: list[str] = []
        named = {"tenant": tenant, "fields": f'["{kind}"]'}
        of_kind = f"SELECT id, nonce, body FROM {kind} WHERE {spaces.OF_TENANT} ORDER BY id"  # noqa: S608 - constants
        rows = connection.execute(of_kind, named)
        for id_, seen, stored in paired(connection.execute(_SEEN, named), rows):
            if not stored:
                if _is_missing(connection, kind, id_):
                    missing.append(id_)
                continue
            ((_, nonce, body),) = stored
            if nonce is None and not seen:
                continue
            if nonce is not None and seen and seen[-1][1] == trail.digest(nonce, body):
                vouched += 1
            else:
                altered.append(id_)
        problems += _problems(_WORDS[kind], altered, missing)
    return Held(vouched, problems)


def _kept(connection: Connection) -> bool:
    """A backup of an older Stelae has no nonces."""
    row = connection.execute(
        "SELECT 1 FROM pragma_table_info('observation') WHERE name = 'nonce'"
    ).fetchone()
    return row is not None


def paired(
    left: Iterable[tuple[Any, ...]], right: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[str, list[tuple[Any, ...]], list[tuple[Any, ...]]]]:
    """Bring rows of both sides together that begin with the same id; both come sorted by it."""
    lefts, rights = groupby(left, itemgetter(0)), groupby(right, itemgetter(0))
    one, other = _next(lefts), _next(rights)
    while one is not None or other is not None:
        if other is None or (one is not None and one[0] < other[0]):
            assert one is not None  # noqa: S101 - the loop's condition
            yield one[0], one[1], []
            one = _next(lefts)
        elif one is None or other[0] < one[0]:
            yield other[0], [], other[1]
            other = _next(rights)
        else:
            yield one[0], one[1], other[1]
            one, other = _next(lefts), _next(rights)


def _next(
    groups: Iterator[tuple[str, Iterator[tuple[Any, ...]]]],
) -> tuple[str, list[tuple[Any, ...]]] | None:
    found = next(groups, None)
    return None if found is None else (found[0], list(found[1]))


def _is_missing(connection: Connection, kind: Kind, id_: str) -> bool:
    """Questions go in many ways; a message goes when it is forgotten or not kept any longer, a receipt never."""
    if kind == "pending":
        return False
    return kind == "receipt" or connection.execute(_ENDED, (id_,)).fetchone() is None


def _problems(words: str, altered: Sequence[str], missing: Sequence[str]) -> Iterable[str]:
    if altered:
        yield f"{len(altered)} {words} have a text that the audit never saw: {some(altered)}."
    if missing:
        yield (
            f"{len(missing)} {words} are gone that the audit saw, and were never forgotten: {some(missing)}."
            " A backup may hold them."
        )


def some(ids: Sequence[str], *, shown: int = 5) -> str:
    """Return some of the ids, and how many more there are."""
    more = len(ids) - shown
    return ", ".join(ids[:shown]) + (f" and {more} more" if more > 0 else "")
