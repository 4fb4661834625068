"""Every call there is, from one place."""

from stelae.client.deciding import Deciding
from stelae.client.describing import Describing
from stelae.client.drafting import Drafting
from stelae.client.keeping import Keeping
from stelae.client.reading import Reading
from stelae.client.working import Working
from stelae.client.writing import Writing


class Calls(Writing, Reading, Deciding, Describing, Drafting, Keeping, Working):
    """The calls of a client, described. `Client` and `AsyncClient` do them."""
