"""Which texts an embedder may see: one on this machine all of them, one elsewhere what the settings allow. Pure.

What stays here is found by its words. A question counts as `personal`, and as `sensitive` with an identifier in it.
"""

from dataclasses import dataclass

from stelae.ports import Embedder
from stelae.remember.proposals.sensitivity import is_sensitive
from stelae.schemas.memory import MemoryRecord
from stelae.schemas.observation import Observation
from stelae.text.personal import find_personal
from stelae.text.private_matters import names_private_matter


@dataclass(frozen=True, slots=True)
class Embeddable:
    """The settings `model.remote_personal` and `model.remote_sensitive` (architecture, section 2)."""

    personal: bool = True
    sensitive: bool = False

    def everything(self, embedder: Embedder) -> bool:
        """May it see whatever is stored? An embedder of a caller's own need not say where it is: then it is elsewhere."""
        here: bool = getattr(embedder, "local", False)
        return here or (self.personal and self.sensitive)

    def row(self, embedder: Embedder, stored: MemoryRecord | Observation) -> bool:
        """May it see this memory or message?

        A text with an identifier or a private matter in it is sensitive, whatever it was stored as.
        """
        if self.everything(embedder):
            return True
        if isinstance(stored, Observation):
            return self.personal and not is_sensitive(stored)
        if stored.sensitivity == "public":
            return True
        told = find_personal(stored.text) or names_private_matter(stored.text)
        return self.personal and stored.sensitivity == "personal" and not told

    def question(self, embedder: Embedder, text: str) -> bool:
        """May it see this question?"""
        return self.everything(embedder) or (self.personal and not find_personal(text))
