"""Who somebody is: names, origins, age, family, body, languages."""

from stelae.recall.asked.cue import AM_I, DO_I, WHERE_ZH, Cue, about

IDENTITY: tuple[Cue, ...] = (
    Cue(
        ("name",),
        zh="名字 姓名 大名 真名",
        en="name, real name",
        zh_asked=(r"叫(?:什么|啥)(?:名字)?", "是谁"),
        en_asked=(r"who am i", r"what am i called"),
        otherwise=("full-name", "first-name", "chinese-name", "english-name"),
    ),
    Cue(("full-name",), zh="全名", en="full name, legal name", otherwise=("name",)),
    Cue(("first-name",), zh="名", en="first name, given name", otherwise=("name", "full-name")),
    Cue(("middle-name",), zh="中间名", en="middle name", otherwise=("full-name",)),
    Cue(("maiden-name",), zh="娘家姓 婚前姓", en="maiden name, birth name"),
    Cue(
        ("surname",),
        zh="姓 姓氏",
        en="surname, last name, family name",
        zh_asked=(r"姓(?:什么|啥)",),
        otherwise=("full-name", "name"),
    ),
    Cue(
        ("english-name",),
        zh="英文名 英文名字",
        en="english name",
        zh_asked=(r"英文(?:名|名字)?叫(?:什么|啥)",),
        otherwise=("nickname", "name"),
    ),
    Cue(
        ("chinese-name",),
        zh="中文名 中文名字",
        en="chinese name",
        zh_asked=(r"中文(?:名|名字)?叫(?:什么|啥)",),
        otherwise=("name", "full-name"),
    ),
    Cue(
        ("nickname",),
        zh="昵称 外号 绰号 小名 花名 网名",
        en="nickname, nick",
        zh_asked=(r"被(?:大家|别人|朋友们?|同事们?)?(?:叫|称)(?:什么|做什么|作什么|啥)",),
        en_asked=(
            r"what (?:do|does) (?:people|everyone|everybody|my friends|friends|my colleagues) call me",
            r"(?:by )?what nickname (?:do|am) i (?:have|go by|known by)",
        ),
    ),
    Cue(
        ("birthplace",),
        zh="出生地",
        en="birthplace, place of birth",
        zh_asked=(rf"(?:是)?在{WHERE_ZH}出生(?:的)?", rf"出生(?:在|于){WHERE_ZH}"),
        en_asked=(
            r"where (?:was i|i was) born",
            r"(?:what|which) (?:city|town|country|place) (?:was i|i was) born in",
        ),
        otherwise=("hometown",),
    ),
    Cue(
        ("raised-in",),
        zh_asked=(rf"(?:是)?在{WHERE_ZH}长大(?:的)?",),
        en_asked=(
            r"where (?:do |did )?i gr[eo]w up",
            r"where (?:was i|i was) (?:raised|brought up)",
            r"(?:what|which) (?:city|town|country|place) did i grow up in",
        ),
        otherwise=("hometown", "birthplace"),
    ),
    Cue(
        ("hometown",),
        zh="老家 家乡 籍贯 故乡",
        en="hometown, home town, native place",
        zh_asked=(
            rf"是{WHERE_ZH}(?:的)?人",
            rf"(?:来自|是从){WHERE_ZH}(?:来的?)?",
        ),
        en_asked=(
            rf"where {AM_I} ~from",
            r"where (?:do |did )?i come from",
        ),
        otherwise=("birthplace", "raised-in", "nationality"),
    ),
    Cue(
        ("nationality",),
        zh="国籍",
        en="nationality, citizenship",
        zh_asked=(r"是(?:哪|什么)国(?:的)?人",),
        en_asked=(r"what (?:country am i|i am|am i) a citizen of",),
        otherwise=("hometown", "birthplace"),
    ),
    Cue(
        ("age",),
        zh="年龄 岁数 年纪",
        en="age",
        zh_asked=(r"(?:今年|现在)?(?:是)?(?:多大|几岁|多少岁)(?:年纪|岁数)?了?",),
        en_asked=(rf"how old {AM_I}",),
        otherwise=("birth-year", "birthday"),
    ),
    Cue(
        ("birthday",),
        zh="生日 出生日期 出生年月",
        en="birthday, date of birth, birth date, bday",
        zh_asked=(
            r"的?(?:生日|出生日期)(?:是|在)?(?:什么时候|哪(?:一)?天|几月几[号日]|几号|几月)",
            r"(?:是)?(?:什么时候|哪(?:一)?天|几[月号]|几月几[号日])(?:出生|生日?|过生日)的?",
        ),
        en_asked=(
            r"when(?:'s| is| was)? my (?:birthday|bday)(?: is)?",
            r"when (?:was i|i was) born",
            r"what day (?:was i|i was) born(?: on)?",
        ),
        otherwise=("birth-year",),
    ),
    Cue(
        ("birth-year",),
        zh="出生年份 出生年",
        en="birth year, year of birth",
        zh_asked=(r"(?:是)?哪(?:一)?年(?:出生|生)?的?",),
        en_asked=(r"(?:what|which) year (?:was i|i was) born(?: in)?",),
        otherwise=("birthday",),
    ),
    Cue(
        ("gender",),
        zh="性别",
        en="gender, sex",
        zh_asked=(r"是男(?:的|生)?(?:还)?是女(?:的|生)?",),
        en_asked=(r"am i (?:male or female|a (?:man or (?:a )?woman|boy or (?:a )?girl))",),
    ),
    Cue(
        ("zodiac",),
        zh="生肖 属相",
        en="chinese zodiac, chinese zodiac sign, zodiac animal",
        zh_asked=(r"属(?:什么|啥)(?:的)?", r"是(?:什么|啥|哪个)(?:生肖|属相)(?:的)?"),
        en_asked=(r"what (?:chinese )?zodiac animal (?:am i|do i have)",),
        otherwise=("star-sign",),
    ),
    Cue(
        ("star-sign",),
        zh="星座",
        en="star sign, zodiac sign, sign, zodiac, horoscope",
        zh_asked=(r"是(?:什么|啥|哪个)星座(?:的)?",),
        en_asked=(r"what (?:zodiac |star )?sign (?:am i|do i have)",),
        otherwise=("zodiac",),
    ),
    Cue(
        ("marital-status",),
        zh="婚姻状况 婚姻状态 感情状况 婚姻",
        en="marital status, relationship status, civil status",
        zh_asked=(
            r"(?:结婚|离婚|订婚|结过婚|领证)了?(?:没有?)?",
            r"有没有(?:结婚|对象|结过婚)",
            r"(?:是)?(?:单身|已婚|未婚)(?:还是(?:单身|已婚|未婚))?",
            r"是不是(?:单身|结婚了|已婚)",
        ),
        en_asked=(
            r"am i (?:still )?(?:married|single|divorced|engaged|widowed)(?: or (?:married|single|divorced|engaged|not))?",
            r"(?:did|have) i (?:get|got|gotten) (?:married|divorced|engaged)",
        ),
    ),
    Cue(
        ("family",),
        zh="孩子 小孩 子女 娃 儿女",
        en="kid, child, children, son or daughter",
        owned="children",
        about=about(
            r"孩|儿|女|娃|宝宝|胎|孙|\b(?:kids?|child(?:ren)?|daughters?|sons?|twins?|grand\w+|step\w+|father|mother|mom|mum|dad|parent)\b"
        ),
        en_asked=(r"am i a (?:parent|father|mother|dad|mom|mum)",),
    ),
    Cue(
        ("family",),
        zh="兄弟姐妹 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹",
        owned="siblings",
        en="sibling, brother, sister, brothers or sister",
        about=about(
            r"[兄哥弟姐妹]|独生|老[大二三小]"
            r"|\b(?:brothers?|sisters?|siblings?|twins?|only child|youngest|oldest|eldest|middle)\b"
        ),
        zh_asked=("是独生子女?", "是不是独生子女"),
        en_asked=(r"am i an only child",),
    ),
    Cue(
        ("family",),
        zh="女朋友 男朋友 女友 男友 对象",
        owned="partner",
        en="girlfriend, boyfriend, partner, wife, husband, spouse",
        about=about(r"朋友|友|婚|\b(?:girlfriend|boyfriend|partner|wife|husband|spouse)\b"),
    ),
    Cue(("family",), zh="家人 家庭 家庭成员 家庭情况", en="family, family member, relative"),
    Cue(
        ("native-language",),
        zh="母语 第一语言",
        en="native language, mother tongue, first language, native tongue",
        zh_asked=(r"从小说(?:什么|哪种)(?:话|语言)",),
        en_asked=(r"what language did i grow up (?:speaking|with)",),
        otherwise=("language",),
    ),
    Cue(
        ("language", "native-language"),
        zh="语言 外语 语种",
        en="language, foreign language, spoken language",
        zh_asked=(
            r"(?:会|能)(?:说|讲)(?:的)?(?:什么|哪些|哪种|哪几种|几种|几门)(?:语言|外语|话)?",
        ),
        en_asked=(
            r"(?:what|which|how many) (?:foreign )?languages? (?:do |can )?i ~(?:speak|know|understand)",
            r"what (?:do|can) i speak",
        ),
    ),
    Cue(
        ("pregnancy",),
        zh="孕期 预产期 怀孕情况",
        en="pregnancy, due date",
        zh_asked=(
            r"怀孕(?:了|多久了?|几个?[月周]了?|多少周了?)*(?:没有?)?",
            r"(?:是不是|有没有)(?:怀孕|在孕期)了?",
        ),
        en_asked=(
            r"am i (?:still )?(?:pregnant|expecting|breastfeeding)",
            r"how (?:far along|many weeks pregnant) am i",
        ),
    ),
    Cue(
        ("handedness",),
        zh="惯用手 利手",
        en="dominant hand, handedness, writing hand",
        zh_asked=(
            r"是(?:不是)?(?:左撇子|右撇子)(?:还是(?:左撇子|右撇子))?",
            r"(?:惯用|习惯用|用)哪只?手(?:写字|吃饭)?",
        ),
        en_asked=(
            r"am i (?:left|right)[- ]handed(?: or (?:left|right)[- ]handed)?",
            r"am i (?:left|right)[- ]or (?:left|right)[- ]handed",
            rf"which hand {DO_I}(?:write with|use|write)",
        ),
    ),
    Cue(
        ("blood-type",),
        zh="血型",
        en="blood type, blood group",
        zh_asked=(r"(?:是)?(?:什么|啥|哪种)血型?(?:的)?",),
        en_asked=(r"(?:what|which) blood (?:type|group) (?:am i|do i have)",),
    ),
    Cue(
        ("height",),
        zh="身高 个头 个子",
        en="height",
        zh_asked=(r"(?:的)?(?:个子|身高)?(?:有)?多高", r"(?:身高|个子)多少"),
        en_asked=(rf"how tall {AM_I}",),
    ),
    Cue(
        ("weight",),
        zh="体重",
        en="weight, body weight",
        zh_asked=(r"(?:的)?(?:体重)?(?:有)?多重", r"(?:体重|有)?多少斤"),
        en_asked=(r"how (?:much do i weigh|heavy am i)", r"how much i weigh"),
    ),
    Cue(
        ("size",),
        zh="尺码 鞋码 衣服尺码 尺寸 码数 腰围 鞋号 衣服码数",
        en="size, shoe size, clothing size, shirt size, dress size, ring size, clothes size",
        zh_asked=(
            r"(?:的)?(?:鞋|衣服|裤子)?(?:穿|戴)?(?:的)?(?:是)?(?:多大码|几码|多大号|几号|什么码|多大尺码|什么尺码)(?:的)?(?:鞋|衣服|裤子)?",
        ),
        en_asked=(
            r"(?:what|which) (?:shoe |clothing |shirt |dress |ring )?size (?:do |am |did )?i(?: ~(?:wear|take|need))?",
            rf"what size (?:shoes?|clothes|shirts?|dress(?:es)?) {DO_I}(?:wear|take)",
        ),
    ),
)
