"""What an English clause says before it is explained: `coriander is a no-go for me, tastes like soap`.

A frame that reaches to the end of its clause is tried on the clause, then on what stands before its first afterthought.
"""

import re
from collections.abc import Iterator

_AFTERTHOUGHT = re.compile(r",\s| (?:so|because|cos|cuz|tho|though|like) |\s?\(| - ", re.IGNORECASE)


def heads(plain: str) -> Iterator[str]:
    """Yield the clause, and the part of it before the first afterthought, if there is one."""
    yield plain
    found = _AFTERTHOUGHT.search(plain)
    if found is not None and found.start() > 0:
        yield plain[: found.start()].rstrip()
