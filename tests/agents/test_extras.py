"""Each door inside a framework says which extra it needs."""

import importlib
import sys

import pytest

from stelae.errors import ConfigurationError


@pytest.mark.parametrize(
    ("door", "vendor", "extra"),
    [
        ("langchain", "langchain.agents.middleware", "langchain"),
        ("openai_agents", "agents", "openai-agents"),
        ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
    ],
)
def test_a_missing_framework_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, door: str, vendor: str, extra: str
) -> None:
    """The error is the command that helps."""
    monkeypatch.setitem(sys.modules, vendor, None)
    monkeypatch.delitem(sys.modules, f"stelae.agents.{door}", raising=False)
    with pytest.raises(ConfigurationError, match=rf"pip install 'stelae\[{extra}\]'"):
        importlib.import_module(f"stelae.agents.{door}")
