"""The HTTP service against its own OpenAPI document, by a short run of `python -m evals.server.contract`."""

import subprocess
import sys

SHORT = ("--brief", "--examples", "2", "--odd", "300")


def test_a_real_server_answers_as_documented_whatever_is_sent() -> None:
    """No failure of the server, nothing undocumented, errors as problem documents: generated requests, and odd values."""
    command = [sys.executable, "-m", "evals.server.contract", *SHORT]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
