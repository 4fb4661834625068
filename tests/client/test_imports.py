"""The client stands on values and errors alone."""

import subprocess
import sys


def test_the_client_loads_no_memory_and_no_server() -> None:
    """A program that only asks waits for no store, no embedder and no framework."""
    probe = "import stelae.client, sys; print('\\n'.join(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    loaded = {name for name in done.stdout.split() if name.startswith("stelae.")}
    rooms = {name.split(".")[1] for name in loaded}
    assert rooms == {"client", "errors", "private_files", "schemas"}
    assert "numpy" not in done.stdout.split()
