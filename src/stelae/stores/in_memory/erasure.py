"""Making sure that what was destroyed is gone: `ports.Erasure`."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from stelae.schemas.scope import Namespace
from stelae.stores.in_memory.state import Part


class Scrub(Part):
    """`Erasure` where nothing is ever on a disk: there is nothing to sweep up, and everything that is held is looked at."""

    def scrub(
        self,
        ns: Namespace,
        texts: Sequence[str],
        values: Sequence[str] = (),
        *,
        others: Collection[Path] = (),
    ) -> bool:
        """See `ports.Erasure.scrub`; a longer sentence that says it, too, is another text."""
        del values, others  # whatever holds one of them is a row here
        said = [json.dumps(text, ensure_ascii=False) for text in texts if text]
        bodies = (held.model_dump_json() for held in self._held(ns))
        return not any(text in body for body in bodies for text in said)

    def sweep(self, texts: Mapping[Namespace, Sequence[str]]) -> bool:
        """See `ports.Erasure.sweep`: rows leave nothing behind here."""
        del texts
        return True

    def _held(self, ns: Namespace) -> Iterator[BaseModel]:
        """Yield everything of the scope that holds text; the rows hold no other."""
        space = self._written(ns)
        for held in space.memories.values():
            yield from held.versions
        for logged in space.log.values():
            yield logged.said
        yield from space.pending.values()
        yield from (aside.span for aside in space.withheld)
        for kept, trace in self._state.traces:
            if (kept.tenant, kept.scope) == (ns.tenant, ns.scope):
                yield trace
