"""Repair of the field index: every wording that can be searched has the fields it was written with, nothing else has any."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from stelae.schemas.upkeep import RepairLine
from stelae.stores.sqlite import fields
from stelae.stores.sqlite.repair_parts import NAMED, Bench, Repair, line, named
from stelae.text.fields import field_forms

_SURPLUS: Final = """SELECT DISTINCT f.rid FROM field f WHERE NOT EXISTS
    (SELECT 1 FROM entry e WHERE e.rid = f.rid AND e.gone = 0 AND e.type = 0)"""


def _look(bench: Bench) -> Sequence[int]:
    surplus = [rid for (rid,) in bench.connection.execute(_SURPLUS)]
    wrong = [
        rid
        for rid, _, attributes in bench.connection.execute(fields.WORDED)
        if _differs(bench, rid, json.loads(attributes))
    ]
    return [*surplus, *wrong]


def _mend(bench: Bench, found: Sequence[int]) -> RepairLine | None:
    """Write the fields that are wrong from the versions, and drop those of no memory."""
    connection = bench.connection
    gone = connection.execute(f"{_SURPLUS} AND f.rid {NAMED}", named(found)).fetchall()
    connection.executemany("DELETE FROM field WHERE rid = ?", gone)
    told = [rid for (rid,) in gone]
    rows = connection.execute(f"{fields.WORDED} AND v.rid {NAMED}", named(found)).fetchall()
    for rid, sid, text in rows:
        attributes = json.loads(text)
        if _differs(bench, rid, attributes):
            fields.index_anew(connection, sid, rid, attributes)
            told.append(rid)
    return line("fields", told, "Fields were indexed anew from the memories they belong to.")


def _differs(bench: Bench, rid: int, attributes: Mapping[str, Any]) -> bool:
    return fields.of_row(bench.connection, rid) != field_forms(attributes)


FIELDS: Final = Repair(_look, _mend)
