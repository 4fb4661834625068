"""A prefix trie as one sorted list: a node is the range of paths that begin alike (S22).

No node objects: building is sorting, and 100,000 keys cost as much memory as the keys. Symbols are characters, or tokens
of whatever language model is to decode.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

S = TypeVar("S", str, int)

Encoder = Callable[[str], Sequence[int]]


class Node(NamedTuple):
    """All paths that share their first `depth` symbols: those from `low` up to, but without, `high`."""

    low: int
    high: int
    depth: int


class Trie(Generic[S]):
    """Immutable. A path may be the beginning of another one."""

    def __init__(self, paths: Iterable[Sequence[S]]) -> None:
        """Sort the paths; equal ones are one."""
        # Strings and tuples compare by symbols; the type checker cannot know that of `Sequence`.
        self._paths: Final[list[Sequence[S]]] = sorted(set(paths))  # pyright: ignore[reportArgumentType, reportCallIssue, reportUnknownMemberType]

    def __len__(self) -> int:
        """Number of paths."""
        return len(self._paths)

    @property
    def root(self) -> Node:
        """Where every path begins."""
        return Node(0, len(self._paths), 0)

    def path(self, node: Node) -> Sequence[S] | None:
        """Return the path that ends at the node, or None when all of them go on."""
        if node.low < node.high and len(self._paths[node.low]) == node.depth:
            return self._paths[node.low]
        return None

    def only(self, node: Node) -> Sequence[S] | None:
        """Return the path when there is no choice left."""
        return self._paths[node.low] if node.high - node.low == 1 else None

    def children(self, node: Node) -> Iterator[tuple[S, Node]]:
        """Yield the symbols that can follow, in order, with where they lead."""
        low, depth = node.low + (self.path(node) is not None), node.depth
        while low < node.high:
            symbol = self._paths[low][depth]
            high = bisect_right(
                self._paths, symbol, lo=low, hi=node.high, key=lambda path: path[depth]
            )
            yield symbol, Node(low, high, depth + 1)
            low = high

    def find(self, prefix: Sequence[S]) -> Node | None:
        """Return the node of a beginning, or None when no path begins so."""
        node = self.root
        for symbol in prefix:
            following = self._step(node, symbol)
            if following is None:
                return None
            node = following
        return node

    def allowed(self, prefix: Sequence[S]) -> list[S]:
        """Return the symbols that may follow a beginning, ascending; as `prefix_allowed_tokens_fn` wants it (S31)."""
        node = self.find(prefix)
        return [] if node is None else [symbol for symbol, _ in self.children(node)]

    def _step(self, node: Node, symbol: S) -> Node | None:
        start, depth = node.low + (self.path(node) is not None), node.depth
        low = bisect_left(self._paths, symbol, lo=start, hi=node.high, key=lambda p: p[depth])
        high = bisect_right(self._paths, symbol, lo=low, hi=node.high, key=lambda p: p[depth])
        return Node(low, high, depth + 1) if low < high else None


def character_trie(keys: Iterable[str]) -> Trie[str]:
    """Return the trie of keys over their characters."""
    return Trie(keys)


def token_trie(
    keys: Iterable[str], encode: Encoder, *, end: int
) -> tuple[Trie[int], dict[tuple[int, ...], str]]:
    """Compile keys for a model's tokens; each path ends with `end`, so that none is the beginning of another.

    Args:
        keys: the vocabulary.
        encode: the model's tokens of a text. For a model that only gives a list of its tokens: `longest_match`.
        end: the token that ends a key.

    Returns:
        The trie, and the key of each path.
    """
    paths = {(*encode(key), end): key for key in keys}
    return Trie(paths), paths


def longest_match(tokens: Sequence[str]) -> Encoder:
    """Return an encoder for a list of tokens: the longest one that fits, then on.

    The encoder raises `ValueError` for a text that these tokens cannot say.
    """
    number = {token: place for place, token in enumerate(tokens) if token}
    # Beginnings of tokens: nothing longer is looked up than what may still become one.
    begun = {token[:size] for token in number for size in range(1, len(token) + 1)}

    def encode(text: str) -> list[int]:
        found: list[int] = []
        at, length = 0, len(text)
        while at < length:
            token, end, until = -1, at + 1, at
            while end <= length and (piece := text[at:end]) in begun:
                if piece in number:
                    token, until = number[piece], end
                end += 1
            if token < 0:
                raise ValueError("these tokens cannot say the text")
            found.append(token)
            at = until
        return found

    return encode
