"""Making sure that what was destroyed is gone: `ports.Erasure`."""

from collections.abc import Iterator, Sequence

from stelae.schemas.scope import Namespace
from stelae.stores.in_memory.state import Part


class Scrub(Part):
    """`Erasure` where nothing is ever on a disk: there is nothing to sweep up, and everything that is held is looked at."""

    def scrub(self, ns: Namespace, texts: Sequence[str]) -> bool:
        """See `ports.Erasure.scrub`."""
        wanted = [text for text in texts if text]
        return not any(text in held for held in self._held(ns) for text in wanted)

    def _held(self, ns: Namespace) -> Iterator[str]:
        """Yield every text that the scope holds."""
        space = self._written(ns)
        for row in space.rows.values():
            yield row.text
        for held in space.memories.values():
            for version in held.versions:
                yield version.record.text
                yield from (span.quote for span in version.record.evidence)
        for logged in space.log.values():
            yield logged.said.text
        for item in space.pending.values():
            yield item.record.text
            yield item.before or ""
            yield from (span.quote for span in item.record.evidence)
        for kept, trace in self._state.traces:
            if (kept.tenant, kept.scope) == (ns.tenant, ns.scope):
                yield trace.query
