"""Every call there is, from one place."""

from stelae.client.deciding import Deciding
from stelae.client.describing import Describing
from stelae.client.reading import Reading
from stelae.client.writing import Writing


class Calls(Writing, Reading, Deciding, Describing):
    """The calls of a client, described. `Client` and `AsyncClient` do them."""
