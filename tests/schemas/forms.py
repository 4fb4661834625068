"""One category in its three forms: a class, a YAML file, a JSON Schema file. They have to behave alike."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from stelae import Choices, MemorySchema, Merge, PolicyRow, RawContext
from stelae.assembly import CategoryChoice

KINDS = {"technology": "a tool, language or product", "person": "one human being"}
LEVELS = {"curious": "asked about once", "keen": "comes back to it by themselves"}
TEMPLATES = {
    "en": "{entity_name} ({entity_type})[: {level}][, tags: {tags}]",
    "zh": "{entity_name}（{entity_type}）[：{level}][，标签：{tags}]",
}
SUMMARY = "what somebody is interested in"


class Interest(
    MemorySchema,
    name="hobby",
    summary=SUMMARY,
    key=("entity_type", "entity_name"),
    template=TEMPLATES,
    policy=PolicyRow(half_life_days=120),
):
    """A class form."""

    entity_type: Annotated[str, Field(description="what it is"), Choices(KINDS)]
    entity_name: Annotated[str, Field(max_length=80)]
    level: Annotated[str | None, Choices(LEVELS), Merge("newest")] = None
    tags: Annotated[
        tuple[Annotated[str, Field(max_length=40)], ...], Field(max_length=3), Merge("union")
    ] = ()
    times: Annotated[int | None, Field(ge=0, le=1000), Merge("sum")] = None
    note: str | None = None
    raw_context: RawContext = None


YAML_FORM: Mapping[str, Any] = {
    "name": "hobby",
    "summary": SUMMARY,
    "key": ["entity_type", "entity_name"],
    "template": TEMPLATES,
    "policy": {"half_life_days": 120},
    "raw_context": True,
    "fields": {
        "entity_type": {"required": True, "choices": KINDS, "description": "what it is"},
        "entity_name": {"required": True, "max_length": 80},
        "level": {"choices": LEVELS, "merge": "newest"},
        "tags": {"list": True, "max_items": 3, "max_length": 40, "merge": "union"},
        "times": {"type": "integer", "minimum": 0, "maximum": 1000, "merge": "sum"},
        "note": {},
    },
}
JSON_FORM: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "description": SUMMARY,
    "type": "object",
    "x-stelae": {
        "name": "hobby",
        "key": ["entity_type", "entity_name"],
        "template": TEMPLATES,
        "policy": {"half_life_days": 120},
        "raw_context": True,
    },
    "$defs": {
        "level": {"oneOf": [{"const": value, "description": d} for value, d in LEVELS.items()]}
    },
    "properties": {
        "entity_type": {
            "description": "what it is",
            "oneOf": [{"const": value, "description": d} for value, d in KINDS.items()],
        },
        "entity_name": {"type": "string", "maxLength": 80},
        "level": {"anyOf": [{"$ref": "#/$defs/level"}, {"type": "null"}], "x-merge": "newest"},
        "tags": {
            "type": "array",
            "items": {"type": "string", "maxLength": 40},
            "maxItems": 3,
            "default": [],
            "x-merge": "union",
        },
        "times": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": 1000,
            "default": None,
            "x-merge": "sum",
        },
        "note": {"type": "string"},
    },
    "required": ["entity_type", "entity_name"],
    "additionalProperties": False,
}


def _yaml_file(folder: Path) -> Path:
    text: str = yaml.safe_dump(dict(YAML_FORM), allow_unicode=True, sort_keys=False)  # pyright: ignore[reportUnknownMemberType]
    return _written(folder / "hobby.yaml", text)


def _json_file(folder: Path) -> Path:
    return _written(folder / "hobby.json", json.dumps(JSON_FORM, ensure_ascii=False))


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


FORMS: Mapping[str, Callable[[Path], CategoryChoice]] = {
    "class": lambda _: Interest,
    "yaml": _yaml_file,
    "json": _json_file,
}
