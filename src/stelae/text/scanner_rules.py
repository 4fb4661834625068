"""What a family of steering text is, and the short notation its patterns are written in.

`scanner_rules_*` and `scanner_orders_*` hold the families, `stelae.text.scanner` applies them to
folded text (lower case, simplified characters, single blanks). Families follow what an attacker wants, not how one
sentence says it: take over, forge a speaker, plant a rule, carry data off, grant a permission, hide.

Notation inside the patterns: `~4` stands for up to four words, `…8` for up to eight characters of the same sentence.
"""

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Reach = Literal["anyone", "untrusted", "grant"]
"""Whom a rule applies to.

`anyone`: a clear take-over, also from a person. `untrusted`: only from sources that may not instruct. `grant`: grants
permission, skips a check, changes tools or binds others: procedural from a person, an instruction from anyone else
(architecture, "Who may instruct").
"""


@dataclass(frozen=True)
class Rule:
    """One family of steering text. Its patterns are compiled when a text first holds one of the words.

    Attributes:
        code: Short name given as a reason.
        reach: Whom it applies to.
        needs: Words of which the text must hold one before the pattern is tried.
        looks_for: What must be found, in the notation above.
        spares: What makes it harmless when it stands in the same text.
    """

    code: str
    reach: Reach
    needs: tuple[str, ...]
    looks_for: str
    spares: str | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What must be found."""
        return re.compile(_expand(self.looks_for), re.ASCII)

    @cached_property
    def unless(self) -> re.Pattern[str] | None:
        """What makes it harmless."""
        return re.compile(_expand(self.spares), re.ASCII) if self.spares else None


def _expand(pattern: str) -> str:
    pattern = re.sub(r"~(\d)", r"(?: [^\\s.!?;:]{1,30}){0,\1}?", pattern)
    return re.sub(r"…(\d+)", r"[^。！？；!?;\\n]{0,\1}?", pattern)


def rule(code: str, reach: Reach, needs: str, pattern: str, unless: str | None = None) -> Rule:
    """Make a rule; `needs` are words separated by `|`."""
    return Rule(code, reach, tuple(needs.split("|")), pattern, unless)
