"""From the reply of a language model to candidates: what it gets to see, the form of its answer, and what its words rest on.

Only proposals: the gate decides (`remember.policy`). The call itself is in `remember.llm_extraction`. Pure.
"""

from typing import TYPE_CHECKING

from stelae.lazily import modules

if TYPE_CHECKING:
    from stelae.remember.proposals import spoken as spoken
else:
    __getattr__ = modules(__name__, "spoken")
