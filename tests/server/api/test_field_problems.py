"""A field that may have several forms is wrong once, under the name that the caller has written."""

from typing import Any

import pytest

from tests.server.conftest import Caller


@pytest.mark.parametrize(
    ("path", "body", "told"),
    [
        ("/v1/recall", {"query": "猫", "floor": "high"}, "floor: must be auto, none, or a number"),
        ("/v1/recall", {"query": "cat", "floor": [1]}, "floor: must be auto, none, or a number"),
        ("/v1/recall", {"query": "cat", "floor": 2}, "floor must be auto, none, or a"),
        ("/v1/forget", {"what": 7}, "what: input should be a valid string, or a valid list."),
        ("/v1/forget", {"what": ["a", 7]}, "what.1: input should be a valid string."),
        (
            "/v1/observe",
            {"messages": 7},
            "messages: input should be a valid string, or an object, or",
        ),
        ("/v1/observe", {"messages": ["好", 7]}, "messages.1: input should be an object, or"),
        (
            "/v1/observe",
            {"messages": [{"content": "x", "metadata": 7}]},
            "messages.0.metadata: input should be a valid dictionary.",
        ),
        ("/v1/recall", {"limit": 0}, "query: field required. limit: input should be greater"),
        ("/v1/aggregate", {"kind": "sum"}, "kind: input should be 'list', 'count' or 'group'."),
    ],
    ids=str,
)
def test_a_wrong_field_is_named_once_with_all_that_it_may_be(
    lin: Caller, path: str, body: dict[str, Any], told: str
) -> None:
    """In the words of a caller: no name of a type, and no form that was not meant."""
    status, problem = lin.post(path, **body)
    assert status == 422
    assert problem["detail"].startswith(told)
    assert "[" not in problem["detail"]
    fields = [one["field"] for one in problem.get("errors") or ()]
    assert len(fields) == len(set(fields))
    assert not any("MessageIn" in field or "[" in field for field in fields)
