"""The write path: from messages to decisions to one transaction.

`pipeline.py` alone knows the order of steps; the steps do not know each other. Nothing here names a store or a vendor.
"""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.remember import events as events
    from stelae.remember import preview as preview
    from stelae.remember import redaction as redaction
    from stelae.remember import wording as wording
else:
    __getattr__ = modules(__name__, "events", "preview", "redaction", "wording")
