"""Markdown with fields above it: what stands between two lines of `---` at the top, and the rest. Pure."""

from dataclasses import dataclass

from stelae.ingestion.yaml_text import Marked, UnreadableError, read_marked

_RULE = "---"


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """A document with its fields."""

    fields: Marked
    """Empty where there are none."""
    body: str
    """What stands below, without blank lines around it."""


def read_front_matter(text: str) -> FrontMatter:
    """Return fields and body of a document; without fields all of it is body.

    Raises:
        UnreadableError: the fields are no YAML mapping, or nothing ends them.
    """
    lines = text.split("\n")
    if lines[0].rstrip() != _RULE:
        return FrontMatter(Marked({}, {}), text.strip())
    end = next((n for n, line in enumerate(lines[1:], 1) if line.rstrip() == _RULE), None)
    if end is None:
        raise UnreadableError("nothing ends its front matter (a line of ---)", 1)
    front, body = "\n".join(lines[1:end]), "\n".join(lines[end + 1 :]).strip()
    empty = not front.strip()
    return FrontMatter(Marked({}, {}) if empty else read_marked(front, above=1), body)
