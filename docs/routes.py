"""The reference page of routes, made from the OpenAPI document; `generate.py` writes it."""

import inspect
import re
import tempfile
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from stelae.assembly import SystemClock
from stelae.config import ServerSettings, Settings, StoreSettings
from stelae.memory import Memory
from stelae.schemas.access import RIGHTS
from stelae.server.api import openapi
from stelae.server.app import V1, create_app
from stelae.server.keys import Keyring

PLACE = {"scope", "reads", "project"}
USUAL = {"400", "401", "403", "413", "422", "429", "500", "503"}
"""Errors that every route has."""
ABOUT = [
    "With examples: [the guide](../guides/http.md). A server shows the same at `/docs`, the document at `/openapi.json`.",
    "",
    "Every route under `/v1` takes `scope`, `reads` and `project`: in the body where there is one, else in the query.",
    "What goes wrong stands in [one table](../guides/http.md#errors).",
    "",
]


@cache
def page(note: str) -> str:
    """Return the page of routes, as the OpenAPI document has them, with the right that each asks for."""
    document, rights = _document(), _rights()
    lines = ["# HTTP", "", note, "", *_wrapped(document["info"]["description"]), ""]
    lines += ABOUT
    operations = list(_operations_of(document))
    for tag in document["tags"]:
        mine = [one for one in operations if one[2]["tags"] == [tag["name"]]]
        lines += [f"## {tag['name']}", "", tag["description"], ""]
        for path, method, one in mine:
            lines += _operation(document, f"{method.upper()} {path}", one, rights)
    lines += ["## Shapes", "", *_shapes(document, operations)]
    return "\n".join(lines)


def _document() -> dict[str, Any]:
    settings = Settings(store=StoreSettings(kind="memory"), server=ServerSettings(mcp=False))
    with tempfile.TemporaryDirectory() as folder:
        where = settings.model_copy(update={"data": Path(folder)})
        with Memory.open(settings=where, embedder="none", worker=False) as memory:
            return openapi.document(
                create_app(memory, keyring=Keyring(Path(folder), SystemClock()))
            )


def _rights() -> dict[str, str]:
    """Return the right that each route asks the desk for, by the name of its function."""
    found: dict[str, str] = {}
    for part in V1:
        for route in part.routes.routes:
            source = inspect.getsource(route.endpoint)
            asked = re.findall(r'visit\.(?:memory|check)\(\s*"(\w+)"', source)
            found[route.name] = asked[0]
    return found


def _operations_of(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def _operation(
    document: dict[str, Any], title: str, one: dict[str, Any], rights: dict[str, str]
) -> list[str]:
    right = rights.get(one["operationId"])
    who = f" Right: `{right}` ({RIGHTS[right]})." if right in RIGHTS else ""
    lines = [f"### `{title}`", "", *_wrapped(f"{one['description']}{who}"), ""]
    rows = [
        _row(p["name"], p["schema"], p.get("description"), p["in"], required=p.get("required"))
        for p in one.get("parameters", ())
        if p["name"] not in PLACE | {"Idempotency-Key"}
    ]
    body = _body(document, one)
    if body is not None:
        rows += _fields(body, skip=PLACE, where="body")
    if rows:
        lines += ["| field | in | type | meaning |", "|---|---|---|---|", *rows, ""]
    notes = [f"Answers: {', '.join(_answers(one))}."]
    if any(p["name"] == "Idempotency-Key" for p in one.get("parameters", ())):
        notes.append("Takes `Idempotency-Key`.")
    return [*lines, " ".join(notes), ""]


def _answers(one: dict[str, Any]) -> Iterator[str]:
    wrong: list[str] = []
    for status, told in sorted(one["responses"].items()):
        if "$ref" in told:
            wrong.append(status)
            continue
        kinds = [
            "text/event-stream" if media == "text/event-stream" else _type(content["schema"], media)
            for media, content in told.get("content", {}).items()
        ]
        yield f"{status} {' or '.join(kinds)}".strip()
    special = [status for status in wrong if status not in USUAL]
    if special:
        yield f"beside the usual errors {', '.join(special)}"


def _shapes(document: dict[str, Any], operations: list[Any]) -> list[str]:
    """Tables of every value that answers hold; those of requests stand with their route."""
    schemas = document["components"]["schemas"]
    bodies = {_body(document, one)["title"] for _, _, one in operations if _body(document, one)}
    lines: list[str] = []
    for name in sorted(schemas):
        schema = schemas[name]
        if name in bodies or "properties" not in schema or name.startswith("Page_"):
            continue
        lines += [f"### {name}", "", *_wrapped(schema.get("description", "")), ""]
        lines += ["| field | type | meaning |", "|---|---|---|", *_fields(schema), ""]
    return lines


def _body(document: dict[str, Any], one: dict[str, Any]) -> dict[str, Any] | None:
    content = one.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return None
    return document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]


def _fields(
    schema: dict[str, Any], *, skip: set[str] | None = None, where: str | None = None
) -> list[str]:
    required = set(schema.get("required", ()))
    return [
        _row(name, field, field.get("description"), where, required=name in required)
        for name, field in schema["properties"].items()
        if name not in (skip or set())
    ]


def _row(
    name: str, schema: dict[str, Any], meaning: str | None, where: str | None, *, required: Any
) -> str:
    default = schema.get("default")
    told = [_text(meaning)] if meaning else []
    if where and required:
        told.insert(0, "Required.")
    elif where and default not in (None, [], {}, ""):
        told.append(f"Default: `{_json(default)}`.")
    cells = [f"`{name}`", *([where] if where else []), _type(schema), " ".join(told)]
    return f"| {' | '.join(cells)} |"


def _type(schema: dict[str, Any], media: str = "") -> str:
    """Return a schema's type in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"list of {name[5:-1]}" if name.startswith("Page_") else name
    if media.startswith(("application/x-ndjson", "text/plain")):
        return media
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(dict.fromkeys(_type(one) for one in schema[word]))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"`{value}`" for value in values)
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    kind = schema.get("format") or schema.get("type") or "any"
    return {"object": "object", "date-time": "time", "null": "null"}.get(kind, kind)


def _json(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(_text(text), 120)


def _text(text: str | None) -> str:
    return " ".join((text or "").split()).replace("|", "\\|")
