"""What a person asks the network agent in two languages, and a script that does what a model is told to."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

from parts.chat import Message, call, said

from stelae.text.markers import strip_blocks
from stelae.tools import Tool

PRODUCTS = (
    *(("netbox", "NetBox", 8001), ("grafana", "Grafana", 3000), ("prometheus", "Prometheus", 9090)),
    *(("loki", "Loki", 3100), ("kafka", "Kafka", 9092), ("influxdb", "InfluxDB", 8086)),
)


@dataclass(frozen=True)
class Story:
    """What the person says, in one language."""

    stale: str
    down: str
    save: str
    register: str
    """A form for each of the products."""
    described: str
    how: str
    new: str
    next: str
    points: tuple[str, ...]
    """What the scripted model makes of six registrations."""

    @property
    def registrations(self) -> list[str]:
        """The six requests."""
        return [
            self.register.format(name=name, product=product, host=f"10.1.{n}.3", port=port)
            for n, (name, product, port) in enumerate(PRODUCTS)
        ]


STORIES = {
    "en": Story(
        stale="Is the data up to date? Which interfaces have CRC errors?",
        down="acc-sw-03 cannot reach its gateway, please troubleshoot",
        save="Save the configuration of core-sw-01",
        register="Please register svc-{name} ({product}) at {host}:{port} in cn-east",
        described="{product} of the data centre",
        how="How do we register InfluxDB?",
        new="How do we register a new service?",
        next="Please register the new service svc-telegraf (Telegraf) at 10.1.6.3:8125",
        points=(
            "To register a service, `region` is always `cn-east`",
            "The `name` of a new service always begins with `svc-`",
        ),
    ),
    "zh": Story(
        stale="数据是最新的吗？哪些接口有 CRC 错误？",
        down="acc-sw-03 到网关不通，帮我排障",
        save="保存 core-sw-01 的配置",
        register="请注册 svc-{name}（{product}），地址 {host}:{port}，区域 cn-east",
        described="机房的 {product}",
        how="我们如何注册 InfluxDB？",
        new="如何注册新服务？",
        next="请注册新服务 svc-telegraf（Telegraf），地址 10.1.6.3:8125",
        points=("注册服务时 `region` 总是 `cn-east`", "新服务的 `name` 总是以 `svc-` 开头"),
    ),
}
_SERVICE = re.compile(r"(svc-\w+)\s?[（(](\w+)[)）]\D*([\d.]+:\d+)")
_REGION = re.compile(r"\bcn-\w+")
_INSTEAD = re.compile(r"Call (\w+) instead")


@dataclass(frozen=True)
class Script:
    """Calls what the request and the guides beside it ask for, one tool at a time, and answers with the last result."""

    story: Story

    def __call__(self, messages: Sequence[Message], _: Sequence[Tool]) -> Message:
        """Do the next thing."""
        at = max(n for n, one in enumerate(messages) if one["role"] == "user")
        results = [one["content"] for one in messages[at:] if one["role"] == "tool"]
        if results and (instead := _INSTEAD.search(results[-1])):
            return call(instead[1], {"device": "core-sw-01"})
        calls = self._calls(messages[at]["content"])
        if len(results) < len(calls):
            return calls[len(results)]
        return said(results[-1] if results else "I answer from what stands beside the question.")

    def _calls(self, shown: str) -> list[Message]:
        asked = strip_blocks(shown).strip()
        if asked == self.story.stale:
            guided = [call(name, {}) for name in ("db_age", "take_snapshot") if name in shown]
            columns = [call("describe_table", {"table": "interfaces"})]
            sql = "SELECT device, port FROM interfaces WHERE crc_errors > 0"
            return guided + columns * ("describe_table" in shown) + [call("run_sql", {"sql": sql})]
        if asked == self.story.down and "check_layer" in shown:
            return [call("check_layer", {"layer": layer}) for layer in (1, 2)]
        if asked == self.story.save:
            return [
                call("write_file", {"path": "/core-sw-01.cfg", "content": "hostname core-sw-01"})
            ]
        return [self._registration(found, shown) for found in _SERVICE.finditer(asked)]

    def _registration(self, found: re.Match[str], shown: str) -> Message:
        """Take the region from the request, or from what the agent has learned."""
        name, product, address = found.groups()
        region = _REGION.search(found.string) or _REGION.search(_learned(shown))
        described = self.story.described.format(product=product)
        told = {"region": region[0] if region else "unknown", "description": described}
        return call("register_service", {"name": name, "address": address, **told})


def _learned(shown: str) -> str:
    """Return the lines of know-how in a block."""
    return "\n".join(line for line in shown.splitlines() if "expert_knowledge" in line)


def distilled(story: Story) -> str:
    """Return what the scripted model makes of six registrations; code checks each point against them."""
    points = [{"text": text, "samples": [1, 2, 3, 4, 5, 6]} for text in story.points]
    return json.dumps({"points": points}, ensure_ascii=False)
