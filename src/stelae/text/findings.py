"""The word `Finding`: a stretch of text that holds something delicate.

A finding says where and of what type, never what: the value stays in the text it was found in, so that a finding can be
logged and counted (architecture, section 4: "types reported, never values").
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

FindingKind = Literal["secret", "personal"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One delicate stretch of a text.

    Attributes:
        start: Offset of its first character in the text that was searched.
        end: Offset after its last character.
        type: What it is, for example `password`, `github_token` or `phone`.
        kind: `secret` is never stored; `personal` is masked or kept as the policy says.
    """

    start: int
    end: int
    type: str
    kind: FindingKind


def merge(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Put findings in the order of the text and join those that overlap.

    Args:
        findings: Findings of one kind, the more specific rules first: of two that start together the first names the
        type.

    Returns:
        Findings that do not overlap, by start.
    """
    joined: list[Finding] = []
    for found in sorted(findings, key=lambda one: one.start):
        if joined and found.start < joined[-1].end:
            last = joined[-1]
            joined[-1] = Finding(last.start, max(last.end, found.end), last.type, last.kind)
        else:
            joined.append(found)
    return tuple(joined)
