"""What a draft would be in memory."""

from datetime import timedelta
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from stelae.ingestion.chunking import chunked
from stelae.ingestion.draft_statements import (
    body_statements,
    passages,
    source_of,
    source_statements,
)
from stelae.schemas.candidate import MAX_MEMORY_CHARS
from stelae.schemas.categories.registry import BUILT_IN
from stelae.schemas.drafts import Draft
from stelae.testing import FixedClock

LINES = st.sampled_from(
    ["graph TD\n", "  a --> b\n", "\t核心 --- 接入\r\n", "\n\n", " ", "x" * 700, "。"]
)


@example(source="\n\n" + "x" * 2_100 + "\n \n")
@given(source=st.lists(LINES, min_size=1, max_size=40).map("".join).filter(str.strip))
@settings(max_examples=100, deadline=None)
def test_the_parts_of_a_source_give_it_back_byte_for_byte(source: str) -> None:
    """Text and metadata together, each within a memory's length."""
    parts = source_statements(
        source, name="net", agent="netops", notation="mermaid", keywords=(), run="r"
    )
    assert source_of([(one.text, one.metadata) for one in parts]) == source
    assert all(len(one.text) <= MAX_MEMORY_CHARS for one in parts)
    for one in parts:
        BUILT_IN.payload("topology", one.attributes)


def draft(**other: Any) -> Draft:
    """A draft of a long text."""
    now = FixedClock().now()
    fields: dict[str, Any] = {
        "id": "d1", "intent": "manual", "category": "usage_guide", "agent": "netops", "scope": "agent:netops",
        "tenant": "default", "proposed_from": "user:lin", "body": "摘要。", "body_sha256": "b" * 64, "tokens": 9,
        "text": "先确认端口，再登记设备。" * 200, "keywords": ("手册",), "proposed_at": now,
        "expires_at": now + timedelta(hours=24),
    }  # fmt: skip
    return Draft(**{**fields, **other})


def test_passages_have_ids_of_name_place_and_digest() -> None:
    """`doc_<intent>_<idx>_<sha1[:12]>` (O38), and a message of its own in each version."""
    found = passages(draft())
    assert len(found) == len(chunked(draft().text)) > 2
    for number, one in enumerate(found, 1):
        prefix, _, digest = one.attributes["passage"].rpartition("_")
        assert (prefix, len(digest)) == (f"doc_manual_{number}", 12)
        assert one.id == f"{one.attributes['passage']}@d1"
        BUILT_IN.payload("document", one.attributes)


def test_the_summary_of_a_document_is_its_first_part() -> None:
    """And the passages follow it."""
    one = draft(category="document")
    places = [s.attributes["part"] for s in (*body_statements(one), *passages(one))]
    assert places == list(range(1, len(places) + 1))


def test_a_guide_is_of_the_users_tier_whatever_it_says() -> None:
    """Conversational commits are never more (O33); the message has the draft's id."""
    (one,) = body_statements(draft())
    assert (one.id, one.attributes["source_tier"], one.attributes["priority"]) == ("d1", "user", 3)
    BUILT_IN.payload("usage_guide", one.attributes)
