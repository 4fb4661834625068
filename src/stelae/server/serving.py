"""Serving a memory until somebody ends it: where it may listen, uvicorn, and an end in which nothing is cut off."""

import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from typing_extensions import override

from stelae.assembly import SystemClock
from stelae.config import ServerSettings, Settings
from stelae.errors import ConfigurationError
from stelae.memory import Memory
from stelae.server.allocator import giving_back, use_few_arenas
from stelae.server.hosts import reachable
from stelae.server.keys import Keyring
from stelae.server.layers import guarded
from stelae.server.problem_details import App
from stelae.server.recording import Recorded

try:
    import uvicorn
except ImportError as error:
    raise ConfigurationError(
        "Serving a memory needs the extra: pip install 'stelae[server]'."
    ) from error

from stelae.server import logs
from stelae.server.app import create_app

FINISH_S: Final = 20
"""How long requests may take to finish once the end has come."""
CONNECTIONS: Final = 800
"""Open at once; below the 1,024 files that a process may usually have."""
PROXIES: Final = ("127.0.0.1", "::1")
"""Who is believed about where a request really comes from: a proxy on this machine."""
Ready = Callable[[str], None]


def serve(settings: Settings, *, on_ready: Ready) -> None:
    """Open the memory, serve it until SIGTERM or SIGINT, close it.

    Args:
        settings: whose memory, and where to listen.
        on_ready: called with the address once requests are answered.

    Raises:
        ConfigurationError: others could ask and there is no key; the address cannot be listened on; a setting is wrong.
        StoreError: the store cannot be opened.
    """
    use_few_arenas()
    logs.configure(settings.log_level)
    keyring = Keyring(settings.data, SystemClock())
    check_binding(settings.server, keyring)
    works = settings.server.worker
    with (
        listening(settings.server) as at,
        Memory.open(settings=settings, worker=works) as memory,
        giving_back(),
    ):
        if works:
            memory.start_worker()
        doors = create_app(memory, keyring=keyring)
        app = Recorded(guarded(doors, settings.server, keyring), doors.state.metrics.request)
        run(app, at, on_ready=on_ready)


def check_binding(settings: ServerSettings, keyring: Keyring) -> None:
    """Refuse to be asked by others than this machine as long as nobody needs a key (DEV-14.4).

    Raises:
        ConfigurationError: it would be so, or the keys cannot be read.
    """
    if not keyring.used and reachable(settings):
        raise ConfigurationError(
            f"{settings.host or 'every address'} can be reached from elsewhere, and there is no key: whoever asks would be"
            " let in. Make one first: stelae keys create NAME"
        )


@contextmanager
def listening(settings: ServerSettings) -> Generator[socket.socket]:
    """Hold the socket to listen on, before anything that takes long is opened.

    Raises:
        ConfigurationError: the system does not give it.
    """
    host = settings.host.strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        held = socket.create_server((host, settings.port), family=family)
    except OSError as error:
        raise ConfigurationError(
            f"{host}:{settings.port} cannot be listened on: {error.strerror or error}. Another port: --port"
        ) from error
    with held:
        # An answer is written in two parts; without this the second one waits for the client's delayed word that the
        # first has come (40 ms). Connections inherit it; asyncio sets it for sockets of its own making only.
        held.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        yield held


def run(app: App, at: socket.socket, *, on_ready: Ready) -> None:
    """Answer requests at this socket until SIGTERM or SIGINT; requests that are worked on are finished.

    Raises:
        ConfigurationError: the app did not start.
    """
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="none",
        proxy_headers=True,
        forwarded_allow_ips=list(PROXIES),
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=FINISH_S,
    )
    server = _Server(config, on_ready)
    try:
        server.run(sockets=[at])
    except SystemExit as stop:
        raise ConfigurationError("The server did not start; the log says why.") from stop


class _Server(uvicorn.Server):
    """uvicorn, that says when it is ready, and ends with the process's own exit code where it was told to end."""

    def __init__(self, config: uvicorn.Config, on_ready: Ready) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    @override
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and sockets:
            self._on_ready(address_of(sockets[0]))

    @override
    @contextmanager
    def capture_signals(self) -> Generator[None]:
        # uvicorn raises the signal once more at its end, which would kill the process before the memory is closed.
        main = threading.current_thread() is threading.main_thread()
        ends = (signal.SIGTERM, signal.SIGINT) if main else ()  # elsewhere none can be listened to
        before = {one: signal.signal(one, self._end) for one in ends}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self.handle_exit(number, frame)


def address_of(at: socket.socket) -> str:
    """Return the address of a listening socket as people type it."""
    host, port = at.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}"
