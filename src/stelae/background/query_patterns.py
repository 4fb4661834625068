"""Queries that worked, as patterns: which of a question's queries is kept, and in what words (O30). Pure, no model.

The words are the query's own. Those of the question matched it before everything else, and crowded out what answered it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from stelae.background.capture_text import shortened
from stelae.background.tool_verbs import segments
from stelae.remember.redaction import redact
from stelae.schemas.agent_runs import MAX_NAME_CHARS, ToolCall
from stelae.text.keys import sha256
from stelae.text.markers import strip_blocks
from stelae.text.normalise import squash, storable, visible

Kind = Literal["reading", "introspective", "other"]
"""Does it read data, or ask the database about itself? What changes data is `other`."""
MAX_SQL: Final = 1_200
MAX_KEYWORDS: Final = 12
_LONGEST_WORD: Final = 40
"""All three together stay below the length of a memory."""
_NAMES: Final = ("sql", "query", "statement", "sql_query", "sqlquery", "q")
_SOURCES: Final = ("database", "db", "datasource", "data_source", "source", "connection")
_COMMENT: Final = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_TOKEN: Final = re.compile(
    r"(?P<text>'(?:[^']|'')*')|(?P<name>\"(?:[^\"]|\"\")*\"|`[^`]*`)|(?P<comment>--[^\n]*|/\*.*?\*/)"
    r"|(?P<number>(?<![\w.])\d+(?:\.\d+)?\b)|(?P<space>\s+)|(?P<rest>.)",
    re.DOTALL,
)
_BEGINS: Final = re.compile(
    r"[\s(]*(?:(?P<select>select|with)|(?P<asks>show|describe|desc|explain|pragma|use))\b",
    re.IGNORECASE,
)
_CHANGES: Final = re.compile(
    r"\b(?:insert\s+into|update\s+\S+\s+set|delete\s+from|drop\s+(?:table|view|database)|truncate)\b",
    re.IGNORECASE,
)
_ABOUT_ITSELF: Final = re.compile(
    r"\b(?:information_schema|pg_catalog|pg_(?:class|tables|namespace|stat\w*)|sqlite_(?:master|schema)|sys\.\w+|"
    r"(?:all|user)_(?:tables|tab_columns)|duckdb_\w+|system\.(?:tables|columns))\b",
    re.IGNORECASE,
)
_FROM: Final = re.compile(r"\b(?:from|join)\s+(?P<table>[\w.\u3400-\u9fff]+)", re.IGNORECASE)
_CLAUSES: Final = re.compile(
    r"\b(?:where|join|group\s+by|having|order\s+by|union|over|case|with|distinct|(?:count|sum|avg|min|max)(?=\s*\())",
    re.IGNORECASE,
)
_LIST: Final = re.compile(r"\(\?(?: ?, ?\?)+\)")
_IDENTIFIER: Final = re.compile(r"[a-z_\u3400-\u9fff][\w.\u3400-\u9fff]*", re.IGNORECASE)
_SQL_WORDS: Final = (
    "select with as from join left right inner outer full cross on using where and or not in is null like ilike between "
    "exists group by having order asc desc nulls first last limit offset fetch next rows row only union all distinct case "
    "when then else end over partition interval cast date true false recursive values"
)
"""Words of the language, which say nothing of what is asked."""
_OF_SQL: Final = frozenset(_SQL_WORDS.split())


@dataclass(frozen=True, slots=True)
class Query:
    """A query that a tool was given."""

    sql: str
    """Without comments and layout; literals as they are."""
    source: str
    """The database that the call names, else the tool."""
    kind: Kind


@dataclass(frozen=True, slots=True)
class Pattern:
    """A query as it is kept."""

    text: str
    keywords: tuple[str, ...]
    sha256: str


def query_of(call: ToolCall) -> Query | None:
    """Return the query that a call carries, or None: it is no SQL."""
    given = next((call.arguments[n] for n in _NAMES if isinstance(call.arguments.get(n), str)), "")
    sql = _laid_out(strip_blocks(storable(given)))
    begins = _BEGINS.match(sql)
    if begins is None:
        return None
    named = (call.arguments[n] for n in _SOURCES if isinstance(call.arguments.get(n), str))
    return Query(sql, next(named, call.name)[:MAX_NAME_CHARS] or call.name, _kind(sql, begins))


def best(queries: Mapping[int, Query]) -> int | None:
    """Return which of the queries of one question to keep: the one that says most of how it is asked.

    Most clauses and aggregates, then the shorter, then by the alphabet: whatever order they came in.
    """

    def rank(at: int) -> tuple[int, int, str]:
        sql = queries[at].sql
        return -len(_CLAUSES.findall(sql)), len(sql), sql

    return min(queries, key=rank, default=None)


def pattern_of(query: Query, *, personal: frozenset[str]) -> Pattern:
    """Return the query as a pattern: keywords and SQL.

    Args:
        query: one that read something.
        personal: types of personal data to mask, in literals, too.
    """
    sql = shortened(redact(visible(query.sql), personal=personal).text, MAX_SQL)
    keywords = tuple(_keywords(query.sql))
    return Pattern(
        text=redact(f"Keywords: {', '.join(keywords)}\nSQL: {sql}", personal=personal).text,
        keywords=keywords,
        sha256=sha256(_shape(query.sql)),
    )


def _kind(sql: str, begins: re.Match[str]) -> Kind:
    if begins["asks"] or _ABOUT_ITSELF.search(sql):
        return "introspective"
    if _CHANGES.search(sql):
        return "other"
    return "reading" if _FROM.search(sql) else "introspective"


def _laid_out(sql: str) -> str:
    """Return the query without comments, in one line, its literals untouched."""
    spaced = (
        " " if m.lastgroup in {"comment", "space"} else m.group() for m in _TOKEN.finditer(sql)
    )
    return _one_line("".join(spaced)).rstrip("; ")


def _one_line(sql: str) -> str:
    """Close up blanks outside of quotes."""
    parts = re.split(r"('(?:[^']|'')*')", sql)
    return "".join(p if n % 2 else re.sub(r"\s+", " ", p) for n, p in enumerate(parts)).strip()


def _shape(sql: str) -> str:
    """Return what two spellings of one query with other literals have in common."""
    return _LIST.sub("(?)", squash("".join(_shape_tokens(sql))))


def _shape_tokens(sql: str) -> Iterator[str]:
    for token in _TOKEN.finditer(sql):
        match token.lastgroup:
            case "text" | "number":
                yield "?"
            case "name":
                yield token.group()
            case "comment" | "space":
                yield " "
            case _:
                yield token.group().lower()


def _keywords(sql: str) -> list[str]:
    """Return the words of tables, columns and functions, tables first, each once."""
    bare = "".join(
        " " if t.lastgroup in {"text", "comment"} else t.group() for t in _TOKEN.finditer(sql)
    )
    tables = [m["table"] for m in _FROM.finditer(bare)]
    named = [m.group() for m in _IDENTIFIER.finditer(bare)]
    words = (word for name in (*tables, *named) for word in segments(name))
    found = dict.fromkeys(w for w in words if len(w) > 1 and w not in _OF_SQL and not w.isdigit())
    return [word[:_LONGEST_WORD] for word in found][:MAX_KEYWORDS]
