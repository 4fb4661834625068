"""YAML as people write it: one mapping of plain values, read safely with the line of every key, and written for reading."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

import yaml
from typing_extensions import override

LARGEST: Final = 64_000
"""Characters of a document; a guide or front matter has a few hundred."""
_MOST_BITS: Final = 64
_BREAKS = re.compile("[\r\x85\u2028\u2029]")
"""Line breaks to YAML and to nobody else: in quotes they stay what they are."""


class UnreadableError(Exception):
    """A text is no such document; `line` says where, from 1, as far as that is known."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        """Say what is wrong; never what stands there."""
        super().__init__(problem)
        self.line = line


@dataclass(frozen=True, slots=True)
class Marked:
    """A mapping with the lines of its keys, from 1."""

    values: Mapping[str, Any]
    lines: Mapping[str, int]
    text_lines: Mapping[str, int] = field(default_factory=dict[str, int])
    """Line on which a text value itself begins, which for a block (`|`) is the one after its key."""
    item_lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """Of a list: the line of every entry."""
    doubled: Mapping[str, int] = field(default_factory=dict[str, int])
    """Keys that stand there twice, with the line of the second one; the first one counts."""


def read_marked(text: str, *, above: int = 0) -> Marked:
    """Return the mapping that a YAML text is.

    Args:
        text: of the document.
        above: lines that stand above it in its file.

    Raises:
        UnreadableError: no YAML, no mapping, too large or too deep, or with references (`&`, `*`), which no such file needs.
    """
    if len(text) > LARGEST:
        raise UnreadableError(f"it is longer than {LARGEST:,} characters")
    try:
        loader = yaml.SafeLoader(text)
        try:
            return _marked(loader, _root(loader, text, above), above)
        finally:
            loader.dispose()
    except yaml.YAMLError as error:
        mark: Any = getattr(error, "problem_mark", None)
        line = None if mark is None else mark.line + 1 + above
        raise UnreadableError("it is no YAML", line) from None
    except RecursionError:
        raise UnreadableError("it is nested too deeply") from None
    except (ValueError, LookupError, AttributeError):  # a date such as 2026-13-40, or `!!int ''`
        raise UnreadableError("it has a value that YAML cannot read; put it in quotes") from None


def written(fields: Mapping[str, Any]) -> str:
    """Return the mapping as YAML in the order of its keys: texts of several lines as blocks, any script as it is."""
    return yaml.dump(  # pyright: ignore[reportUnknownMemberType]
        dict(fields), Dumper=_Writer, allow_unicode=True, sort_keys=False, width=LARGEST
    )


class _Writer(yaml.SafeDumper):
    """Writes lists on one line, and texts of several lines as they are read."""

    @override
    def represent_data(self, data: Any) -> yaml.Node:
        node = super().represent_data(data)  # pyright: ignore[reportUnknownMemberType]
        if isinstance(node, yaml.SequenceNode):
            node.flow_style = True
        elif isinstance(node, yaml.ScalarNode) and isinstance(data, str):
            node.style = '"' if _BREAKS.search(data) else "|" if "\n" in data else node.style
        return node


def _root(loader: yaml.SafeLoader, text: str, above: int) -> yaml.MappingNode:
    for token in yaml.scan(text) if "&" in text else ():
        if isinstance(token, yaml.AnchorToken | yaml.AliasToken):
            raise UnreadableError("it has a reference (& or *)", token.start_mark.line + 1 + above)
    root: Any = loader.get_single_node()
    if not isinstance(root, yaml.MappingNode):
        raise UnreadableError("it is no list of `key: value` lines", 1 + above)
    return root


def _marked(loader: yaml.SafeLoader, root: yaml.MappingNode, above: int) -> Marked:
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    text_lines: dict[str, int] = {}
    item_lines: dict[str, tuple[int, ...]] = {}
    doubled: dict[str, int] = {}
    for key_node, node in cast("list[tuple[yaml.Node, yaml.Node]]", root.value):
        name = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else "?"
        line = key_node.start_mark.line + 1 + above
        if name in values:
            doubled.setdefault(name, line)
            continue
        values[name] = _bounded(loader.construct_object(node, deep=True))  # pyright: ignore[reportUnknownMemberType]
        lines[name] = line
        if isinstance(node, yaml.ScalarNode):
            text_lines[name] = node.start_mark.line + 1 + above + (node.style in {"|", ">"})
        if isinstance(node, yaml.SequenceNode):
            item_lines[name] = tuple(
                item.start_mark.line + 1 + above for item in cast("list[yaml.Node]", node.value)
            )
    return Marked(values, lines, text_lines, item_lines, doubled)


def _bounded(value: Any) -> Any:
    """Return the value; a number that nobody could even print is none."""
    if isinstance(value, int) and value.bit_length() > _MOST_BITS:
        raise ValueError
    return value
