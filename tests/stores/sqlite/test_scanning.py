"""One pass finds what `in` finds, wherever it stands."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stelae.stores.sqlite import scanning

BYTES = st.binary(max_size=60) | st.text(max_size=30).map(lambda text: text.encode())
NEEDLES = st.lists(st.binary(min_size=6, max_size=40), max_size=6)


@settings(max_examples=200, deadline=None)
@given(BYTES, NEEDLES, st.data())
def test_exactly_what_occurs_is_found(
    data: bytes, needles: list[bytes], draw: st.DataObject
) -> None:
    """Strings cut out of the data and strings of their own, at every alignment."""
    if len(data) >= 6:
        begin = draw.draw(st.integers(0, len(data) - 6))
        needles = [*needles, data[begin : draw.draw(st.integers(begin + 6, len(data)))]]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        assert scanning.occurring(path, needles) == {n for n in needles if n in data}


@pytest.mark.parametrize("before", range(20))
def test_what_lies_across_two_reads_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """A file is read in pieces that overlap."""
    monkeypatch.setattr(scanning, "_CHUNK", 16)
    path = tmp_path / "file"
    path.write_bytes(b"." * before + "我的电话".encode() + b"." * 30)
    assert scanning.occurring(path, ["我的电话".encode(), "电话".encode(), b"123456"]) == {
        "我的电话".encode(),
        "电话".encode(),
    }
