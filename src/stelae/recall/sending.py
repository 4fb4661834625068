"""What may go to a language model: on this machine all that may be read, to another one what the settings allow."""

from dataclasses import dataclass

from stelae.ports import LanguageModel
from stelae.schemas.candidate import Sensitivity
from stelae.text.personal import find_personal


@dataclass(frozen=True, slots=True)
class Sending:
    """The settings `model.remote_personal` and `model.remote_sensitive` (architecture, section 2)."""

    personal: bool = True
    sensitive: bool = False

    def allows(self, model: LanguageModel, sensitivity: Sensitivity, text: str) -> bool:
        """May this text go there? A text with an identifier in it counts as sensitive, whatever it was stored as."""
        if model.local or sensitivity == "public":
            return True
        if sensitivity == "sensitive" or find_personal(text):
            return self.personal and self.sensitive
        return self.personal and sensitivity == "personal"
