"""A small network with its tools: a database of interfaces with snapshots, layers to check, services, configurations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from stelae.tools import Arguments, Result, Tool, tool

COLUMNS = {"interfaces": ["device", "port", "oper_status", "crc_errors"]}
LAYERS = {1: "optical power is normal", 2: "VLAN 20 is missing on the trunk of acc-sw-03"}


class Nothing(Arguments):
    """No arguments."""


class Table(Arguments):
    """Arguments of `describe_table`."""

    table: Literal["interfaces"]
    """Name of the table."""


class Query(Arguments):
    """Arguments of `run_sql`."""

    sql: str
    """One SELECT, with columns that describe_table has named."""


class Layer(Arguments):
    """Arguments of `check_layer`."""

    layer: int
    """1 cable, 2 VLAN, 3 address and route, 4 port."""


class Service(Arguments):
    """Arguments of `register_service`."""

    name: str
    """svc- and the product."""
    address: str
    """Host and port."""
    region: str
    """Such as cn-east."""
    description: str
    """What it is, in a sentence."""


class Device(Arguments):
    """Arguments of `save_config`."""

    device: str
    """Its name."""


@dataclass
class Network:
    """What the tools see and change."""

    age_hours: int = 31
    services: list[str] = field(default_factory=list[str])
    saved: list[str] = field(default_factory=list[str])

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools over this network; their arguments are strict, and slips of a model are put right (O45)."""
        return (
            tool("db_age", "How old the data is.", Nothing, lambda _: {"hours": self.age_hours}),
            tool("take_snapshot", "Read the network anew.", Nothing, self._snapshot),
            tool("describe_table", "The columns of a table.", Table, _columns),
            tool("run_sql", "Query the data.", Query, _only({"port": "core-sw-01:12"})),
            tool("check_layer", "Check one layer.", Layer, _layer),
            tool("register_service", "Register a service.", Service, self._register),
            tool("save_config", "Save a device's configuration.", Device, self._save),
        )

    def _snapshot(self, _: Nothing) -> Result:
        self.age_hours = 0
        return {"state": "fresh"}

    def _register(self, service: Service) -> Result:
        self.services.append(service.name)
        return {"done": f"registered, 注册了: {service.description}"}

    def _save(self, given: Device) -> Result:
        self.saved.append(given.device)
        return {"status": "saved", "device": given.device}


def _columns(given: Table) -> Result:
    return {"columns": COLUMNS[given.table]}


def _layer(given: Layer) -> Result:
    return {"layer": given.layer, "found": LAYERS.get(given.layer, "not checked")}


def _only(row: dict[str, str]) -> Callable[[Query], Result]:
    return lambda _: {"rows": [row]}
