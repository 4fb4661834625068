"""Samples: the bundled ones are what they claim, and a file of one's own is read or refused with its line."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest

from stelae.errors import InvalidInputError
from stelae.evaluation.samples import extraction_samples, recall_samples

ROOT = Path(__file__).parents[2]
K20 = {"report_language", "today_task", "one_time_code", "skip_approval", "injection"}


@pytest.mark.parametrize("name", ["extraction", "recall"])
def test_the_bundled_samples_are_the_hashed_ones(name: str) -> None:
    """Figures of two days are of the same samples."""
    folder = files("stelae.evaluation") / "bundled"
    digest = hashlib.sha256((folder / f"{name}.jsonl").read_bytes()).hexdigest()
    assert (folder / f"{name}.sha256").read_text(encoding="utf-8").split()[0] == digest


def test_the_bundled_samples_hold_every_kind_of_the_course_in_both_languages() -> None:
    """K20, and at least sixty of them."""
    found = extraction_samples().samples
    kinds = {lang: {s.kind for s in found if s.lang == lang} for lang in ("zh", "en")}
    assert len(found) >= 60
    assert K20 <= kinds["zh"] == kinds["en"]


def test_the_bundled_samples_share_no_wording_with_the_probes() -> None:
    """Rules that were fitted to the probes are not measured on them here."""

    def parts(text: str, size: int) -> set[str]:
        return {text[i : i + size] for i in range(len(text) - size + 1)}

    probes = ""
    for name in ("probes.jsonl", "probes_second.jsonl", "sentences.jsonl"):
        for line in (ROOT / "evals/extraction" / name).read_text(encoding="utf-8").splitlines():
            probes += "\n".join(str(m.get("content")) for m in json.loads(line)["messages"])
    for sample in extraction_samples().samples:
        size = 8 if sample.lang == "zh" else 24
        own = parts("\n".join(sample.said).casefold(), size)
        shared = own & parts(probes.casefold(), size)
        assert len(shared) <= len(own) / 5, sample.id


def test_every_frozen_probe_is_a_sample() -> None:
    """The probes' own form is the documented one."""
    assert len(extraction_samples(ROOT / "evals/extraction/probes.jsonl").samples) == 375


def test_a_draw_has_as_many_of_each_language_and_is_always_the_same() -> None:
    """A small draw is no draw of one language."""
    whole = extraction_samples()
    drawn = whole.first(20)
    assert Counter(s.lang for s in drawn.samples) == {"zh": 10, "en": 10}
    assert drawn.samples == whole.first(20).samples
    assert {s.id for s in drawn.samples} <= {s.id for s in whole.first(30).samples}


def test_a_plain_text_with_a_statement_is_a_sample(write_lines: Callable[..., Path]) -> None:
    """The short form people write by hand; language and id are filled in."""
    path = write_lines({"messages": "我住在佛山。", "expect": [{"statement": "用户住在佛山"}]})
    (sample,) = extraction_samples(path).samples
    assert (sample.id, sample.lang, sample.said) == ("line1", "zh", ("我住在佛山。",))


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({"messages": "hi", "expct": []}, "expct"),
        ({"messages": [], "expect": []}, "messages"),
        ({"messages": "hi", "expect": [{"category": "fact"}]}, "must"),
    ],
)
def test_a_broken_sample_is_named_by_its_line(
    write_lines: Callable[..., Path], row: dict[str, object], problem: str
) -> None:
    """A misspelt expectation is not one that nobody checks."""
    path = write_lines({"messages": "谢谢"}, row)
    with pytest.raises(InvalidInputError, match=r"samples\.jsonl, line 2") as raised:
        extraction_samples(path)
    assert problem in str(raised.value)


def test_two_samples_of_one_id_and_an_empty_file_are_refused(
    write_lines: Callable[..., Path],
) -> None:
    """Figures by sample need an id each."""
    with pytest.raises(InvalidInputError, match="twice"):
        extraction_samples(
            write_lines({"id": "a", "messages": "一"}, {"id": "a", "messages": "二"})
        )
    with pytest.raises(InvalidInputError, match="no sample"):
        extraction_samples(write_lines())
    with pytest.raises(InvalidInputError, match="No such file"):
        extraction_samples(Path("nowhere.jsonl"))


def test_a_question_about_an_unknown_id_is_refused(write_lines: Callable[..., Path]) -> None:
    """An expectation that nothing could meet is a mistake in the file."""
    path = write_lines(
        {
            "memories": [{"id": "tea", "text": "I like tea"}],
            "questions": [{"text": "What do I drink?", "expect": "coffee"}],
        }
    )
    with pytest.raises(InvalidInputError, match="coffee"):
        recall_samples(path)
