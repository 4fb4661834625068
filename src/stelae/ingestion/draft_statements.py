"""What a draft would be in memory: its body, or the parts of its source, and the passages of a long text. Pure."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from stelae.ingestion.chunking import Chunk, chunked, verbatim_parts
from stelae.ingestion.statements import Statement
from stelae.schemas.base import JsonObject
from stelae.schemas.drafts import Draft, Notation
from stelae.text.keys import sha256
from stelae.text.normalise import is_blank

TITLE_CHARS: Final = 200
FROM_DRAFT: Final = "draft"
"""Source of passages that came in with a draft; an imported one has its file's name."""


def body_statements(draft: Draft) -> tuple[Statement, ...]:
    """Return what the person was shown: one guide or document, or a source in as many parts as it needs.

    The first one rests on a message that has the draft's id, so that a commit that broke off is known again.
    """
    if draft.category == "topology":
        return source_statements(
            draft.body,
            name=draft.intent,
            agent=draft.agent,
            notation=draft.notation,
            keywords=draft.keywords,
            run=draft.id,
        )
    fields: JsonObject
    if draft.category == "document":
        fields = _placed(
            draft.intent, 1, draft.body, title=", ".join(draft.keywords), source=FROM_DRAFT
        )
    else:
        fields = {
            "intent": draft.intent,
            "agent": draft.agent,
            "keywords": list(draft.keywords),
            "related": list(draft.related),
            "source_tier": "user",
            "priority": 3,
            "body_sha256": draft.body_sha256,
        }
    return (Statement(draft.body, draft.category, fields, draft.id),)


def passages(draft: Draft) -> tuple[Statement, ...]:
    """Return the passages of the long text; the summary of a document is its first part, and they follow it."""
    first = 2 if draft.category == "document" else 1
    return passage_statements(
        chunked(draft.text), draft.intent, run=draft.id, source=FROM_DRAFT, first=first
    )


def passage_statements(
    chunks: Sequence[Chunk], name: str, *, run: str, source: str, title: str = "", first: int = 1
) -> tuple[Statement, ...]:
    """Return passages as `document` memories (O38).

    Args:
        chunks: of the text; blank ones say nothing and are left out.
        name: of the document.
        run: id of the draft or import: the same passage in a later version is another message.
        source: where it comes from, for people.
        title: of the document, for passages without a heading.
        first: number of the first one.
    """
    told = [chunk for chunk in chunks if not is_blank(chunk.text)]
    return tuple(
        Statement(
            chunk.text.strip(),
            "document",
            fields := _placed(name, part, chunk.text.strip(), chunk.heading or title, source),
            f"{fields['passage']}@{run}",
        )
        for part, chunk in enumerate(told, first)
    )


def _placed(name: str, part: int, text: str, title: str, source: str) -> JsonObject:
    short = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:12]
    fields: JsonObject = {
        "source": source,
        "document": name,
        "part": part,
        "passage": f"doc_{name}_{part}_{short}",
    }
    return {"title": title[:TITLE_CHARS], **fields} if title else fields


def source_statements(
    source: str, *, name: str, agent: str, notation: Notation, keywords: Sequence[str], run: str
) -> tuple[Statement, ...]:
    """Return the source of a drawing as `topology` memories: in one, or in as many parts as it needs.

    Args:
        source: kept byte for byte; see `source_of`.
        name: what is drawn.
        agent: whose map it is.
        notation: its language.
        keywords: words of requests that it answers.
        run: id of the draft or import.
    """
    return tuple(_source_parts(source, name, agent, notation, keywords, run))


def _margins(part: str) -> JsonObject:
    """Return the white space around a part, which the text of a memory does not keep and a source cannot do without."""
    kept = part.strip()
    before, _, after = part.partition(kept)
    return {name: space for name, space in (("before", before), ("after", after)) if space}


def source_of(parts: Sequence[tuple[str, JsonObject]]) -> str:
    """Return a source from the texts and metadata of its parts, byte for byte."""
    return "".join(
        f"{metadata.get('before', '')}{text}{metadata.get('after', '')}" for text, metadata in parts
    )


def _source_parts(
    source: str, name: str, agent: str, notation: Notation, keywords: Sequence[str], run: str
) -> Iterator[Statement]:
    parts = verbatim_parts(source)
    for number, part in enumerate(parts, 1):
        fields: JsonObject = {
            "name": name,
            "agent": agent,
            "notation": notation,
            "keywords": list(keywords),
            "body_sha256": sha256(part),
        }
        if len(parts) > 1:
            fields["part"] = number
        said = run if number == 1 else f"{run}#{number}"
        yield Statement(part.strip(), "topology", fields, said, _margins(part))
