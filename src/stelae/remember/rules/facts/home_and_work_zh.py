"""Facts about a person in Chinese: where they live, for whom and as what they work, where they study."""

from stelae.remember.rules.facts.phrases_zh import ADVERBS, DENIAL, REST, WHERE
from stelae.remember.rules.facts.places import employer_zh, formerly, home_zh
from stelae.remember.rules.facts.tables import FactRule

_JOB = (
    "工程师|程序员|设计师|老师|教师|医生|护士|律师|会计师?|经理|总监|学生|研究生|博士生?|硕士生?"
    "|大学生|高中生|司机|厨师|记者|编辑|作家|画家|翻译|警察|消防员|军人|公务员|销售|客服|产品经理"
    "|运营|架构师|科学家|研究员|教授|讲师|教练|咨询师|顾问|药剂师|药师|牙医|兽医|建筑师|摄影师"
    "|导演|演员|音乐人|歌手|农民|工人|电工|木匠|店主|老板|创业者|自由职业者?|分析师|测试|开发"
    "|前端|后端|算法|运维|主播|博主|快递员|保安|飞行员|空乘|导游|理发师|会计|出纳|秘书|助理|主管"
    "|主任|校长|班主任|实习生|项目经理|插画师|策展人|裁缝|船员|法官|检察官|心理医生|全职妈妈"
    "|家庭主妇|法医|园丁"
)
_PLACE_ENDS = "(?:了|呢|啊|的|,|，|$|那边|这边|工作|上班|读书|生活|已经|好|快|有|整|十|\\d|多年|三|两|五|四|六|七|八|九)"
_YEAR = r"(?:19|20)?\d\d年|[几多一二两三四五六七八九十\d]年前"
_COMPANY = r"(?P<o>[^，,。;；的了过着]{2,20}?)"
_OUT = "(?:离职|辞职|被裁|离开|被辞退|被开除|走人)"

