"""This machine or another one."""

import pytest

from stelae.providers.models.places import is_local


@pytest.mark.parametrize(
    "host",
    ["http://127.0.0.1:11434", "http://localhost:1", "https://[::1]:2", "127.0.0.5:3", "localhost",
     "http://0.0.0.0:11434", "http://ollama.localhost"],
)  # fmt: skip
def test_loopback_is_this_machine(host: str) -> None:
    """In every spelling."""
    assert is_local(host)


@pytest.mark.parametrize(
    "host",
    ["http://192.168.1.5:11434", "https://api.example.com/v1", "http://localhost.example.com", "",
     "http://127.0.0.1.example.com", "http://user:127.0.0.1@example.com"],
)  # fmt: skip
def test_anything_else_is_not(host: str) -> None:
    """A name is not looked up: it is another machine."""
    assert not is_local(host)


@pytest.mark.parametrize("model", ["gpt-oss:120b-cloud", "some-model:cloud"])
def test_a_model_that_ollama_passes_on_is_not_here(model: str) -> None:
    """The server is on this machine, the model is not."""
    assert not is_local("http://127.0.0.1:11434", model)
