"""Load a GGUF file with `xllamacpp` (extra `local`).

The wheels are for Linux and macOS; on x86-64 they need a processor with AVX2. The library wraps llama.cpp's own server and
always listens somewhere: here on a socket in a private folder that is removed at once, so that nobody can connect.
"""

import importlib
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import Any

from stelae.errors import ConfigurationError, ModelUnavailableError

_BATCH = 512
"""Tokens of a prompt read in one go, and so between two looks at the time-out."""
_FIRST = {"messages": [{"role": "user", "content": "."}], "max_tokens": 1}


def runtime() -> Any:
    """Return the library.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        return importlib.import_module("xllamacpp")
    except ImportError:
        raise ConfigurationError(
            "model.provider 'local' needs the extra: pip install 'stelae[local]' (Linux and macOS;"
            " on x86-64 a processor with AVX2)."
        ) from None


def load(vendor: Any, path: Path, *, context_tokens: int, threads: int) -> Any:
    """Return the library's server for one model file.

    Raises:
        ModelUnavailableError: the file cannot be loaded.
    """
    wanted = vendor.CommonParams()
    wanted.model.path = str(path)
    wanted.n_ctx, wanted.n_parallel, wanted.n_batch = context_tokens, 1, _BATCH
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = threads
    wanted.verbosity, wanted.warmup = 0, False
    wanted.endpoint_slots = wanted.ui = False
    private = tempfile.mkdtemp(prefix="stelae-")
    wanted.hostnames = [str(Path(private) / "s.sock")]
    wanted.api_keys = [secrets.token_urlsafe()]
    try:
        server = vendor.Server(wanted)
        # Freed before it has answered once, the library would wait for itself for ever.
        server.handle_chat_completions(_FIRST)
    except (RuntimeError, ValueError):
        raise ModelUnavailableError(
            f"{str(path)!r} cannot be loaded: no GGUF file of a chat model, or too little"
            " memory for it (model.context_tokens takes memory, too)."
        ) from None
    finally:
        shutil.rmtree(private, ignore_errors=True)
    return server
