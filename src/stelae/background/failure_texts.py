"""Does a result in words say that the call failed? Pure, in Chinese and English.

Only how a text begins is asked, and the exit code at its end: further on it speaks of something else. What is counted, set
or handled is no failure (`0 failed`, `error rate 0.1%`, `失败重试次数已设为 3`).
"""

import re
from typing import Final

_LOOKED_AT: Final = 600
_A_THING: Final = r"(?!\W*0\b)(?! (?:rate|count|budget|logs?|handl\w+|polic\w+|thresholds?|reports?|alerts?|rules?|page)\b)"
"""Behind a word of failure: none of it, or a thing that is called after it."""
_A_THING_ZH: Final = r"(?!重试|数|率|次|告警|日志|记录|任务|阈值|策略|处理|检测|访问|的(?!原因))"
_LABEL: Final = re.compile(
    r"\W*(?:stderr|stdout|output|response|result|message|输出|返回|结果|响应)\s*[:：]\s*",
    re.IGNORECASE,
)
_BEGINS: Final = re.compile(
    r"\W*(?:"
    r"(?:error|exception|traceback|failed(?! over)|failure|fatal|invalid|unauthori[sz]ed|timed out|"
    r"(?:permission |access )?denied|unable to|cannot|can't|could not|couldn't|not found|no such)\b"
    rf"{_A_THING}"
    r"|(?:timeout|forbidden)\W*(?:$|[:(\n]|(?:after|while|waiting|exceeded|expired)\b)"
    r"|(?-i:[\w.]*(?:Error|Exception)\b\s*[:(\n])|(?:npm )?err(?:!|\s*[:\]])"
    r"|(?-i:(?:HTTP\S* )?[45]\d\d [A-Z][a-z])|HTTP\S* [45]\d\d\b"
    r"|(?:response|status)(?: code)?\W{0,3}[45]\d\d\b"
    rf"|(?:错误|失败|报错|出错|异常|无法|不能|未能|拒绝|超时|没有权限|权限不足|找不到|未找到)(?!数?\W{{0,2}}0){_A_THING_ZH}"
    rf"|[^\s，。,.;；:：\n]{{1,12}}(?<![无没未零])(?<!没有)(?<!避免)(?:失败|出错|报错|超时){_A_THING_ZH}"
    rf"|(?!没有?|无|未|零|不会|避免|防止|统计|查询|列出)[^\s，。,.;；:：\n]{{1,12}}被(?:服务器|服务端|对方|系统|网关|主机|防火墙)?(?:拒绝|拒(?!绝)|驳回){_A_THING_ZH}"
    r"|(?:(?:HTTP|接口|服务器|服务|请求|网关)\s*){0,2}(?:返回|状态|响应)码\W{0,3}(?:[45]\d\d|[1-9]\d?)(?!\d)"
    r"|错误码\W{0,3}(?!0+\b)\w"
    r")",
    re.IGNORECASE,
)
_SAID: Final = re.compile(
    r"\W*(?!(?:number|count|total|list|rate)\b)(?=[a-z])"
    r"(?:(?!(?:no|not|none|nothing|neither|never|without|zero|if|when|whenever|once|that|which|who|what|after|before|because|until"
    r"|where|whether|any)\b)[\w./'-]+ ){1,5}?"
    r"(?:(?:was|were|is|are|has been|have been|got) (?:\w+ly )?"
    r"(?:rejected|refused|denied|aborted|unsuccessful|forbidden|not (?:found|allowed|permitted))\b"
    r"|(?:has |have )?(?:failed|timed out)(?=\W*(?:$|\n)|[.,:;!(]| (?:with|to|because|due|at|for|by|after|during|while)\b))"
    r"(?!\W*(?:0|none|no)\b)(?![^\n]{0,200}\bsucce)",
    re.IGNORECASE,
)
"""A whole sentence: `Registration was rejected by server`, `The request failed with 403`."""
_SHELL: Final = re.compile(
    r"(?!(?:note|warning|info|hint|debug)\b)"
    r"(?:[a-z][\w./+-]*: (?:line \d+: |\(\d+\) )?(?:cannot|can't|unable to|could not|couldn't|failed to|fatal:)"
    r"|(?:[^\n:]{1,80}: ){1,3}"
    r"(?:command not found|no such file|permission denied|operation not permitted|connection (?:refused|reset|timed out))"
    r"|(?:[\w.-]+ ){0,3}(?:connection|access) (?:refused|reset|timed out|denied)"
    r"(?=\W*$|\W*\n|[.,:;!(]| (?:by|for|to|from|after|on|at)\b))\b",
    re.IGNORECASE,
)
"""How a program says it: `bash: foo: command not found`."""
_MARKUP: Final = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?<(?:(?:\w+:)?(?:error|fault)\b"
    r"|(?:!doctype|html|head|title|h1)\b[^<]{0,200}(?:<(?!title|h1)[^<]{0,200}){0,8}(?:<(?:title|h1)[^>]*>)?\s*"
    r"(?:(?-i:[45]\d\d (?=[A-Z]))|[45]\d\d\W*<|error\b|access denied|forbidden|bad gateway))",
    re.IGNORECASE,
)
"""A page or a document instead of an answer: `<html><title>502 Bad Gateway`."""
_EXIT: Final = re.compile(
    r"\b(?:exit(?:ed)?|return(?:ed)?)(?: with)? (?:code|status)\W{0,3}[1-9]|退出码\W{0,3}[1-9]",
    re.IGNORECASE,
)


def says_failed(text: str) -> bool:
    """Does a text read as the report of a failure?"""
    head = text[:_LOOKED_AT]
    if label := _LABEL.match(head):
        head = head[label.end() :]
    begins = any(shape.match(head) for shape in (_BEGINS, _SAID, _SHELL, _MARKUP))
    return begins or _EXIT.search(text[-_LOOKED_AT:]) is not None
