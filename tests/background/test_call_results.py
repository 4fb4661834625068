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
    *(
        '[{"error": "boom"}]',
        '{"result": {"error": "boom"}}',
        '{"status_code": "500"}',
        '{"success": "false"}',
    ),
    *(
        '{"status": "unsuccessful"}',
        '{"code": "E_CONN", "message": "connection refused"}',
        '{"detail": "Not found"}',
    ),
    *(
        '{"errcode": 40001, "errmsg": "invalid credential"}',
        '{"code": "AccessDenied"}',
        '{"returncode": "2"}',
    ),
    *(
        '[{"code": 500, "message": "x"}]',
        '{"code": "X1", "message": "连接被拒绝"}',
        '{"data": {"success": false}}',
    ),
    {"content": [{"type": "text", "text": "Error: x"}]},
    {"content": [{"type": "text", "text": '{"error": "x"}'}]},
    {"result": {"content": [{"type": "text", "text": "操作失败"}], "isError": False}},
    *(
        "Registration was rejected by server",
        "The request failed with 403",
        "Login failed for user lin",
        "ERR: no route",
    ),
    *(
        "Your request has been denied.",
        "Deployment failed.",
        "Backup of /data failed: disk full",
        "npm ERR! missing script",
    ),
    *(
        "stderr: bash: foo: command not found",
        "ls: cannot access 'x'",
        "curl: (7) Failed to connect to host",
    ),
    *(
        "connect ECONNREFUSED: connection refused",
        "Response code: 503",
        "Output: error: x",
        "Status 500",
    ),
    *(
        "连接被拒绝",
        "设备注册被拒绝：主机不在白名单",
        "请求被服务器拒绝",
        "返回码 500",
        "接口返回码：502",
        "错误码 1001",
        "申请被驳回",
    ),
    *(
        "注册失败的原因：主机不可达",
        "<html><title>502 Bad Gateway</title>",
        "<!DOCTYPE html><html><head>\n<title>Access denied",
    ),
    *(
        "<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>",
        "<html><body><h1>503 Service Unavailable</h1>",
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
    *(
        "0 failed, 12 passed",
        "no errors",
        "error rate 0.1%",
        "Error budget left: 99%",
        "No request was rejected",
        "Nothing failed",
    ),
    *(
        "Rule for failed logins created",
        "Service restarted after it failed",
        "List of devices that failed: none",
        "Status: 200",
    ),
    *(
        "The first attempt failed, the second succeeded",
        "Exit policy updated",
        "Failure threshold set to 3",
        "Response code: 204",
        "Access denied page customized",
    ),
    *(
        "失败重试次数已设为 3",
        "登录失败次数已清零",
        "被拒绝的请求共 3 条",
        "没有请求被拒绝",
        "已拒绝 3 个请求",
        "返回码 0",
        "状态码 200",
    ),
    *(
        "登录失败的用户有 3 个",
        "超时阈值已改为 30 秒",
        "<html><title>404 devices</title>",
        "<html><body>ok</body></html>",
    ),
    *(
        '{"errors": "none"}',
        '{"error": "false", "id": 1}',
        '{"success": "true"}',
        '{"status": "ok", "code": "EUR"}',
        '{"errcode": 0}',
    ),
    *(
        '[{"error": "timeout", "count": 3}]',
        '[{"level": "ERROR", "message": "boom"}]',
        '{"code": "200"}',
        '{"errmsg": "ok"}',
    ),
    *(
        '{"id": 3, "message": "Cannot stop the feeling"}',
        '{"rows": [{"status": "failed", "id": 7}]}',
        "[]",
    ),
    {"content": [{"type": "text", "text": "registered"}]},
    {
        "content": [
            {"type": "text", "text": "ok"},
            {"type": "text", "text": "Error codes are listed below"},
        ]
    },
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
