"""An id for every request, in its answer, its log lines and its error."""

from stelae.server.problem_details import REQUEST_ID, App, Message, Receive, Scope, Send, request_id


class RequestIds:
    """Puts the request's id into every answer. Plain ASGI: it costs a few microseconds."""

    def __init__(self, app: App) -> None:
        """Wrap an app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        told = (REQUEST_ID, request_id(scope).encode())

        async def tagged(message: Message) -> None:
            if message["type"] == "http.response.start" and told not in message["headers"]:
                message["headers"] = [*message["headers"], told]
            await send(message)

        await self._app(scope, receive, tagged)
