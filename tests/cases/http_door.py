"""The same memory behind HTTP: requests of a key that may do everything in one scope."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.testclient import TestClient
from typing_extensions import override

from stelae.assembly import SystemClock
from stelae.schemas.access import Role
from stelae.server.app import create_app
from stelae.server.keys import Keyring
from tests.cases.doors import DoorName, Json, LibraryDoor, RefusedError


class HttpDoor(LibraryDoor):
    """`/v1` over a memory in this process; upkeep and transfer stay with the memory, as with any server's operator."""

    name: DoorName = "http"

    def __init__(self, *arguments: Any, role: Role = "admin") -> None:
        """Open the memory and serve it."""
        super().__init__(*arguments)
        keyring = Keyring(self.folder, SystemClock())
        place = self.memory.namespace
        _, secret = keyring.create(
            name="door", role=role, tenant=place.tenant, scopes=(place.scope,)
        )
        app = create_app(self.memory, keyring=keyring)
        self.client = TestClient(
            app,
            base_url="http://localhost",
            raise_server_exceptions=False,
            headers={"Authorization": f"Bearer {secret}"},
        )

    @override
    def observe(self, messages: Any, *, session: str | None = None, extract: bool = True) -> Json:
        body = {"messages": messages, "session": session, "extract": extract, "wait": True}
        return self.ask("POST", "observe", body)

    @override
    def remember(self, text: str, *, category: str | None = None, tags: Sequence[str] = ()) -> Json:
        return self.ask("POST", "remember", {"text": text, "category": category, "tags": [*tags]})

    @override
    def edit(self, memory_id: str, text: str) -> Json:
        return self.ask("PATCH", f"memories/{memory_id}", {"text": text})

    @override
    def recall(self, query: str, **options: Any) -> Json:
        self.memory.flush()
        return self.ask("POST", "recall", {"query": query, **_plain(options)})

    @override
    def context(self, query: str) -> Json:
        self.memory.flush()
        return self.ask("POST", "context", {"query": query})

    @override
    def list(self, *, every: bool = False) -> Sequence[Json]:
        found: list[Json] = []
        cursor = ""
        while True:
            page = self.ask(
                "GET", f"memories?limit=100&include_inactive={str(every).lower()}{cursor}"
            )
            found += page["items"]
            if page["next"] is None:
                return found
            cursor = f"&cursor={page['next']}"

    @override
    def show(self, memory_id: str) -> Json:
        return self.ask("GET", f"memories/{memory_id}")

    @override
    def why(self, memory_id: str) -> Json:
        return self.ask("GET", f"memories/{memory_id}/why")

    @override
    def why_recalled(self, trace_id: str) -> Json:
        return self.ask("GET", f"recalls/{trace_id}")

    @override
    def pending(self) -> Sequence[Json]:
        return self.ask("GET", "pending?limit=100")["items"]

    @override
    def confirm(self, memory_id: str) -> Json:
        return self.ask("POST", f"pending/{memory_id}/confirm", {})

    @override
    def reject(self, memory_id: str) -> None:
        self.ask("POST", f"pending/{memory_id}/reject", {})

    @override
    def forget(
        self, what: str | Sequence[str] | None = (), *, yes: bool = False, **options: Any
    ) -> Json:
        hard = options.pop("hard", False)
        asked = what if isinstance(what, str) or what is None else [*what]
        said = {} if asked == [] else {"what": asked}
        if "project" in options:
            options["project_only"] = options.pop("project")
        shown = self.ask("POST", "forget", {**said, **_plain(options)})
        if yes and shown["preview"]:
            preview = {**shown}
            shown["receipt"] = self.ask(
                "POST", "forget/execute", {"preview": preview, "hard": hard}
            )
        return shown

    @override
    def restore(self, what: str) -> Json:
        return self.ask("POST", f"memories/{what}/restore", {})

    @override
    def history(self, memory_id: str) -> Json:
        return self.ask("GET", f"memories/{memory_id}/history")

    @override
    def stats(self) -> Mapping[str, int]:
        return self.ask("GET", "stats")

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Ask, and return the JSON of a success.

        Raises:
            RefusedError: the answer is a problem.
        """
        answer = self.client.request(method, f"/v1/{path}", json=body)
        self.told.append(answer.text)
        found: Any = answer.json() if answer.content else {}
        if answer.is_error:
            raise RefusedError(found["error"], found["detail"], answer.status_code)
        return found


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v.isoformat() if hasattr(v, "isoformat") else v for k, v in options.items()}
