"""The OpenAPI document says of every route what it is called, what it answers, and what goes wrong."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.conftest import Served

NEEDS_NO_KEY = {"is_alive", "is_ready"}
Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture
def document(served: Served) -> dict[str, Any]:
    """The document."""
    return served.client.get("/openapi.json").json()


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """Go through the operations."""
    for path, item in document["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_every_operation_has_a_readable_id_a_tag_that_is_described_and_words(
    document: dict[str, Any],
) -> None:
    """Ids are what generated clients call their methods."""
    tags = {tag["name"] for tag in document["tags"]}
    ids = [one["operationId"] for _, _, one in operations(document)]
    assert len(ids) == len(set(ids))
    assert {"recall", "get_memory", "observe", "execute_forgetting"} <= set(ids)
    for path, _, one in operations(document):
        assert one["operationId"].replace("_", "").isalpha(), path
        assert set(one["tags"]) <= tags, path
        assert one["description"], path


def test_every_route_needs_a_key_and_says_what_goes_wrong(document: dict[str, Any]) -> None:
    """Problems are references to answers that are there, in the form of RFC 9457."""
    answers = document["components"]["responses"]
    for path, method, one in operations(document):
        if one["operationId"] in NEEDS_NO_KEY:
            assert "security" not in one
            continue
        assert one["security"] == [{"bearer": []}], path
        told = one["responses"]
        assert {"401", "403", "422", "429", "500", "503"} <= told.keys(), path
        assert "404" in told or "{" not in path or "session" in path, (method, path)
        for status, answer in told.items():
            if int(status) >= 400:
                named = answers[answer["$ref"].rsplit("/", 1)[1]]
                assert named["content"].keys() == {"application/problem+json"}


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    """And no schema is left that only FastAPI's own errors used."""

    def references(node: Any) -> Iterator[str]:
        if isinstance(node, dict):
            for name, value in node.items():  # pyright: ignore[reportUnknownVariableType]
                if name == "$ref":
                    yield str(value)  # pyright: ignore[reportUnknownArgumentType]
                yield from references(value)
        elif isinstance(node, list):
            for one in node:  # pyright: ignore[reportUnknownVariableType]
                yield from references(one)

    for reference in set(references(document)):
        node = document
        for part in reference.removeprefix("#/").split("/"):
            node = node[part]
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_every_field_of_a_request_says_what_it_is(document: dict[str, Any]) -> None:
    """In bodies and in queries; an id in a path needs no words."""
    schemas = document["components"]["schemas"]
    silent: list[str] = []
    for path, _, one in operations(document):
        silent += [
            f"{path} {parameter['name']}"
            for parameter in one.get("parameters", ())
            if parameter["in"] != "path" and not parameter.get("description")
        ]
        body = one.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None:
            fields = schemas[body["schema"]["$ref"].rpartition("/")[2]]["properties"]
            silent += [f"{path} {n}" for n, field in fields.items() if not field.get("description")]
    assert silent == []


def test_the_main_bodies_have_examples_in_both_languages(document: dict[str, Any]) -> None:
    """What a reader tries first."""
    schemas = document["components"]["schemas"]
    for name in ("ObserveBody", "RememberBody", "RecallBody", "ForgetBody", "DraftBody"):
        assert schemas[name]["examples"], name
