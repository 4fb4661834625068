"""The trie says exactly what the keys say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.concepts.trie import Trie, character_trie, longest_match, token_trie

KEYS = ("fact/user/home", "fact/user/home-town", "preference/global/material/塑料", "fact/user/pet")
texts = st.lists(st.text(alphabet="ab/材料-", min_size=1, max_size=8), max_size=30)


def test_what_may_follow_a_beginning_is_what_the_keys_go_on_with() -> None:
    """Also where one key is the beginning of another, and in Chinese."""
    trie = character_trie(KEYS)
    assert trie.allowed("fact/user/") == ["h", "p"]
    assert trie.allowed("fact/user/home") == ["-"]
    assert trie.allowed("preference/global/material/塑") == ["料"]
    assert trie.allowed("fact/nobody/") == []


def test_an_empty_trie_allows_nothing() -> None:
    """A scope without memories has no concepts."""
    trie: Trie[str] = character_trie(())
    assert trie.allowed("") == []
    assert len(trie) == 0


@given(keys=texts)
def test_every_walk_along_the_trie_ends_in_a_key(keys: list[str]) -> None:
    """The paths of the trie are the keys, each once."""
    trie = character_trie(keys)
    found: list[str] = []
    nodes = [("", trie.root)]
    while nodes:
        prefix, node = nodes.pop()
        if (path := trie.path(node)) is not None:
            assert path == prefix
            found.append(prefix)
        nodes += [(prefix + symbol, following) for symbol, following in trie.children(node)]
    assert sorted(found) == sorted(set(keys))


@given(keys=texts, prefix=st.text(alphabet="ab/材料-", max_size=4))
def test_a_beginning_is_found_if_a_key_begins_so(keys: list[str], prefix: str) -> None:
    """By every key, not by luck of the search."""
    node = character_trie(keys).find(prefix)
    begun = {key for key in keys if key.startswith(prefix)}
    assert (0 if node is None else node.high - node.low) == len(begun)


def test_a_list_of_tokens_is_compiled_by_the_longest_that_fits() -> None:
    """A model that gives nothing but its tokens can still decode under the trie."""
    vocabulary = [*"abcdefghijklmnopqrstuvwxyz/-材料塑", "fact/", "user", "home"]
    encode = longest_match(vocabulary)
    assert "".join(vocabulary[token] for token in encode(KEYS[2])) == KEYS[2]
    assert len(encode("fact/user/home")) == 4
    trie, keys = token_trie(KEYS, encode, end=999)
    assert set(keys.values()) == set(KEYS)
    assert 999 in trie.allowed(tuple(encode("fact/user/home")))
    with pytest.raises(ValueError, match="cannot say"):
        encode("ключ")
