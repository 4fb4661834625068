"""The answer to "why is this remembered?"."""

from stelae.schemas.base import Value
from stelae.schemas.memory import MemoryRecord, Version
from stelae.schemas.observation import Observation


class Explanation(Value):
    """Why a memory is there: what it rests on, which rule proposed it, what the gate said, how it changed."""

    memory: MemoryRecord
    observations: tuple[Observation, ...]
    versions: tuple[Version, ...]
