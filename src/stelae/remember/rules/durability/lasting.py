"""The last look at what a rule found: is it durable, about the speaker, clear by itself and in one piece?

Families recognise a shape; the same shape also carries an order about the draft at hand, a progress report or half a
sentence. Each check names the reason it drops with; which rules it binds depends on how much their own cue says.
"""

from stelae.remember.rules.assertion.material import Material
from stelae.remember.rules.durability import clarity, momentary
from stelae.remember.rules.reading.draft import Draft, Unfit, View


def unfit(view: View, draft: Draft, message: Material) -> Unfit | None:
    """Return why what a rule found is nothing to keep, or None.

    Args:
        view: The clause.
        draft: What was found.
        message: How the message around it is built.
    """
    return (
        clarity.unanswered(draft)
        or clarity.torn(view, draft)
        or momentary.at_work(view, draft, message)
        or momentary.status(view, draft)
        or clarity.passing_thing(view, draft, message)
        or clarity.pointing(view, draft)
        or momentary.while_ill(view, draft, message)
    )
