"""The public names are complete, lazy and documented."""

import pytest

import stelae


def test_every_public_name_is_there_and_no_other() -> None:
    """`__all__` is the whole of it, and each name resolves."""
    assert sorted(stelae.__all__) == list(stelae.__all__)
    for name in stelae.__all__:
        assert getattr(stelae, name) is not None
    assert set(dir(stelae)) >= set(stelae.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    """Laziness hides no typing mistake."""
    with pytest.raises(AttributeError, match="Memmory"):
        getattr(stelae, "Memmory")  # noqa: B009 - the attribute that is not there


def test_every_public_name_has_a_docstring() -> None:
    """Whoever asks for help gets an answer."""
    undocumented = [
        n for n in stelae.__all__ if callable(getattr(stelae, n)) and not getattr(stelae, n).__doc__
    ]
    assert undocumented == []
