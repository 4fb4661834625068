"""Whether a result says that the call failed, or that there was nothing to find."""

import pytest

from stelae.background.call_results import finds_nothing, looks_like_error

FAILED: list[object] = [
    *(
        "Error: boom",
        "error invoking tool",
        "Exception: x",
        "[ERROR] no",
        "❌ Failed",
        "Failed to connect",
    ),
    *(
        "Traceback (most recent call last):\n  …",
        "ValueError: bad",
        "requests.exceptions.HTTPError: 500",
    ),
    *(
        "HTTP 502",
        "500 Internal Server Error",
        "404 Not Found",
        "permission denied: /etc",
        "Timed out after 30s",
    ),
    *("Unable to open", "cannot stat", "done.\n[Command failed with exit code 1]", "exit code: 2"),
    *(
        "错误：设备离线",
        "注册失败：主机不可达",
        "操作失败",
        "无法连接",
        "异常：空指针",
        "权限不足",
        "连接超时",
    ),
    *("未找到设备", "下发配置时出错", "失败", "退出码：1"),
    *(
        '{"error": "x"}',
        '{"status": "error"}',
        '{"success": false}',
        '{"code": 500}',
        '{"errors": ["a"]}',
    ),
    *({"status_code": 404}, {"isError": True}, {"exit_code": 1}, {"ok": False}, {"status": "失败"}),
]
FINE: list[object] = [
    *(
        "registered: id=42",
        "ok",
        "Errors: 0",
        "No errors",
        "Failed over to node 2",
        "failed: 0, passed: 12",
    ),
    *(
        "404 devices updated",
        "Exported 500 rows",
        "Saved error_log.txt",
        "timeout updated to 30",
        "exit code: 0",
    ),
    *(
        "已注册，失败 0 台",
        "注册成功",
        "未发现异常",
        "没有错误",
        "失败重试策略已更新",
        "异常检测规则已创建",
        "重启完成，无报错",
    ),
    *('{"error": null, "id": 3}', '{"status": "ok", "code": 200}', "{not json", ""),
    *({"errors": []}, {"success": True}, {"exit_code": 0}, ["Error"], 7, None),
]


@pytest.mark.parametrize("result", FAILED, ids=str)
def test_what_looks_like_an_error_is_taken_for_one(result: object) -> None:
    """Words it begins with, in both languages, and fields that say it (O24)."""
    assert looks_like_error(result)


@pytest.mark.parametrize("result", FINE, ids=str)
def test_what_went_well_may_speak_of_errors(result: object) -> None:
    """Nought failures, a name, a setting."""
    assert not looks_like_error(result)


@pytest.mark.parametrize(
    "result",
    [
        *(
            "",
            "[]",
            "{}",
            "null",
            "0 rows",
            "(0 rows)",
            "No rows found",
            "没有数据",
            "未查到记录",
            "空",
        ),
        *({"rows": []}, {"data": None}, [], None),
    ],
    ids=str,
)
def test_a_result_without_a_row_is_empty(result: object) -> None:
    """In words or in data."""
    assert finds_nothing(result)


@pytest.mark.parametrize(
    "result",
    [
        "3 rows",
        "10 rows",
        "site|count\nA|3",
        "0.5",
        "[1]",
        {"rows": [1]},
        {"count": 0},
        {"rows": [1], "data": []},
    ],
    ids=str,
)
def test_a_result_with_a_row_is_not(result: object) -> None:
    """A count of nought is an answer."""
    assert not finds_nothing(result)
