"""Pending items that pile up: `ports.PendingPiles`."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta

from stelae.schemas.memory import PendingItem
from stelae.schemas.piling import Pile
from stelae.stores.in_memory.state import Part

Place = tuple[str, str]


class Piles(Part):
    """`PendingPiles` over dictionaries."""

    def claim_pile(
        self, listener: str, *, now: datetime, least: int, again: timedelta
    ) -> Pile | None:
        """See `ports.PendingPiles.claim_pile`."""
        with self._state.lock:
            high = {
                place: items for place, items in self._piles(now).items() if len(items) >= least
            }
            told = self._state.told_piles.setdefault(listener, {})
            for place in [place for place in told if place not in high]:
                del told[place]
            for place, items in high.items():
                if place not in told or abs(now - told[place]) >= again:
                    told[place] = now
                    return _pile(place, items)
        return None

    def release_pile(self, listener: str, pile: Pile) -> None:
        """See `ports.PendingPiles.release_pile`."""
        with self._state.lock:
            self._state.told_piles.get(listener, {}).pop((pile.tenant, pile.scope), None)

    def _piles(self, now: datetime) -> dict[Place, Sequence[PendingItem]]:
        return {
            place: [item for item in space.pending.values() if item.expires_at > now]
            for place, space in self._state.spaces.items()
        }


def _pile(place: Place, items: Sequence[PendingItem]) -> Pile:
    return Pile(
        tenant=place[0],
        scope=place[1],
        pending=len(items),
        oldest=min(item.recorded_at for item in items),
        reasons=Counter(item.reason for item in items),
    )
