"""Which domain of products do words speak of? A small explicit table; unsure counts as none (P23). Pure."""

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from stelae.schemas.preferences import PRODUCT_DOMAINS, ProductDomain
from stelae.text.normalise import fold, squash
from stelae.text.tokens import words

_WORDS: Final[Mapping[ProductDomain, str]] = MappingProxyType(
    {
        "clothing": "clothes clothing dress shirt t-shirt trousers pants jeans jacket coat sweater skirt hoodie sock"
        " underwear 衣服 衣物 服装 外套 上衣 裤子 牛仔裤 裙子 连衣裙 毛衣 衬衫 T恤 大衣 羽绒服 袜子 内衣 穿搭",
        "shoes": "shoe boot sneaker sandal slipper loafer footwear 鞋 鞋子 跑鞋 球鞋 皮鞋 凉鞋 拖鞋 靴子 高跟鞋 运动鞋 板鞋",
        "bags": "bag handbag backpack purse wallet suitcase luggage tote 包 包包 背包 双肩包 单肩包 手提包 挎包 书包 钱包"
        " 行李箱 旅行箱 托特包 公文包",
        "jewelry": "jewelry jewellery necklace earring bracelet brooch 首饰 项链 耳环 耳钉 手链 戒指 手镯",
        "beauty": "makeup cosmetics lipstick skincare shampoo sunscreen moisturizer 化妆品 护肤 护肤品 口红 面霜 防晒霜"
        " 洗发水 面膜 美妆",
        "food": "food snack meal dish restaurant recipe takeaway takeout groceries 食物 食品 零食 外卖 点菜 餐厅 菜谱"
        " 吃饭 做菜 点心 生鲜",
        "drinks": "drink beverage juice 饮料 饮品 奶茶 果汁 喝的",
        "kitchen": "kitchen cookware tableware pan cutlery 厨房 厨具 餐具 炒锅 锅具 砧板 菜板 刀具 水杯 杯子",
        "home": "bedding curtain towel pillow rug decor 家居 床品 窗帘 毛巾 枕头 地毯 收纳 四件套",
        "furniture": "furniture sofa couch chair desk wardrobe bookshelf 家具 沙发 椅子 桌子 书桌 衣柜 床垫 书架",
        "appliances": "appliance fridge refrigerator dishwasher vacuum microwave 家电 冰箱 洗衣机 空调 吸尘器 微波炉 电饭煲",
        "electronics": "electronics phone smartphone laptop computer tablet headphone earphone camera keyboard monitor"
        " 数码 手机 电脑 笔记本电脑 平板 耳机 相机 键盘 显示器",
        "sports": "sport fitness gym bicycle bike tent hiking dumbbell 运动 健身 自行车 帐篷 露营 哑铃 球拍 户外",
        "toys": "toy puzzle lego 玩具 积木 拼图 毛绒玩具",
        "books": "book novel textbook ebook 图书 书籍 小说 课本 教材 绘本 电子书",
        "media": "movie film music game podcast series 电影 音乐 游戏 电视剧 播客 动漫 综艺",
        "travel": "travel hotel flight trip hostel airline 旅行 旅游 酒店 机票 民宿 航班 出行 航空",
        "health": "medicine vitamin supplement pharmacy 药品 保健品 维生素 医疗 营养品",
        "pets": "pet dog cat puppy kitten 宠物 狗粮 猫粮 猫砂 狗狗 猫咪",
        "cars": "car vehicle suv tire automobile 汽车 轿车 车载 轮胎 买车",
    }
)
"""Words that name what is talked about. A single Chinese character counts only as a word of its own, but for these:"""
_NAMES: Final[Mapping[ProductDomain, str]] = MappingProxyType(
    {
        "clothing": "clothes clothing 衣服 衣物 服装",
        "shoes": "shoe footwear 鞋 鞋子 鞋类",
        "bags": "bag 包 包包 箱包",
        "jewelry": "jewelry jewellery 首饰 饰品",
        "beauty": "makeup cosmetics 化妆品 护肤品 美妆",
        "food": "food 食物 食品",
        "drinks": "drink beverage 饮料 饮品",
        "kitchen": "kitchenware 厨具 餐具",
        "furniture": "furniture 家具",
        "appliances": "appliance 家电",
        "electronics": "electronics 数码",
        "toys": "toy 玩具",
        "books": "book 书 图书 书籍",
    }
)
"""Words for all of a domain, where people shop in it by that word; the others above are for some of its things."""
_ANYWHERE: Final = frozenset("鞋")
_TO_BOOK: Final = re.compile(
    r"(?<!\ba )(?<!\bthe )\b(?:book (?=(?:an?|the|me|us|my|our|it|one|that)\b)|booking|booked)\b"
)
"""Who books a flight looks for no book."""


@lru_cache(maxsize=1024)
def domains_in(text: str) -> tuple[ProductDomain, ...]:
    """Return the domains that a text names, in the order of the table."""
    said = _TO_BOOK.sub(" ", fold(text))
    spoken = frozenset(words(said))
    return tuple(
        domain
        for domain, (tokens, parts) in _table().items()
        if spoken & tokens or any(part in said for part in parts)
    )


def named_domain(text: str) -> ProductDomain | None:
    """Return the domain of which this is a name (`shoes`, `鞋子`), not one of its things (`sandals`)."""
    said = fold(text).strip()
    spoken = words(said)
    one = {said, *spoken} if len(spoken) == 1 else {said}
    return next((domain for domain, names in _NAMES.items() if one & {*names.split()}), None)


def without_domain(term: str, domain: str) -> str:
    """Return a term without the words of the domain: in `shoes`, `leather shoes` and `真皮的鞋` are about leather.

    What is nothing but such words stays as it is, and so does a word that only begins with one (`鞋带`).
    """
    if domain not in PRODUCT_DOMAINS:
        return term
    tokens, parts = _table()[domain]
    rest = fold(term)
    for part in sorted(parts, key=len, reverse=True):
        rest = rest.replace(part, " ")
    kept = [w for w in rest.split() if not (w.isascii() and frozenset(words(w)) & tokens)]
    joined = " ".join(kept)
    single = [one for one in tokens if len(one) == 1 and joined.endswith(one)]
    joined = joined.removesuffix(single[0]) if single else joined
    shorter = squash(joined).removesuffix("的")
    cut = len(shorter) == 1 and not fold(term).startswith(shorter)
    return term if cut else shorter or term


@lru_cache(maxsize=1)
def _table() -> Mapping[ProductDomain, tuple[frozenset[str], tuple[str, ...]]]:
    """By domain: tokens, and Chinese words that are found in any place."""
    return {
        domain: (
            frozenset(token for word in line.split() for token in words(word) if _a_token(word)),
            tuple(fold(word) for word in line.split() if not _a_token(word)),
        )
        for domain, line in _WORDS.items()
    }


def _a_token(word: str) -> bool:
    return word.isascii() or (len(word) == 1 and word not in _ANYWHERE)
