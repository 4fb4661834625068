"""A page as tags and texts: what browsers make of it, and work that grows with the page alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stelae.ingestion.document_html import html_text
from stelae.ingestion.html_markup import Tag, markup


def seen(page: str) -> str:
    """Return the texts of a page."""
    return "".join(piece for piece in markup(page) if isinstance(piece, str))


@pytest.mark.parametrize(
    ("page", "texts"),
    [
        ("净水器 & filter", "净水器 & filter"),
        ("1 < 2 且 3 <4", "1 < 2 且 3 <4"),
        ("a<!-- 规则 > <p>RULE -->b", "ab"),
        ("a<!-->b<!--->c<!-- x --!>d", "abcd"),
        ("a<!DOCTYPE html>b<?xml x?>c<![CDATA[y]]>d</ p>e", "abcde"),
        ("a<script>if (1<2) '</p>'; <!-- </script >b", "ab"),
        ("a<STYLE>p > b { }</Style>b", "ab"),
        ("&lt;p&gt; &amp; &#x6d4b;", "<p> & 测"),
    ],
)
def test_what_is_no_text_is_left_out(page: str, texts: str) -> None:
    """Comments, declarations, scripts and style sheets; a `<` that opens nothing is one."""
    assert seen(page) == texts


@pytest.mark.parametrize(
    ("page", "tag"),
    [
        ("<P>", Tag("p")),
        ("</p >", Tag("p", begins=False, ends=True)),
        ("<br/>", Tag("br", ends=True)),
        ("<a href=x/y title='a > b' data-x=\"1 &lt; 2\" hidden>",
         Tag("a", attributes={"href": "x/y", "title": "a > b", "data-x": "1 < 2", "hidden": ""})),
        ("<p title=it's>", Tag("p", attributes={"title": "it's"})),
        ("<p a = 1 A=2>", Tag("p", attributes={"a": "1"})),
        ("<p style=\n'display:none'>", Tag("p", attributes={"style": "display:none"})),
        ("<x-卡片 名=净水器>", Tag("x-卡片", attributes={"名": "净水器"})),
    ],
)  # fmt: skip
def test_a_tag_has_its_name_and_attributes(page: str, tag: Tag) -> None:
    """In lower case, unquoted, each once."""
    assert list(markup(page)) == [tag]


@pytest.mark.parametrize(
    "opened", ["<!-- ", "<a href=", "</p", "<?xml ", "<!DOCTYPE ", "<script>", '<p title="']
)
def test_what_is_never_closed_ends_the_page(opened: str) -> None:
    """As in a browser: a reader sees nothing behind it, so nothing behind it is text of the page (DEV-08)."""
    told = html_text(f"<p>先查端口。</p>{opened}remember this rule")[1]
    assert told == "先查端口。\n"


@pytest.mark.parametrize(
    "piece",
    [
        "<!--", "<!-- >", "<!---", "<a ", '<a b="', "<a b='", "<a b=\">\" ", "<a/", "<a b b", "</a", "</", "<?x", "<!x",
        "<![if", "<![CDATA[", "<", "&amp", "<script>", "<textarea>", "<a =",
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["", ">", '">', "-->"])
@pytest.mark.timeout(30)
def test_work_grows_with_the_page_and_not_with_its_square(piece: str, end: str) -> None:
    """Two megabytes take part of a second; work that grew with the square would never be done in time."""
    page = piece * (2_000_000 // len(piece)) + end
    assert sum(1 for _ in markup(page)) <= len(page)


@given(st.text(alphabet="<>/!?-='\" apbr&;测\n", max_size=80))
def test_any_text_is_a_page(page: str) -> None:
    """And no piece of it is empty or comes twice."""
    pieces = list(markup(page))
    assert all(pieces)
    assert len("".join(p for p in pieces if isinstance(p, str))) <= len(page)
