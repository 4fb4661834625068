"""What somebody has, does, can, learns and is used to."""

from stelae.recall.asked.cue import AM_I, DO_I, WHERE_ZH, Cue

LIFE: tuple[Cue, ...] = (
    Cue(
        ("pet",),
        owned="pets",
        zh="宠物 小动物 毛孩子 动物",
        en="pet, animal, furry friend",
        zh_asked=(r"(?:家里?)?养(?:了|的)?(?:是)?(?:什么|啥|哪些|几只)",),
        en_asked=(r"am i a pet owner",),
    ),
    Cue(
        ("learning",),
        zh="在学的东西 学习内容",
        zh_asked=(
            r"(?:最近|目前|现在|正在|在|正)*(?:学习?|自学|进修)(?:些|的(?:是)?|了)?(?:什么|啥|哪些)(?:东西|课程?|技能|语言)?",
            r"(?:报|上|参加)了?(?:什么|哪些|啥)(?:课程?|班|培训班?)",
        ),
        en_asked=(
            rf"what (?:{AM_I}|have i been) ~(?:learning|studying|practi[sc]ing)(?: to do)?",
            r"what (?:classes|courses|lessons|course|class) (?:am i|i am|do i|have i been) (?:taking|take)",
            r"what (?:did|have) i (?:start(?:ed)?|taken? up|pick(?:ed)? up) (?:learning|studying)?",
            r"what (?:new )?(?:skill|hobby|language|instrument) am i learning",
        ),
    ),
    Cue(
        ("skill",),
        zh="技能 特长 本事 才艺 擅长的事 本领",
        en="skill, talent, ability",
        zh_asked=(
            r"(?:都)?会(?:做|干|些)?(?:什么|啥|哪些)(?:事|东西)?",
            r"擅长(?:什么|啥|哪些|做什么)",
        ),
        en_asked=(
            r"what can i play",
            r"(?:what|which) (?:instruments?|musical instruments?) (?:do|can) i (?:play|know)",
            r"what (?:am i|i am) (?:good at|able to do)",
            r"what do i know how to do",
        ),
    ),
    Cue(
        ("possession",),
        zh="东西 物品 财产 家当",
        en="possession, belonging, thing, stuff",
        zh_asked=(
            r"(?:最近|刚|新)*(?:买|换|入手|购入)(?:了|过)?(?:些)?(?:什么|啥|哪些)(?:东西)?",
            r"(?:拥有|有)(?:些)?(?:什么|啥|哪些)(?:东西|物品)?",
        ),
        en_asked=(
            r"what (?:do |did |have )?i ~(?:own|buy|bought|purchase|purchased|drive|ride)",
            rf"what {DO_I}(?:have|own) in terms of (?:things|stuff)",
        ),
    ),
    Cue(
        ("uses",),
        zh="工具 常用工具 软件",
        en="tool, setup, software",
        zh_asked=(r"(?:在|都)?用(?:的)?(?:是)?(?:什么|啥|哪些|哪个)(?:工具|软件|东西)?",),
        en_asked=(rf"(?:what|which)(?: tools?| software| apps?)? {DO_I}use",),
    ),
    Cue(
        ("no-longer",),
        zh_asked=(
            r"(?:已经|早就|现在)*不再?(?:做|干|用|玩|养|开|看|练|追)(?:什么|啥|哪些)(?:了|东西了|事了?)?",
            r"(?:放弃|停掉|停止)了?(?:什么|啥|哪些)",
        ),
        en_asked=(
            r"what (?:do |did )?i (?:no longer|not) (?:do|use|play|own)(?: any ?more)?",
            r"what don't i (?:do|use|play) (?:any ?more|any longer)",
            r"what have i (?:stopped doing|given up on)",
        ),
    ),
    Cue(
        ("switched-to",),
        zh_asked=(
            r"(?:后来|现在|最近)*(?:改|换|转)(?:成|为|喝|吃|用|坐|骑|抽|看|穿|练)(?:成|上)?(?:了)?(?:什么|啥|哪个)",
        ),
        en_asked=(
            r"what (?:did i|have i) (?:switch(?:ed)?|chang(?:e|ed)) to",
            r"what do i (?:use|have|drink|do) instead",
        ),
    ),
    Cue(
        ("habit-quit",),
        zh="戒掉的东西",
        zh_asked=(r"(?:已经|都)?戒(?:掉|断)?(?:了|过)?(?:什么|啥|哪些)(?:东西)?了?",),
        en_asked=(
            r"what (?:did i|have i) (?:quit|given? up|gave up|stop(?:ped)?|cut out|kick(?:ed)?)"
            r"(?: (?:doing|using|eating|drinking))?",
            r"(?:what|which) (?:bad )?habits? (?:did i|have i) (?:quit|broken?|given up|kicked?|dropped)",
        ),
    ),
    Cue(
        ("volunteering",),
        zh="志愿工作 志愿服务 志愿活动 义工 公益活动",
        en="volunteer work, volunteering, volunteer job, charity work",
        zh_asked=(
            rf"(?:是)?在{WHERE_ZH}(?:做|当)(?:志愿者|义工|志愿工作|公益)",
            r"(?:做|参加)(?:过|了|的)?(?:什么|哪些|啥)(?:志愿|公益)(?:工作|服务|活动|者)?",
        ),
        en_asked=(
            r"(?:where|what)(?: do| did)? i ~(?:volunteer|coach|mentor)(?: at| for| with| as)?",
            r"(?:do|did) i (?:volunteer|do (?:any )?(?:volunteering|volunteer work|charity work))"
            r"(?: (?:anywhere|somewhere))?",
            rf"what volunteer(?:ing)?(?: work)? {DO_I}do",
        ),
    ),
    Cue(
        ("habit",),
        zh="习惯 日常习惯 生活习惯 日常 作息 作息习惯 规律",
        en="habit, routine, daily routine, daily habit, regular activity, ritual",
        zh_asked=(
            r"(?:每天|天天|平时|平常|每周|经常|通常|一般|周末)(?:都|会|一般|通常|经常)*(?:会)?(?:做|干)(?:些|点)?(?:什么|啥|哪些)(?:事|事情)?",
            r"(?:有|养成了?)(?:些)?(?:什么|哪些|啥)(?:样的)?(?:好|坏)?习惯",
        ),
        en_asked=(
            rf"what {DO_I}(?:do|practi[sc]e) (?:regularly|daily|weekly|often|most days|on (?:weekends|weekdays)"
            r"|every (?:day|morning|evening|night|week|weekend))",
            r"what (?:am i|i am) used to (?:doing)?",
        ),
    ),
)
