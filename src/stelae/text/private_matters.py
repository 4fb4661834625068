"""Words of health, money and relations that people share with few: what makes a text sensitive (architecture, section 2).

For what may leave this machine: a text that names such a matter stays here unless the settings say otherwise. So it asks
for no speaker and no sentence, and a wrong hit costs a vector, never a memory. Words that mostly mean something else
("doctor", "bank", 医生, 银行) are no such words.
"""

import re
from functools import cache
from typing import Final

from stelae.text.normalise import fold

_EN: Final = (
    # health
    r"diagnosed|diagnosis|hiv|std|sti|herpes|hepatitis|cancer|tumou?rs?|chemo(?:therapy)?|leuka?emia|lymphoma",
    r"diabet(?:es|ic)|epilep(?:sy|tic)|dementia|alzheimer'?s?|parkinson'?s|heart (?:attack|failure|disease)",
    r"depression|depressed|antidepressants?|bipolar|schizophreni[ac]|panic attacks?|anxiety (?:disorder|attacks?)",
    r"ptsd|ocd|adhd|autis(?:m|tic)|suicid(?:al|e)|self-harm|eating disorder|anorexi[ac]|bulimi[ac]",
    r"my (?:therapist|psychiatrist|psychologist)|in therapy|rehab|addict(?:ed|ion)|alcoholic|overdose",
    r"pregnan(?:t|cy)|miscarriage|abortion|ivf|infertil(?:e|ity)|menopause|my (?:period|meds|medication|prescription)",
    # money
    r"my (?:salary|wages?|income|debts?|mortgage|savings|credit score|net worth|pension)|i (?:earn|owe)|in debt",
    r"bankrupt(?:cy)?|foreclosure|laid off|evict(?:ed|ion)",
    # relations, orientation, law
    r"divorc(?:e|ed|ing)|custody|affair with|cheat(?:ed|ing) on|restraining order|domestic violence|my ex(?:-?\w+)?",
    r"came out (?:as|to)|i'?m (?:gay|lesbian|bi(?:sexual)?|trans(?:gender)?|queer)|undocumented|asylum",
    r"parole|convict(?:ed|ion)|arrested",
)
_ZH: Final = (
    # health
    "确诊|诊断(?:出|为|书)|艾滋|性病|梅毒|肝炎|乙肝|癌|肿瘤|化疗|放疗|白血病|淋巴瘤|糖尿病|癫痫|痴呆|帕金森",
    "中风|脑梗|心梗|心脏病|抑郁|焦虑症|双相|精神分裂|躁郁|惊恐发作|强迫症|多动症|自闭症|自杀|自残|厌食症|暴食症",
    "心理医生|心理咨询|精神科|戒毒|戒酒|酗酒|成瘾|怀孕|流产|堕胎|打胎|试管婴儿|不孕|不育|更年期|月经|痛经|阳痿",
    "病历|手术|住院|在吃药|服药",
    # money
    "工资|月薪|年薪|薪水|薪资|存款|欠债|负债|欠了|房贷|车贷|贷款|网贷|信用分|破产|失业|被裁|裁员|年终奖",
    # relations, orientation, law
    "离婚|分居|抚养权|出轨|外遇|家暴|前任|前妻|前夫|前男友|前女友|分手|暗恋|同性恋|出柜|双性恋|跨性别",
    "坐牢|判刑|被捕|取保|难民",
)


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<![a-z])(?:{'|'.join(_EN)})(?![a-z])|{'|'.join(_ZH)}")


def names_private_matter(text: str) -> bool:
    """Does it name an illness, money troubles, a separation or the like, in either language?

    Args:
        text: any text.
    """
    return _pattern().search(fold(text)) is not None
