"""A memory's typed fields in words, for a profile: the same fields give the same words, in Chinese or English. Pure."""

from stelae.schemas.categories.base import CategoryModel
from stelae.schemas.categories.personal import Constraint, Fact, Preference
from stelae.text.language import Language

_LABELS_ZH = {
    "name": "名字", "nickname": "昵称", "home": "住处", "hometown": "家乡", "job": "职业", "employer": "工作单位",
    "age": "年龄", "birthday": "生日", "gender": "性别", "school": "学校", "email": "邮箱", "phone": "电话",
    "height": "身高", "weight": "体重", "blood-type": "血型", "zodiac": "星座", "marital-status": "婚姻状况",
    "native-language": "母语", "other-language": "会说", "timezone": "时区", "learning": "在学", "pet": "宠物",
    "reply-language": "回答语言", "report-language": "报告语言", "email-language": "邮件语言",
    "commit-language": "提交信息语言", "comment-language": "注释语言", "reply-length": "回答长度",
    "reply-format": "回答格式", "tone": "语气", "units": "单位", "currency": "货币", "date-format": "日期格式",
    "form-of-address": "称呼", "code-style": "代码风格", "indentation": "缩进", "theme": "主题", "copies": "抄送",
    "reminders": "提醒",
}  # fmt: skip


def worded(payload: CategoryModel, text: str, language: Language) -> str:
    """Return the fields in words.

    Args:
        payload: the typed fields.
        text: the memory's own words, which stand where the fields do not say all: a diet's object is eaten or not.
        language: of the words around the values; values stay as they were said.
    """
    if isinstance(payload, Fact):
        return _fact(payload, language) or text
    if isinstance(payload, Preference):
        return _preference(payload, language) or text
    if isinstance(payload, Constraint) and payload.type == "allergy" and payload.object:
        return f"对{payload.object}过敏" if language == "zh" else f"allergic to {payload.object}"
    return text


def label(slug: str, language: Language) -> str | None:
    """Return the words of an attribute or aspect; None: there are none in Chinese."""
    return _LABELS_ZH.get(slug) if language == "zh" else slug.replace("-", " ")


def _fact(payload: Fact, language: Language) -> str | None:
    if payload.negated or not payload.attribute or not payload.object:
        return None
    return _pair(label(payload.attribute, language), payload.object, language)


def _preference(payload: Preference, language: Language) -> str | None:
    if not payload.object or payload.polarity == "neutral":
        return None
    liked = payload.polarity == "like"
    if payload.aspect != "thing":
        return _pair(label(payload.aspect, language), payload.object, language) if liked else None
    if language == "zh":
        return f"{'喜欢' if liked else '不喜欢'}{payload.object}"
    return f"{'likes' if liked else 'dislikes'} {payload.object}"


def _pair(name: str | None, value: str, language: Language) -> str | None:
    if name is None:
        return None
    return f"{name}：{value}" if language == "zh" else f"{name}: {value}"
