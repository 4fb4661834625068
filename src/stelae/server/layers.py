"""What stands before every door, in its order."""

from stelae.config import ServerSettings
from stelae.server.admission import Admission
from stelae.server.browsers import OwnNames, SecurityHeaders
from stelae.server.keys import Keyring
from stelae.server.limits import MEGABYTE, Bodies, Rates, Room
from stelae.server.problem_details import App


def guarded(app: App, settings: ServerSettings, keyring: Keyring) -> App:
    """Return the app behind every layer, the outermost first: headers, names, admission, rates, bodies, room."""
    app = Room(app, settings.concurrency)
    app = Bodies(app, int(settings.max_body_mb * MEGABYTE))
    app = Rates(app, settings.rate_per_s)
    app = Admission(app, keyring)
    app = OwnNames(app, settings)
    return SecurityHeaders(app)
