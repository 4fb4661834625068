"""Standing orders that bind more than this person's own service (architecture section 2, "Who may instruct").

A check is waived, a power granted, a tool swapped, others are acted upon. A pattern here joins two meanings in one sentence,
the thing that is guarded and what is done with the guard, so that it does not hang on one wording. From a person such a
sentence is procedural and waits; from anyone else it is an order.
"""

from stelae.text.scanner_rules import Rule, rule

_NO = (
    r"(?:不用|不必|无需|无须|不需要?|免去?|省掉|省去|省略|跳过|略过|绕过|绕开|避开|忽略|关掉|关闭|停掉|停用|取消"
    r"|别管|不管|不走|去掉|撤掉|放弃)"
)
_CHECK = (
    r"(?:审批|审核|评审|复核|确认(?!邮件|短信|函|消息|单)|校验|验证|核对|核实|检查|测试|授权|签字|双签|风控"
    r"|审计|把关|备份|杀毒|扫描|法务|报备|登记|证书|告警|警告|身份|防火墙|沙箱|加密|[我他她]审|人审|看过|过目)"
)
_STANDING = (
    r"(?:以后|今后|往后|从现在起|从今天起|从今|记住|请|麻烦|一律|始终|默认"
    r"|每次|每天|永远|直接|全部|都|凡是)"
)
_GROUP = r"(?:大家|全组|全员|全公司|全部门|所有人|每个人|同事|团队|其他人|别人|他人|客户|新人|员工|组员|部门)"
_PRIVATE = r"(?:聊天记录|聊天|邮件|日程|工资|考勤|通讯录|文件|账号|密码|位置|浏览记录)"
_DO = r"(?:改|发|删|付|买|导出|下单|转|替|提交|合并|部署|打开|执行|批|退款|开通|上线|填)"
_POWER = r"(?:root|管理员|admin|超级用户|最高权限|写权限|所有权限|全部权限|完全权限|生产库|生产环境|后台权限|sudo)"

_EN_NO = (
    r"(?:without|skip\w*|bypass\w*|ignor\w+|disabl\w+|turn(?:ed)? off|switch(?:ed)? off|leave out|omit|waive|drop the"
    r"|no longer|no need|not? need(?:ed)?|needn'?t|don'?t (?:need|have|bother)|no second|no more"
    r"|any more|forget about)"
)
_EN_CHECK = (
    r"(?:approv\w+|review\w*|sign-?off|signature|confirm\w*|verif\w+|validat\w+|checks?|checking"
    r"|tests|backups?|scan\w*|audit\w*"
    r"|legal|compliance|certificate\w*|warnings?|security|identity|permission|authori[sz]ation"
    r"|firewall|sandbox|encryption)"
)
_EN_STANDING = (
    r"(?:from now on|going forward|in (?:the )?future|always|every time|whenever|each time"
    r"|by default|please|remember|just"
    r"|any more|no longer|never|you can|you may|there's no need|on all|everywhere|when you)"
)
_EN_GROUP = (
    r"(?:everyone|everybody|the (?:whole )?team|the company|colleagues?|coworkers?|customers?|employees|staff|others?"
    r"|other people|people|new hires|users)"
)
_EN_POWER = (
    r"(?:root|admin\w*|superuser|sudo|write access|full access|production access"
    r"|access to production|all permissions)"
)

