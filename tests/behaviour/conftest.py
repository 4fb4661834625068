"""The doors of the cases, for promises that hold at every door."""

from tests.cases.conftest import (
    door,
    door_name,
    opened,
    plain_settings,
    pytest_generate_tests,
)

__all__ = ["door", "door_name", "opened", "plain_settings", "pytest_generate_tests"]
