"""Where somebody lives, works and studies, and how they are reached."""

from stelae.recall.asked.cue import AM_I, DO_I, WHERE_ZH, Cue

_SCHOOL = r"(?:大学|学校|高中|中学|学|学院|书)"
CONTACTS: tuple[Cue, ...] = (
    Cue(
        ("home",),
        zh="住处 家 住的地方 居住地",
        en="home, place of residence, home city",
        zh_asked=(
            rf"家?(?:住(?:在)?|家(?:住)?在|(?:居住|定居|生活)在|搬到了?|搬去了?){WHERE_ZH}",
            rf"(?:现在)?在{WHERE_ZH}(?:生活|居住|定居|住)",
        ),
        en_asked=(
            rf"where {DO_I}(?:live|reside)",
            r"(?:what|which) (?:city|town|country|place|neighbou?rhood|street)(?: do| did)? i ~live (?:in|on)",
            r"where (?:have i|did i) mov(?:ed?|ed) to",
            rf"where {AM_I} (?:living|based)",
        ),
        otherwise=("address",),
    ),
    Cue(
        ("address",),
        zh="住址 地址 家庭住址 家庭地址 收货地址",
        en="address, home address, street address, postal address",
        otherwise=("home",),
    ),
    Cue(
        ("work-address",),
        zh="公司地址 单位地址 办公地址 工作地址 办公室地址",
        en="work address, office address, business address",
        zh_asked=(rf"(?:的)?(?:公司|单位|办公室)在{WHERE_ZH}",),
        en_asked=(r"where(?:'s| is) my (?:office|workplace)",),
        otherwise=("employer",),
    ),
    Cue(
        ("employer",),
        zh="公司 单位 工作单位 东家 雇主",
        en="company, employer, workplace, firm, place of work",
        zh_asked=(
            rf"(?:是)?在{WHERE_ZH}(?:上班|工作|任职|就职|干活|打工)(?:的)?",
            r"(?:是)?在(?:哪(?:一?家|个)?|什么)(?:公司|单位|企业|机构)里?(?:上班|工作|任职|就职|干活|打工)?(?:的)?",
            r"(?:给|为)(?:谁|哪家公司)(?:打工|工作|干活)",
            r"(?:就职|任职)于(?:哪(?:里|家公司)?|什么公司)",
        ),
        en_asked=(
            rf"where {DO_I}work(?: at)?",
            r"(?:who|which company|what company|which firm)(?: do| did)? i ~work (?:for|at)",
            r"who (?:employs me|am i employed by)",
            rf"where {AM_I} (?:working|employed)",
        ),
    ),
    Cue(
        ("job",),
        zh="职业 工作 岗位 职位 职务 职称 本职 行业 本职工作",
        en="job, profession, occupation, career, job title, role, line of work, day job, trade",
        zh_asked=(
            r"(?:是)?(?:做|干)(?:什么|啥|哪一?行|嘛)(?:工作|职业|行业)?的?",
            r"(?:是)?(?:从事|做)(?:什么|哪个|哪种)(?:工作|职业|行业)(?:的)?",
            r"(?:在)?上什么班",
        ),
        en_asked=(
            rf"what {DO_I}do for (?:a living|work|a job)",
            rf"(?:what|which) (?:job|profession|role|position|occupation) {DO_I}(?:have|do|hold|work in)",
            rf"what {AM_I} by (?:profession|trade)",
            rf"what {DO_I}work as",
        ),
    ),
    Cue(
        ("school",),
        zh="学校 母校 大学 毕业院校 毕业学校 院校",
        en="school, college, university, alma mater",
        zh_asked=(
            rf"(?:是)?在{WHERE_ZH}(?:上|读|念)(?:过|的)?{_SCHOOL}(?:的)?",
            rf"(?:是)?在(?:哪(?:一?所|个)?|什么)(?:大学|学校|高中|学院)(?:上|读|念)?(?:的)?{_SCHOOL}?(?:的)?",
            r"(?:是)?(?:从|在)?(?:哪(?:一?所|个|里|儿)?|什么)(?:大学|学校|学院|高中)?毕业的?",
            r"(?:上|读|念|就读)(?:过|的是?|了)?(?:哪(?:一?所|个)?|什么)(?:大学|学校|高中|学院)",
            rf"(?:大学|高中|中学|小学)(?:是)?在{WHERE_ZH}(?:上|读|念)的?",
            r"(?:毕业|就读)于(?:哪(?:里|儿|所(?:大学|学校))?|什么(?:学校|大学))",
        ),
        en_asked=(
            rf"where {DO_I}(?:study|go to (?:school|college|university|uni))",
            rf"where {DO_I}(?:graduate(?: from)?|attend (?:school|college|university))",
            rf"(?:what|which) (?:school|college|university|uni) {DO_I}(?:attend|go to|graduate from|study at)",
            rf"where (?:{AM_I}|have i been) studying",
            r"where (?:did i get|is) my degree(?: from)?",
        ),
    ),
    Cue(
        ("email",),
        zh="邮箱 邮箱地址 电子邮件 电子邮箱 邮件地址 电子邮件地址 email 邮箱号",
        en="email, e-mail, email address, e-mail address, mail address",
        otherwise=("personal-email", "work-email"),
    ),
    Cue(
        ("work-email",),
        zh="工作邮箱 公司邮箱 单位邮箱 企业邮箱",
        en="work email, work e-mail, work email address, office email, business email",
        otherwise=("email",),
    ),
    Cue(
        ("personal-email",),
        zh="私人邮箱 个人邮箱",
        en="personal email, personal e-mail, private email, personal email address",
        otherwise=("email",),
    ),
    Cue(
        ("phone",),
        zh="电话 电话号码 手机号 手机号码 号码 联系电话 联系方式",
        en="phone number, phone, cell, mobile, cell number, mobile number, telephone number, number, telephone,"
        " cell phone number",
        en_asked=(r"what (?:phone )?number can i be (?:called|reached) (?:on|at)",),
        otherwise=("home-phone", "work-phone"),
    ),
    Cue(
        ("work-phone",),
        zh="工作电话 办公电话 工作手机 工作号码 工作手机号 公司电话 单位电话 办公室电话",
        en="work phone, work number, work phone number, office phone, office number, business phone, work cell, work mobile",
        otherwise=("phone",),
    ),
    Cue(
        ("home-phone",),
        zh="家里电话 座机 家庭电话 固定电话 座机号码 家里的电话",
        en="home phone, home number, home phone number, landline, landline number",
        otherwise=("phone",),
    ),
    Cue(("qq",), zh="qq qq号 qq号码", en="qq, qq number, qq id", otherwise=("account-qq",)),
    Cue(
        ("wechat",),
        zh="微信 微信号 wechat 微信id",
        en="wechat, wechat id, wechat account, weixin, wechat number",
        otherwise=("account-wechat", "account-微信"),
    ),
    Cue(
        ("timezone",),
        zh="时区",
        en="timezone, time zone",
        zh_asked=(r"(?:是)?在(?:哪个|什么)时区",),
        en_asked=(r"(?:what|which) time ?zone (?:am i|i am|do i live|do i work) (?:in|on)",),
    ),
)