_HOME = (
    FactRule(
        "address",
        rf"^{ADVERBS}住(?:在|于)?(?P<o>[^，,。;；!了的吗]{{2,20}}?\d+(?:号楼?|室|栋|弄|幢|单元)[^，,。;；!了的吗]{{0,10}})$",
        importance=0.7,
        needs="住",
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}{DENIAL}{ADVERBS}(?:住|定居|租住|居住|租房|常住)(?!过)(?:在|到|于)?(?P<o>{WHERE}){_PLACE_ENDS}",
        importance=0.7,
        fits=home_zh,
        needs="住居租",
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}(?:已经|刚刚?|去年|上个月|从[^，,。]{{1,10}}?)?{ADVERBS}(?:搬家?|搬了家|移居|迁居|搬)"
        rf"(?:到|去|来|进|回|至)了?(?P<o>{WHERE}){_PLACE_ENDS}",
        importance=0.7,
        fits=home_zh,
        needs="搬居",
    ),
    FactRule(
        "address",
        rf"^(?:的)?(?:新?住址|新?地址|家庭住址|家庭地址)(?:就|现在)?(?:在|是|:)(?P<o>{REST}{{2,30}})$",
        importance=0.7,
        needs="址",
    ),
    FactRule(
        "home",
        rf"^(?:的)?(?:家|新家|住处)(?:就|现在)?(?P<no>不)?(?:住)?(?:在|是)(?P<o>(?!装修|搬|吃|开|做"
        rf"|办|下|等){REST}{{2,30}})$",
        importance=0.7,
        fits=home_zh,
        needs="家处",
    ),
    FactRule(
        "home",
        rf"^{ADVERBS}(?P<no>不)?在(?P<o>[\u4e00-\u9fff]{{2,8}}?)(?:定居|安家|生活)(?!过)",
        importance=0.7,
        fits=home_zh,
        needs="居家活",
    ),
    # Most people who move stay in their town: only the address is over.
    FactRule("address", rf"^{ADVERBS}(?:搬家|搬了家)了?$", importance=0.7, ends=True, needs="搬"),
    FactRule(
        "home",
        rf"^{ADVERBS}base\s*在(?P<o>[^，,。]{{2,12}})",
        importance=0.7,
        fits=home_zh,
        needs="bB",
    ),
    FactRule(
        "home",
        r"^(?:的)?坐标(?!系|轴|原点|点|图|值)\s*:?\s*(?:是|在)?(?P<o>[\u4e00-\u9fff]{2,8})$",
        importance=0.7,
        fits=home_zh,
        needs="坐",
    ),
)
_EMPLOYER = (
    FactRule(
        "former-employer",
        rf"^{ADVERBS}在{_COMPANY}(?:那边|这边|里)?(?:工作|上班|任职|就职|供职|实习|打工|教|当|做)过",
        fits=formerly(employer_zh),
        needs="过",
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}{DENIAL}{ADVERBS}在{_COMPANY}(?:那边|这边|里)?(?:工作|上班|任职"
        rf"|就职|供职|实习|打工|教书|当(?:{_JOB})|做(?:{_JOB}))",
        importance=0.7,
        fits=employer_zh,
        needs="在",
    ),
    FactRule(
        "employer",
        rf"^{ADVERBS}(?:从[^，,。]{{1,12}}?)?(?:入职|跳槽到|跳槽去|加入|就职于|任职于|供职于"
        rf"|跳到)了?(?P<o>[^，,。;；了]{{2,20}})",
        importance=0.7,
        fits=employer_zh,
        needs="入跳职",
    ),
    FactRule(
        "employer",
        rf"^(?:的)?(?:公司|单位|东家)(?:叫|是)(?P<o>{REST}{{2,20}})$",
        importance=0.7,
        fits=employer_zh,
        needs="公单东",
    ),
    FactRule(
        "former-employer",
        rf"^(?=.*(?:{_YEAR})){ADVERBS}(?:{_YEAR})?(?:就|才|时)?从(?P<o>[^，,。]{{2,12}}?)(?:里|那边)?{_OUT}",
        needs="从",
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_YEAR})){ADVERBS}从(?P<o>[^，,。]{{2,12}}?)(?:里|那边)?{_OUT}",
        importance=0.7,
        ends=True,
        fits=employer_zh,
        needs="从",
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_YEAR})){ADVERBS}被(?!公司|单位|老板)(?P<o>[^，,。]{{2,12}}?)(?:裁了|裁员了?|裁掉了?|辞退了?|开除了?)$",
        importance=0.7,
        ends=True,
        fits=employer_zh,
        needs="被",
    ),
    FactRule(
        "employer",
        rf"^(?!.*(?:{_YEAR})){ADVERBS}(?:换了?(?:份|个)?新?工作(?![服时日餐台区证地])了?"
        r"|(?:辞职|离职|失业)(?:了|$)|跳槽了|被(?:公司|单位|老板)?(?:裁|裁员|裁掉|辞退|开除)了)",
        importance=0.7,
        ends=True,
        needs="换辞离裁失跳",
    ),
)
_WORK = (
    FactRule(
        "job",
        rf"^{ADVERBS}{DENIAL}{ADVERBS}(?:是|当|做|成了|成为了?|当上了?|转行做了?|转岗做了?|转做|改行做|担任)"
        rf"(?:了|过)?(?:一?(?:名|个|位))?(?P<o>[^，,。;；你我他她]{{0,14}}?(?:{_JOB}))(?:了|的)?(?:,|，|$)",
        importance=0.7,
        needs="是当做成转改担",
    ),
    FactRule("job", rf"^{ADVERBS}是做(?P<o>[^，,。]{{2,20}}?)的$", importance=0.7, needs="做"),
    FactRule(
        "job",
        rf"^的(?:职业|工作|职位|岗位|职务|本职)(?:现在)?(?:是|为)(?P<o>{REST}{{2,20}})$",
        importance=0.7,
        needs="职工岗",
    ),
    FactRule(
        "job",
        rf"^{ADVERBS}(?:从事|主要做|专门做)(?P<o>{REST}{{2,20}}?)(?:工作|行业|相关工作|方面的工作)?$",
        importance=0.7,
        needs="从主专",
    ),
    FactRule(
        "job",
        rf"^{ADVERBS}(?P<o>退休|全职在家|自由职业|在读研|读博|待业)了?",
        importance=0.7,
        needs="退全自读待",
    ),
    FactRule(
        "school",
        rf"^{ADVERBS}{DENIAL}{ADVERBS}(?:毕业于|就读于|考上了?)(?P<o>{REST}{{2,20}}?)(?:了)?$",
        needs="毕读考",
    ),
    FactRule(
        "school",
        rf"^{ADVERBS}在(?P<o>[^，,。]{{2,16}}?)(?:读书|上学|念书|读(?:大学|研|博|高中|初中|本科|研究生|博士|大[一二三四]))",
        needs="读念上",
    ),
)
RULES: tuple[FactRule, ...] = (*_HOME, *_EMPLOYER, *_WORK)
