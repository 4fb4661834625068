"""Making sure that bytes are gone: `ports.Erasure`. Needs numpy and the tokenizer; loaded when first used.

The rows are deleted before, with `secure_delete` on. What they left behind goes here: words that the keyword index keeps
until its segments are merged, pages in the log, slots and old generations of vector files. Then every file is read again.

`secure_delete` zeroes what is deleted, but where SQLite balances a tree it leaves a copy of what it moved in the unused
part of a page. The small segments of the keyword index are moved so most of all, so the index is written anew each time;
when something is found nevertheless, the whole file is (`VACUUM`), which takes several times as long.

The keyword index is merged and not set to delete securely by itself (FTS5 3.42): that would make the file unreadable for
older SQLite, and what was deleted before the setting would stay.
"""

import json
import re
import sqlite3
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal

from stelae.errors import StoreBusyError
from stelae.schemas.scope import Namespace
from stelae.stores.sqlite import fields, files, keywords, scanning, slots, spaces
from stelae.stores.sqlite.connection import Connection, Database
from stelae.stores.sqlite.vector_files import VectorFiles, legs
from stelae.text.tokens import tokens

_PATIENCE_S: Final = 3.0
"""How long to wait for readers that hold the log."""
_TRY_MS: Final = 100
_PIECE_BYTES: Final = 32
"""A long text is looked for in pieces, because the pages of the database may cut it anywhere."""
_PIECES: Final = 64
"""Pieces looked for of one text, spread over it."""
_WORDS: Final = 4_000
"""Words looked for in all, and values."""
_LAID_ANEW: Final = (
    "CREATE TEMP TABLE laid AS SELECT id, block FROM keyword_index_data ORDER BY id",
    # Without a condition all pages are freed at once, and so zeroed.
    "DELETE FROM keyword_index_data",
    "INSERT INTO keyword_index_data (id, block) SELECT id, block FROM temp.laid ORDER BY rowid",
)
Left = Literal["nothing", "leftovers", "said"]
"""`leftovers`: bytes without a row, which go when the file is written anew. `said`: a row, or another file."""
_RAW_WORD: Final = re.compile(r"\w{3,}")
_SAID_IN_SCOPE: Final = """SELECT
    EXISTS (SELECT 1 FROM memory m JOIN version v ON v.mid = m.mid
        WHERE m.sid = :sid AND instr(v.body, :said))
    OR EXISTS (SELECT 1 FROM observation WHERE sid = :sid AND instr(body, :said))
    OR EXISTS (SELECT 1 FROM pending WHERE sid = :sid AND instr(body, :said))
    OR EXISTS (SELECT 1 FROM withheld w JOIN memory m ON m.mid = w.mid
        WHERE m.sid = :sid AND instr(w.body, :said))
    OR EXISTS (SELECT 1 FROM reply WHERE sid = :sid AND instr(body, :said))
    OR EXISTS (SELECT 1 FROM trace WHERE tenant = :tenant AND scope = :scope AND instr(body, :said))"""


def scrub(
    database: Database,
    vectors: VectorFiles,
    folder: Path,
    ns: Namespace,
    texts: Sequence[str],
    values: Sequence[str] = (),
    others: Collection[Path] = (),
) -> bool:
    """See `ports.Erasure.scrub`."""
    try:
        if not _sweep(database, vectors):
            return False
        left = _left(database, _files_of(folder, others), ns, texts, values)
        for remedy in (_lay_fields_anew, _write_anew):
            if left == "leftovers" and remedy(database):
                left = _left(database, _files_of(folder, others), ns, texts, values)
    except StoreBusyError:
        return False
    return left == "nothing"


def sweep(
    database: Database,
    vectors: VectorFiles,
    folder: Path,
    texts: Mapping[Namespace, Sequence[str]],
) -> bool:
    """See `ports.Erasure.sweep`."""
    try:
        if not _sweep(database, vectors):
            return False
        left = _without_a_row(database, folder, texts)
        if left and _write_anew(database):
            left = _without_a_row(database, folder, texts)
    except StoreBusyError:
        return False
    return not left


