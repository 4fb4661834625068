"""What embedders share whose dimension only the model knows: a server's, or one that is loaded at first use.

A store that has their vectors knows it, too. So a memory opens without a server, and asks nobody whether the vectors are of
this model. Not an embedder by itself.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from stelae.errors import ModelError

if TYPE_CHECKING:
    from stelae.ports import Floats


class LateEmbedder(ABC):
    """An embedder that is told its dimension by a stored fingerprint, or by its first vector."""

    def __init__(self, leg: str, model: str) -> None:
        """Take the leg's name and the model as its server or library knows it."""
        self._leg, self._model = leg, model
        self._dim: int | None = None

    @property
    def fingerprint(self) -> str:
        """`<leg>-<model>/<dim>/cosine`.

        Raises:
            ModelError: nobody knows the dimension yet, and the model does not answer.
        """
        return f"{self.name}/{self.dim}/cosine"

    @property
    def known(self) -> str | None:
        """The fingerprint; None: the model would have to be asked."""
        return None if self._dim is None else self.fingerprint

    @property
    def name(self) -> str:
        """`<leg>-<model>`: the fingerprint as far as it is known without the model."""
        return f"{self._leg}-{self._model}"

    @property
    def leg(self) -> str:
        """The vendor's name."""
        return self._leg

    @property
    def dim(self) -> int:
        """Length of the model's vectors.

        Raises:
            ModelError: nobody knows it yet, and the model does not answer.
        """
        if self._dim is None:
            self._expect(self._measured())
        assert self._dim is not None  # noqa: S101 - it was just set
        return self._dim

    def adopt(self, fingerprint: str) -> bool:
        """Take the dimension of stored vectors, and say whether they are of this model. Nobody is asked."""
        if self._dim is not None:
            return fingerprint == self.fingerprint
        before, _, metric = fingerprint.rpartition("/")
        name, _, dim = before.rpartition("/")
        if name != self.name or metric != "cosine" or not dim.isdecimal():
            return False
        self._expect(int(dim))
        return True

    def language_mean(self, language: str) -> "Floats | None":  # noqa: ARG002 - the port's shape
        """None: not centred."""
        return None

    @abstractmethod
    def _measured(self) -> int:
        """Ask the model for the length of its vectors."""

    def _expect(self, dim: int) -> None:
        """Take the dimension of a vector; later ones have the same."""
        if self._dim is None:
            self._dim = dim
        elif self._dim != dim:
            raise ModelError(
                f"{self.name} gives vectors of {dim} numbers, and those before have {self._dim}: it is another model"
                " now. `stelae reembed` makes all vectors anew."
            )
