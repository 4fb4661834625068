"""Roles of those who ask over the wire, lowest first. Words only: what each may do says `schemas/access.py`."""

from typing import Final, Literal

Role = Literal["agent", "reviewer", "admin"]
"""An agent proposes; a reviewer is a person, who decides; an admin also moves data and reads the logs."""
ROLES: Final[tuple[Role, ...]] = ("agent", "reviewer", "admin")
