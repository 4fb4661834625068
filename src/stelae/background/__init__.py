"""Between turns: what may happen later, in its own time and off the caller's path."""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.background import call_reports as call_reports
    from stelae.background import capture as capture
    from stelae.background import repairing as repairing
else:
    __getattr__ = modules(__name__, "call_reports", "capture", "repairing")
