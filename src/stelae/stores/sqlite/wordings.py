"""Wordings: a memory has one row in the index for each text it has had, so that the past is found by its own words."""

import json
from collections.abc import Mapping, Sequence
from typing import Final

from stelae.schemas.base import JsonObject
from stelae.stores.sqlite import keyword_rows
from stelae.stores.sqlite.connection import Connection

LAST_OF_ROW: Final = (
    "v.version = (SELECT max(same.version) FROM version same WHERE same.rid = v.rid)"
)
"""Condition on `version v`: the last state of its memory under that wording."""
_ASKED: Final = f"""FROM json_each(?) AS asked
    CROSS JOIN entry e ON e.rid = asked.value AND e.gone = 0
    CROSS JOIN version v ON v.rid = e.rid AND {LAST_OF_ROW} CROSS JOIN memory m ON m.mid = v.mid
    WHERE m.sid = ? AND (m.project IS NULL OR m.project = ?)"""
_SHOWN: Final = f"SELECT e.rid, v.body, m.rid = e.rid {_ASKED}"
_CONTENTS: Final = f"SELECT e.rid, json_extract(v.body, '$.text', '$.attributes') {_ASKED}"


def shown(
    connection: Connection, rids: Sequence[int], sid: int | None, project: str | None
) -> Mapping[int, tuple[str, int]]:
    """Return `(body, is it the current wording)` by row, for the rows that hold a memory's wording."""
    rows = connection.execute(_SHOWN, (str(list(rids)), sid, project)).fetchall()
    return {rid: (body, current) for rid, body, current in rows}


def contents(
    connection: Connection, rids: Sequence[int], sid: int | None, project: str | None
) -> Mapping[int, tuple[str, JsonObject]]:
    """Return text and fields of the same rows. SQLite takes them out of the bodies for a quarter of what Python takes."""
    rows = connection.execute(_CONTENTS, (str(list(rids)), sid, project)).fetchall()
    return {rid: tuple(json.loads(content)) for rid, content in rows}


def retire(connection: Connection, rid: int, seq: int, at: float) -> None:
    """End a row because its memory has another text: from now on only the past is answered from it."""
    connection.execute(
        """UPDATE entry SET seq = ?2, live = 0, retracted_at = min(ifnull(retracted_at, ?3), ?3)
        WHERE rid = ?1""",
        (rid, seq, at),
    )


def rows_of(connection: Connection, mid: int) -> Sequence[int]:
    """Return the rows of a memory that the search can see."""
    rows = connection.execute(
        """SELECT rid FROM entry WHERE gone = 0 AND rid IN
        (SELECT rid FROM version WHERE mid = ?1 UNION SELECT rid FROM memory WHERE mid = ?1)""",
        (mid,),
    )
    return [rid for (rid,) in rows]


def take_out(connection: Connection, rids: Sequence[int], seq: int) -> None:
    """Take rows out of the index for good; a stub without words stays, because its number is never used again."""
    for rid in rids:
        held = connection.execute("SELECT tokens FROM keyword WHERE rid = ?", (rid,)).fetchone()
        if held is not None:
            keyword_rows.unindex(connection, rid, held[0])
        connection.execute("DELETE FROM vector WHERE rid = ?", (rid,))
        connection.execute("DELETE FROM field WHERE rid = ?", (rid,))
        connection.execute(
            """UPDATE entry SET seq = ?, gone = 1, live = 0, pinned = 0, vectors = -1,
            session = NULL, speaker = NULL, category = NULL, project = NULL WHERE rid = ?""",
            (seq, rid),
        )