GRANTS: tuple[Rule, ...] = (
    rule(
        "skip_check",
        "grant",
        "不|免|省|跳|略|绕|避|忽|关|停|取消|别管|去掉|撤|放弃",
        rf"{_STANDING}…14(?:{_NO}…8{_CHECK}|{_CHECK}…10{_NO})|(?:{_NO}…8{_CHECK}"
        rf"|{_CHECK}…10{_NO})…10(?:直接|继续|照样|就行|自动)",
        r"(?:不要|不能|不得|不许|别|禁止|切勿|勿|不可|不准)(?:再|随便|擅自)?(?:跳过|略过|绕过|绕开|避开|忽略|关掉|关闭|取消|省)",
    ),
    rule(
        "automatic_consent",
        "grant",
        "自动|默认|一律|直接|替我|都填",
        r"(?:审批|审核|评审|申请|工单|报销|合同|意见|表单|请求|发布)…10(?:自动|默认|一律|直接|都|统统)…4(?:填|通过|同意|批准|签|放行|点)"
        r"|(?:自动|默认|一律|直接)…4(?:通过|同意|批准|放行)…6(?:审批|审核|评审|申请|工单|报销|合同|请求|发布)",
        r"(?:不要|不能|不得|不许|别|禁止)(?:再)?(?:自动|默认|一律|直接)",
    ),
    rule(
        "without_asking",
        "grant",
        "问|告诉|通知|征求|经过|同意",
        rf"(?:不问|不用问|不必问|无需问|别问|不用?经过?|不必经过|不用?通知|不告诉|不用告诉|不必告诉|别告诉|瞒着|不征求)…4"
        rf"(?:我|他们?|她们?|别人|大家|本人|对方|任何人|谁)…10(?:就|直接|自动)?…4{_DO}"
        rf"|{_DO}…14(?:不必|不用|无需|别|不要)(?:再)?(?:问|告诉|通知|征求|经过)",
    ),
    rule(
        "power",
        "grant",
        "root|管理员|admin|超级用户|权限|生产|sudo",
        rf"{_STANDING}…16(?:用|以|切到|开通|给|授予|加上|分配|获得)…10{_POWER}|{_STANDING}…6{_POWER}…8(?:执行|运行|操作|登录|开通|给)",
        r"(?:不要|不能|不得|不许|别|禁止|切勿)…4(?:用|以|给|开通|授予)",
    ),
    rule(
        "tool_swap",
        "grant",
        "换成|改用|改成|替换|切换|接入",
        r"(?:工具|接口|插件|服务|数据源|网关|模型|仓库)…4(?:换成|改用|改成|替换|切换)…10(?:未|没|第三方|不明|外部|那个|另一|私下|大家|全)"
        r"|(?:换成|改用|改成|切换到|接入)…8(?:未(?:登记|授权|审核|备案)|没(?:登记|授权|审核|备案)|不明来源)",
    ),
    rule(
        "others_data",
        "grant",
        "大家|全组|全员|全公司|全部门|所有人|每个人|同事|团队|其他人|别人|他人|客户|新人|员工|组员",
        rf"{_GROUP}的?…4{_PRIVATE}…8(?:导出|发给我|给我|抄给|转给|调出来|存下来|公开|同步给)"
        rf"|{_GROUP}的…8(?:都|全|一律)?…2(?:不用|不必|无需|免)…6(?:审|批|看|同意|确认|签)",
    ),
    rule(
        "skip_check",
        "grant",
        "without|skip|bypass|ignor|disabl|turn|switch|leave|omit|waive|drop|no longer|need|bother|second"
        "|any more|forget about",
        rf"\b{_EN_NO}\b~4 ?\b{_EN_CHECK}\b(?=.{{0,80}}$|.{{0,80}}[.!;\n])"
        rf"|\b(?:{_EN_CHECK})\b~5 (?:{_EN_NO}|off)\b|\b(?:leave|keep|turn|switch)\b~5 {_EN_CHECK}~2 off\b",
        r"\b(?:never|don'?t|do not|must not|mustn'?t|should not|shouldn'?t|cannot|can'?t"
        r"|won'?t) (?:ever )?(?:skip|bypass|ignore"
        r"|disable|turn off|switch off|leave out|omit|waive|drop|forget)|\b(?:i|we|he|she"
        r"|they) (?:always |often |usually |sometimes "
        r"|never )?(?:skipped|ignored|bypassed|forgot|skip|ignore)\b"
        r"|\b(?:never|don'?t|do not|not|no|can'?t|cannot)\b.{0,60}\bwithout\b",
    ),
    rule(
        "automatic_consent",
        "grant",
        "approv|sign|accept|grant|consent",
        r"\b(?:fill in|put|write|click|mark|answer|auto-?|automatically)\b~4 ['\"]?(?:approved?|agreed?"
        r"|accept(?:ed)?|yes|signed)\b"
        r"~3 (?:on|for|in|to|every|all)\b|\b(?:approve|accept|sign|grant)\b~2 (?:all|every|any|each)\b"
        r"|\bfill in\b.{0,30}\b(?:approv\w+|consent)\b",
    ),
    rule(
        "without_asking",
        "grant",
        "ask|tell|telling|notify|checking|confirm|know",
        rf"\bwithout (?:asking|telling|checking with|notifying|consulting)\b|\b(?:no need|needn'?t"
        rf"|don'?t (?:need|have)) to (?:ask|tell"
        rf"|notify|consult)\b|\b{_EN_GROUP}~3 (?:needn'?t|don'?t (?:need|have) to) (?:confirm|agree|know|approve)"
        rf"|\b(?:they|nobody|no one) (?:needn'?t|don'?t need to|need|has to)~1 (?:confirm|know|agree)\b"
        rf"|\bdon'?t tell them\b",
        r"\b(?:never|don'?t|do not|not|no|can'?t|cannot)\b.{0,60}\bwithout\b",
    ),
    rule(
        "power",
        "grant",
        "root|admin|superuser|sudo|access|permissions",
        rf"\b(?:use|run|log in|sign in|work|act|operate|switch)\b~5 \b{_EN_POWER}\b|\b(?:give|grant"
        rf"|assign|get|hand)\b~6 \b{_EN_POWER}\b",
        r"\b(?:never|don'?t|do not|must not|shouldn'?t) (?:use|run|log|give|grant|assign)\b|\b(?:i|we|he"
        r"|she|they) (?:use|used|have|got)\b",
    ),
    rule(
        "tool_swap",
        "grant",
        "swap|replace|switch|use the",
        r"\b(?:swap|replace|switch|change)\b~5 (?:tool|plugin|server|endpoint|model|connector|api"
        r"|source)\b~8 (?:unregistered"
        r"|unapproved|unverified|third-party|other one|for (?:the|everyone|everybody|all))",
    ),
    rule(
        "others_data",
        "grant",
        "everyone|everybody|team|company|colleague|coworker|customer|employee|staff|others|people",
        rf"\b(?:send|export|forward|copy|give|show|read|collect|submit|change|edit"
        rf"|delete)\b~3 {_EN_GROUP}'?s?'?~2 (?:private |personal )?"
        r"(?:chats?|messages?|e-?mails?|calendars?|salar\w+|timesheets?|files?|passwords?|locations?|records?)\b",
    ),
)