def _without_a_row(
    database: Database, folder: Path, texts: Mapping[Namespace, Sequence[str]]
) -> bool:
    """Does anything of the texts stand in our files that no row says?"""
    found, _ = _occurring(database, _files_of(folder), texts)
    if not found:
        return False
    with database.read() as connection:
        return bool(_unexplained(connection, found))


def _sweep(database: Database, vectors: VectorFiles) -> bool:
    with database.outside_transaction() as connection:
        _merge(connection)
        if not _fold_back(connection):
            return False
    # Under the write lock, so that nobody puts a new generation into use at the same time.
    with database.write() as connection:
        for leg in legs(connection).values():
            slots.blank_dead(connection, vectors, leg)
            vectors.discard_others(leg)
    return True


def _merge(connection: Connection) -> None:
    """Merge the keyword index into one segment, on pages that hold nothing else."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("INSERT INTO keyword_index (keyword_index) VALUES ('optimize')")
        connection.execute("SAVEPOINT laying")
        try:
            for statement in _LAID_ANEW:
                connection.execute(statement)
        except sqlite3.OperationalError:  # SQLite in its defensive mode refuses
            connection.execute("ROLLBACK TO laying")
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        raise
    connection.execute("DROP TABLE IF EXISTS temp.laid")


def _lay_fields_anew(database: Database) -> bool:
    """Write the index of field texts anew in its order: where it was balanced it may have left a copy of a value.

    False where a reader holds the log for too long.
    """
    with database.outside_transaction() as connection:
        connection.execute(f"REINDEX {fields.TEXT_INDEX}")
        return _fold_back(connection)


def _write_anew(database: Database) -> bool:
    """Write the whole file anew, and fold it back; false where a reader holds the log for too long."""
    with database.outside_transaction() as connection:
        # The copy may be larger than the memory; it holds no more than what is stored.
        connection.execute("PRAGMA temp_store=FILE")
        try:
            connection.execute("VACUUM")
        finally:
            connection.execute("PRAGMA temp_store=MEMORY")
        return _fold_back(connection)


def _fold_back(connection: Connection) -> bool:
    """Write the log back into the database and cut it to nothing; false where a reader holds it for too long."""
    (patience,) = connection.execute("PRAGMA busy_timeout").fetchone()
    deadline = time.monotonic() + _PATIENCE_S
    connection.execute(f"PRAGMA busy_timeout={_TRY_MS}")
    try:
        while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if time.monotonic() > deadline:
                return False
            time.sleep(_TRY_MS / 1000)
    finally:
        connection.execute(f"PRAGMA busy_timeout={patience}")
    return True


def _files_of(folder: Path, others: Collection[Path] = ()) -> Mapping[Path, bool]:
    """Return the files of the folder but those of others, and whether each is the store's."""
    left_out = frozenset(others)
    return {
        path: path.parent == folder and files.is_ours(path.name)
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path not in left_out
    }


def _left(
    database: Database,
    looked_at: Mapping[Path, bool],
    ns: Namespace,
    texts: Sequence[str],
    values: Sequence[str],
) -> Left:
    """What of the texts and values is in these files that no other row accounts for?"""
    found, beside = _occurring(
        database, looked_at, dict.fromkeys((ns,), texts), dict.fromkeys((ns,), values)
    )
    if beside:
        return "said"
    if not found:
        return "nothing"
    with database.read() as connection:
        if _said_in_scope(connection, ns, spaces.written(connection, ns), _long_enough(texts)):
            return "said"
        return "leftovers" if _unexplained(connection, found) else "nothing"


