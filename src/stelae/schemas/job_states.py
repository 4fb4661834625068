"""Kinds and states of background jobs. Words only: an option that takes one needs nothing else."""

from typing import Literal

JobKind = Literal["embed", "extract", "purge", "maintain"]
JobState = Literal["waiting", "running", "done", "failed"]
"""`waiting`: put in, pausing after a failure, or held by a worker that died. `failed`: nobody tries again by himself."""
