"""Odd values in every place of every request, beyond what schemas tell a generator: sent as raw bytes, in a fixed order.

schemathesis speaks valid JSON of valid text. Clients do not always: lone surrogates, NUL, NaN, numbers that no float holds,
years that no calendar has, nesting without end, ids with slashes and percent signs. None may end as a failure of the server,
and what a field held that was refused comes back in no error.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import quote

MARK: Final = "zq7Xodd"
"""In every text below; an error that repeats it has repeated what somebody sent."""
KEY: Final = "qk9Xkey"
"""The same for names of fields, which errors do name."""
TEXTS: Final = (
    '""',
    '" "',
    f'"{MARK}\\u0000"',
    f'"{MARK}\\ud800"',
    f'"\\udfff{MARK}\\ud83d"',
    f'"{MARK}\\u202e\\u2066\\ufeff\\u200d\\ufffe"',
    f'"{MARK}e' + "\\u0301" * 300 + '"',
    f'"../{MARK}/%2e%2e%2f%00"',
    f'"user:{MARK}/x:y"',
    f'"{MARK}\\r\\nSet-Cookie: a=b"',
    f'"{MARK} \' OR 1=1; -- \\" * NEAR("',
    f'"{MARK}' + "长" * 5_000 + '"',
    '"0000-01-01T00:00:00Z"',
    '"0001-01-01T00:00:00+14:00"',
    '"9999-12-31T23:59:59-12:00"',
    '"9999-12-31"',
    '"2026-02-30T25:61:61+99:99"',
    '"99999999999999999999"',
)
OTHERS: Final = (
    "null",
    "true",
    "-1",
    "0",
    "9" * 400,
    "9223372036854775808",
    "1e400",
    "-1e-400",
    "NaN",
    "-Infinity",
    "[]",
    "[null]",
    "{}",
    f'{{"{KEY}": {{"\\u0000": ["\\ud800", NaN, {"9" * 30}]}}}}',
    "[" * 300 + "]" * 300,
    '{"a":' * 300 + "1" + "}" * 300,
    "[" * 50_000 + "]" * 50_000,
    '[{"role": "user", "content": null}, 1, "x"]',
)
BODIES: Final = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"\xff\xfe{}",
    b"\x00",
    b'{"a":1}{"b":2}',
    b"NaN",
)
METHODS: Final = frozenset({"get", "post", "put", "patch", "delete"})
JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Request:
    """One request."""

    method: str
    path: str
    """With its query, as it is sent."""
    operation: str
    """Method and path template."""
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


class Operations:
    """The operations of an OpenAPI document, and the requests that can be made out of them."""

    def __init__(self, document: Mapping[str, Any], ids: Sequence[str]) -> None:
        """Take the document, and ids that exist; they stand in paths while something else is odd."""
        self._document, self._ids = document, tuple(ids)

    def documented(self, operation: str) -> Mapping[str, Any]:
        """Return the answers of an operation by status."""
        method, _, path = operation.partition(" ")
        told = self._document["paths"][path][method.lower()]["responses"]
        return {status: self._resolved(one) for status, one in told.items()}

    def requests(self) -> Iterator[Request]:
        """Return every odd request, each with one odd place."""
        for path, methods in self._document["paths"].items():
            for method, told in methods.items():
                if method in METHODS:
                    yield from self._of(method.upper(), path, told)

    def _of(self, method: str, path: str, told: Mapping[str, Any]) -> Iterator[Request]:
        operation = f"{method} {path}"
        parameters = [self._resolved(one) for one in told.get("parameters", ())]
        names = [one["name"] for one in parameters if one["in"] == "path"]
        right = {name: self._ids[n % len(self._ids)] for n, name in enumerate(names)}
        plain = _filled(path, right)
        content = self._resolved(told.get("requestBody", {})).get("content", {})
        schema = self._resolved(content.get(JSON, {}).get("schema", {}))
        base = self._example(schema) if content else None
        body = None if base is None else _bytes(base)
        headers = {"Content-Type": next(iter(content))} if content else {}
        for name in names:
            for text in TEXTS:
                odd = _filled(path, {**right, name: _text(text)})
                yield Request(method, odd, operation, body, headers)
        for one in parameters:
            if one["in"] == "query":
                for text in TEXTS:
                    query = f"?{one['name']}={quote(_text(text), safe='')}"
                    yield Request(method, plain + query, operation, body, headers)
            elif one["in"] == "header":
                for text in ("", "*", MARK, "9" * 400, '"0"', 'W/"1", "2"', "\x7f~\xff"):
                    yield Request(method, plain, operation, body, {**headers, one["name"]: text})
        if content:
            for raw in (*BODIES, *_odd_bodies(base, self._places(schema))):
                yield Request(method, plain, operation, raw, headers)

    def _places(self, schema: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[str, ...]]:
        """Return the places of a body that a value can stand in; `0` is the first one of a list."""
        schema = self._resolved(schema)
        for choice in schema.get("anyOf", ()):
            yield from self._places(choice, depth)
        for name, inner in schema.get("properties", {}).items():
            yield (name,)
            if depth < 3:
                yield from ((name, *rest) for rest in self._places(inner, depth + 1))
        if "items" in schema and depth < 3:
            yield ("0",)
            yield from (("0", *rest) for rest in self._places(schema["items"], depth + 1))
        if schema.get("additionalProperties") and "properties" not in schema:
            yield (f"{KEY}/~\x00",)

    def _example(self, schema: Mapping[str, Any]) -> Any:
        """Return a plain body: the documented example, or what has to be there."""
        if schema.get("examples"):
            return dict(schema["examples"][0])
        return {
            name: self._plain(inner)
            for name, inner in schema.get("properties", {}).items()
            if name in schema.get("required", ())
        }

    def _plain(self, schema: Mapping[str, Any]) -> Any:
        schema = self._resolved(schema)
        if schema.get("anyOf"):
            return self._plain(schema["anyOf"][0])
        if schema.get("enum"):
            return schema["enum"][0]
        plain: dict[str, Any] = {"string": "x", "integer": 1, "number": 1, "boolean": True}
        kind = schema.get("type", "string")
        if kind == "array":
            return [self._plain(schema.get("items", {}))]
        return self._example(schema) if kind == "object" else plain.get(kind)

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            found: Any = self._document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema


def _odd_bodies(base: Any, places: Iterator[tuple[str, ...]]) -> Iterator[bytes]:
    for place in dict.fromkeys(places):
        marked = _bytes(_with(base, place)).decode()
        for value in (*TEXTS, *OTHERS):
            yield marked.replace('"@@"', value).encode()


def _with(base: Any, place: tuple[str, ...]) -> Any:
    """Return the body with a hole at a place; what leads there is made."""
    if not place:
        return "@@"
    head, *rest = place
    if head == "0":
        inner: Any = next(iter(cast("list[Any]", base)), None) if isinstance(base, list) else None
        return [_with(inner, tuple(rest))]
    whole: dict[str, Any] = dict(cast("Mapping[str, Any]", base)) if isinstance(base, dict) else {}
    return {**whole, head: _with(whole.get(head), tuple(rest))}


def _bytes(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _text(raw: str) -> str:
    """Return a text of JSON as a path or query can carry it; half a character becomes the replacement for one."""
    return json.loads(raw).encode("utf-8", "replace").decode()


def _filled(path: str, values: Mapping[str, str]) -> str:
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", quote(value, safe="") or "%20")
    return path