def _occurring(
    database: Database,
    looked_at: Mapping[Path, bool],
    texts: Mapping[Namespace, Sequence[str]],
    values: Mapping[Namespace, Sequence[str]] = MappingProxyType({}),
) -> tuple[set[str], bool]:
    """Return which pieces and rare words of the texts stand in our files, and whether any piece does in another file.

    Of the values those pieces of which the keyword index does not show at once that somebody else says them.
    """
    pieces, words = set[str](), set[str]()
    with database.read() as connection:
        for ns, some in texts.items():
            said = _long_enough(some)
            pieces.update(piece for text in said for piece in _pieces(text))
            words.update(_rare_words(connection, spaces.written(connection, ns), said))
        for ns, some in values.items():
            sid = spaces.written(connection, ns)
            said = _long_enough(some)
            # What a page overwrote of a copy may be the end of a value: its words are looked for as well.
            words.update(_rare_words(connection, sid, said))
            for value in said[:: max(1, -(-len(said) // _WORDS))]:
                if not _is_a_word_of(connection, sid, value):
                    words.update(_pieces(value))
    found, beside = set[str](), False
    for path, ours in looked_at.items():
        wanted = {n.encode(): n for n in (pieces | words if ours else pieces) - found}
        seen = {wanted[needle] for needle in scanning.occurring(path, list(wanted))}
        if ours:
            found |= seen
        beside = beside or bool(seen and not ours)
    return found, beside


def _long_enough(texts: Iterable[str]) -> Sequence[str]:
    return [text for text in dict.fromkeys(texts) if len(text.encode()) >= scanning.SHORTEST]


def _pieces(text: str) -> Iterator[str]:
    """Yield what to look for of a text: as it is, and as JSON writes it."""
    for form in {text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]}:
        cut = _cut(form)
        yield from cut[:: -(-len(cut) // _PIECES)]


def _cut(text: str) -> list[str]:
    cut, begin, size = list[str](), 0, 0
    for place, char in enumerate(text):
        width = len(char.encode("utf-8", "surrogatepass"))
        if size + width > _PIECE_BYTES:
            cut.append(text[begin:place])
            begin, size = place, 0
        size += width
    if cut and size < scanning.SHORTEST:
        cut[-1] += text[begin:]
    else:
        cut.append(text[begin:])
    return cut


def _rare_words(connection: Connection, sid: int, texts: Iterable[str]) -> Iterator[str]:
    """Yield the words of the texts that the keyword index of this scope does not hold any more."""
    forms = dict.fromkeys(
        word for text in texts for word in (*tokens(text), *_RAW_WORD.findall(text))
    )
    for word in list(forms)[:_WORDS]:
        if len(word.encode()) < scanning.SHORTEST:
            continue
        term = keywords.term(sid, word)
        if not _indexed(connection, term):
            yield word
            yield term.removeprefix(str(sid))[1:]


def _is_a_word_of(connection: Connection, sid: int, value: str) -> bool:
    """Is it one word, which the keyword index of this scope still holds for somebody else?"""
    found = tokens(value)
    return len(found) == 1 and _indexed(connection, keywords.term(sid, found[0]))


def _indexed(connection: Connection, term: str) -> bool:
    asked = "SELECT 1 FROM keyword_index WHERE keyword_index MATCH ? LIMIT 1"
    return connection.execute(asked, (keywords.quoted(term),)).fetchone() is not None


def _said_in_scope(connection: Connection, ns: Namespace, sid: int, texts: Iterable[str]) -> bool:
    """Does a row of the scope still say exactly one of the texts?"""
    named = {"sid": sid, "tenant": ns.tenant, "scope": ns.scope}
    return any(
        connection.execute(
            _SAID_IN_SCOPE, {**named, "said": json.dumps(text, ensure_ascii=False)}
        ).fetchone()[0]
        for text in texts
    )


def _unexplained(connection: Connection, found: set[str]) -> set[str]:
    """Return what no text of any row holds: then it stands in the file without a row."""
    left = set(found)
    for table, column in _text_columns(connection):
        # The names come from the schema itself.
        for (value,) in connection.execute(f'SELECT "{column}" FROM "{table}"'):  # noqa: S608
            if value is not None:
                left -= {needle for needle in left if needle in value}
            if not left:
                return left
    return left


def _text_columns(connection: Connection) -> Sequence[tuple[str, str]]:
    """Return every column that holds text, bodies first: what many rows say is found in the first of them."""
    return connection.execute(
        """SELECT * FROM (SELECT t.name, c.name AS "column" FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND c.type = 'TEXT'
        UNION ALL SELECT 'sqlite_schema', 'sql') ORDER BY "column" <> 'body'"""
    ).fetchall()
