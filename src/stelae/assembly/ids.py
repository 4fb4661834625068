"""Ids of everything that is stored."""


def new_id() -> str:
    """Return a fresh UUIDv7: sorts by time, says nothing else."""
    import uuid_utils

    return str(uuid_utils.uuid7())
