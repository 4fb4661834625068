"""What a tool's name says that a call of it does."""

import pytest

from stelae.background.tool_verbs import (
    OWN_TOOLS,
    WRITES,
    in_the_other_language,
    is_write,
    own_name,
    segments,
)


@pytest.mark.parametrize("verb", sorted(WRITES))
@pytest.mark.parametrize("name", ["{}_device", "netbox_{}", "mcp__netbox__{}_device", "{}"])
def test_every_verb_root_counts_wherever_its_segment_stands(verb: str, name: str) -> None:
    """The list of O23 on segments of snake_case names (O24)."""
    assert is_write(name.format(verb))


@pytest.mark.parametrize(
    "name",
    [
        *("registerInfluxDB", "pushConfig", "HTTPDelete", "push-config", "execute_command"),
        *("get_or_create_user", "注册设备", "更新配置", "批量删除主机"),
    ],
)
def test_names_in_other_spellings_and_in_chinese_count_too(name: str) -> None:
    """camelCase, kebab-case, the long form of a root, a reading verb with a writing one beside it."""
    assert is_write(name)


@pytest.mark.parametrize(
    "name",
    [
        *("get_record", "list_exports", "read_file", "show_update_history", "describeTable"),
        *(
            "recorder",
            "playlist_count",
            "deployment_status",
            "pushover",
            "查询更新记录",
            "获取部署状态",
            "—",
        ),
    ],
)
def test_a_verb_as_a_noun_or_inside_a_word_does_not_count(name: str) -> None:
    """Reading changes nothing, whatever is read."""
    assert not is_write(name)


def test_further_verbs_are_the_callers() -> None:
    """Other people's tools have other names."""
    assert not is_write("add_device")
    assert is_write("add_device", verbs=("add",))


def test_names_come_apart_by_case_and_by_server() -> None:
    """What the rest is built on."""
    assert segments("mcp__HTTPServer_v2-pushConfig") == (
        "mcp",
        "http",
        "server",
        "v",
        "2",
        "push",
        "config",
    )
    assert own_name("mcp__netbox__create_device") == "create_device"
    assert own_name("functions.exec_command") == "exec_command"


def test_the_tools_of_stelae_are_named() -> None:
    """A call of them is no event (DEV-04)."""
    assert {"recall_memory", "save_memory", "commit_to_memory"} <= OWN_TOOLS


@pytest.mark.parametrize(
    ("name", "verb"),
    [
        ("register_influxdb", "注册"),
        ("mcp__db__execute_sql", "执行"),
        ("批量删除主机", "delete"),
        ("add_device", ""),
    ],
)
def test_the_verb_is_known_in_the_other_language(name: str, verb: str) -> None:
    """People ask in either."""
    assert in_the_other_language(name) == verb


@pytest.mark.parametrize("verb", sorted(WRITES))
def test_every_verb_has_its_word_in_chinese(verb: str) -> None:
    """And comes back from it."""
    chinese = in_the_other_language(verb)
    assert is_write(chinese)
    assert in_the_other_language(chinese) == verb
