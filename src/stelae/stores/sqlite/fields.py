"""Field rows: every field value of a memory in a form that an index can compare (`text.fields`), by the row of its wording.

Written in the transaction that writes the memory. Texts and numbers have an index each, so that a range reads what is in it.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from stelae.schemas.where import RANGES, Condition, Operator, Where
from stelae.stores.sqlite import wordings
from stelae.stores.sqlite.connection import Connection
from stelae.text.fields import FieldForm, Form, FormName, field_forms, form_of, operands

_CODES: Final[Mapping[FormName, int]] = {
    "text": 0,
    "number": 1,
    "boolean": 2,
    "instant": 3,
    "other": 4,
}
_NAMES: Final[Mapping[int, FormName]] = {code: name for name, code in _CODES.items()}
TABLE: Final = (
    # By row, so that rows are written one behind the other; `text` is folded and empty for anything but a text. The columns
    # of the key come first: where they do not, `quick_check` of SQLite 3.40 sees a NULL that is none.
    """CREATE TABLE field (
        rid INTEGER NOT NULL REFERENCES entry, name TEXT NOT NULL,
        item INTEGER NOT NULL CHECK (item IN (0, 1)), form INTEGER NOT NULL CHECK (form BETWEEN 0 AND 4),
        number REAL NOT NULL, text TEXT NOT NULL, sid INTEGER NOT NULL REFERENCES space,
        PRIMARY KEY (rid, name, item, form, number, text)) STRICT, WITHOUT ROWID""",
    "CREATE INDEX field_text ON field (sid, name, item, text) WHERE form = 0",
    "CREATE INDEX field_number ON field (sid, name, item, form, number) WHERE form <> 0",
)
TEXT_INDEX: Final = "field_text"
WORDED: Final = f"""SELECT v.rid, m.sid, json_extract(v.body, '$.attributes')
    FROM memory m JOIN version v ON v.mid = m.mid AND {wordings.LAST_OF_ROW}
    JOIN entry e ON e.rid = v.rid AND e.gone = 0"""  # noqa: S608 - a constant
"""Row, scope and attributes of every wording that can be searched."""
_SIGNS: Final[Mapping[Operator, str]] = {
    "eq": "=",
    "in": "=",
    "has": "=",
    "gt": ">",
    "gte": ">=",
    "lt": "<",
    "lte": "<=",
}
_PRESENT: Final = """SELECT group_concat(rid) FROM
    (SELECT rid FROM field WHERE sid = ?1 AND name = ?2 AND form = 0
    UNION SELECT rid FROM field WHERE sid = ?1 AND name = ?2 AND form <> 0)"""
_TEXTS: Final = """SELECT group_concat(rid) FROM field
    WHERE sid = ? AND name = ? AND item = ? AND form = 0 AND """
# `<>` and not `>`: with a range the planner of SQLite takes that for the bound, and reads every number of the field.
_NUMBERS: Final = """SELECT group_concat(rid) FROM field
    WHERE sid = ? AND name = ? AND item = ? AND form <> 0 AND form = ? AND """


def index(connection: Connection, sid: int, rid: int, attributes: Mapping[str, Any]) -> None:
    """Write the fields of a row that has none yet."""
    connection.executemany(
        "INSERT INTO field (rid, sid, name, item, form, number, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            (rid, sid, field, int(item), _CODES[form.name], form.number, form.text)
            for field, item, form in field_forms(attributes)
        ],
    )


def index_anew(connection: Connection, sid: int, rid: int, attributes: Mapping[str, Any]) -> None:
    """Write the fields of a row in the place of those that it has, where they differ."""
    if of_row(connection, rid) != field_forms(attributes):
        connection.execute("DELETE FROM field WHERE rid = ?", (rid,))
        index(connection, sid, rid, attributes)


def of_row(connection: Connection, rid: int) -> frozenset[FieldForm]:
    """Return the fields of a row as they are indexed."""
    rows = connection.execute(
        "SELECT name, item, form, number, text FROM field WHERE rid = ?", (rid,)
    )
    return frozenset(
        FieldForm(name, bool(item), Form(_NAMES[form], number, text))
        for name, item, form, number, text in rows
    )


def fill(connection: Connection) -> None:
    """Write the fields of every wording that can be searched: once, when the table is made."""
    for rid, sid, attributes in connection.execute(WORDED).fetchall():
        index(connection, sid, rid, json.loads(attributes))


def asked_together(where: Where) -> Sequence[Sequence[Condition]]:
    """Return the conditions in groups that one search of an index answers: both ends of a range, else one each."""
    groups: dict[object, list[Condition]] = {}
    for number, condition in enumerate(where):
        ranged = condition.operator in RANGES and not isinstance(condition.value, tuple)
        form = form_of(condition.value).name if ranged else number  # pyright: ignore[reportArgumentType]
        groups.setdefault((condition.field, form), []).append(condition)
    return list(groups.values())


def fulfilling(connection: Connection, sid: int, group: Sequence[Condition]) -> str:
    """Return the numbers of the rows that fulfil a group, separated by commas; one may occur twice.

    For `null` those that have the field, whatever is asked: which rows there are besides is the catalogue's knowledge.
    """
    found: list[str] = []
    for sql, values in _asked(sid, group):
        found.append(connection.execute(sql, values).fetchone()[0] or "")
    return ",".join(filter(None, found))


def _asked(sid: int, group: Sequence[Condition]) -> list[tuple[str, tuple[Any, ...]]]:
    """Return the searches whose rows together fulfil the group: one for each value of an in-list, else one."""
    first = group[0]
    if first.operator == "null":
        return [(_PRESENT, (sid, first.field))]
    place = (sid, first.field, int(first.operator == "has"))
    if first.operator == "in":
        return [_compared(place, [("eq", form_of(value))]) for value in operands(first)]
    return [_compared(place, [(c.operator, form_of(v)) for c in group for v in operands(c)])]


def _compared(
    place: tuple[int, str, int], asked: Sequence[tuple[Operator, Form]]
) -> tuple[str, tuple[Any, ...]]:
    """Return the search of values of one form that compare as asked."""
    operator, form = asked[0]
    if operator == "prefix":
        end = _behind(form.text)
        if end is None:
            return f"{_TEXTS}text >= ?", (*place, form.text)
        return f"{_TEXTS}text >= ? AND text < ?", (*place, form.text, end)
    column = "text" if form.name == "text" else "number"
    compared = " AND ".join(f"{column} {_SIGNS[sign]} ?" for sign, _ in asked)
    values = [one.text if form.name == "text" else one.number for _, one in asked]
    if form.name == "text":
        return f"{_TEXTS}{compared}", (*place, *values)
    return f"{_NUMBERS}{compared}", (*place, _CODES[form.name], *values)


def _behind(prefix: str) -> str | None:
    """Return the least text behind all that begin so, by code points, which is how SQLite compares; None: there is none."""
    stem = prefix.rstrip("\U0010ffff")
    if not stem:
        return None
    following = ord(stem[-1]) + 1
    return stem[:-1] + chr(0xE000 if following == 0xD800 else following)
