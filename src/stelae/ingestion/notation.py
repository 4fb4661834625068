"""In which language a drawing is written, by its file's ending or its first words. Pure."""

import re
from pathlib import PurePath
from types import MappingProxyType
from typing import Final

from stelae.schemas.drafts import Notation

ENDINGS: Final = MappingProxyType[str, Notation](
    {".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot", ".svg": "svg"}
)
_DOT: Final = re.compile(
    r"(?:(?://|#)[^\n]*\s*|/\*.*?\*/\s*)*(?:strict\s+)?(?:di)?graph\b[^\n{]*\{", re.DOTALL
)
_SVG: Final = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*(?:<!DOCTYPE[^>]*>\s*)?<svg\b", re.DOTALL
)
_MERMAID: Final = re.compile(
    r"(?:---\n.*?\n---\s*)?(?:%%[^\n]*\s*)*"
    r"(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|journey|gitGraph|timeline"
    r"|quadrantChart|requirementDiagram|architecture-beta|block-beta|C4\w+)\b",
    re.DOTALL,
)


def notation_of(source: str) -> Notation:
    """Return the notation; `text` where it is none that is known."""
    begin = source.lstrip()
    if _SVG.match(begin):
        return "svg"
    if _DOT.match(begin):
        return "dot"
    return "mermaid" if _MERMAID.match(begin) else "text"


def notation_of_file(name: str) -> Notation | None:
    """Return the notation that a file's ending names; None: it is no drawing's."""
    return ENDINGS.get(PurePath(name).suffix.lower())
