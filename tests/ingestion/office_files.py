"""Small PDF and Word files, made at test time."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
STYLES = f"""<?xml version="1.0" encoding="UTF-8"?><w:styles {_W}>
<w:style w:type="paragraph" w:styleId="a3"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 2"/></w:style></w:styles>"""


def paragraph(text: str, style: str = "", *, run: str = "", numbered: bool = False) -> str:
    """Return a paragraph; `run`: properties of its run."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    number = "<w:numPr/>" if numbered else ""
    return (
        f"<w:p><w:pPr>{named}{number}</w:pPr><w:r><w:rPr>{run}</w:rPr>"
        f'<w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'
    )


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return a table."""
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return "<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in cells) + "</w:tbl>"


def write_docx(path: Path, *blocks: str, head: str = "", styles: str = STYLES) -> Path:
    """Write a Word document of these blocks."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        document = f'<?xml version="1.0"?>{head}<w:document {_W}><w:body>{"".join(blocks)}</w:body></w:document>'
        file.writestr("word/document.xml", document)
        if styles:
            file.writestr("word/styles.xml", styles)
    return path


def write_pdf(path: Path, *pages: Sequence[str], title: str = "", password: str = "") -> Path:
    """Write a PDF file of pages of lines, in a font whose letters are two bytes of Unicode."""
    from pypdf import PdfWriter
    from pypdf.generic import (
        ArrayObject,
        DecodedStreamObject,
        DictionaryObject,
        NameObject,
        NumberObject,
        TextStringObject,
    )

    writer = PdfWriter()
    to_unicode = DecodedStreamObject()
    to_unicode.set_data(
        b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <0000> <FFFF>"
        b" endcodespacerange 1 beginbfrange <0000> <FFFF> <0000> endbfrange endcmap end end"
    )
    descendant = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/CIDFontType2"),
        NameObject("/BaseFont"): NameObject("/Test"),
        NameObject("/DW"): NumberObject(500),
        NameObject("/CIDSystemInfo"): DictionaryObject({
            NameObject("/Registry"): TextStringObject("Adobe"),
            NameObject("/Ordering"): TextStringObject("Identity"),
            NameObject("/Supplement"): NumberObject(0),
        }),
    })  # fmt: skip
    font = DictionaryObject({
        NameObject("/Type"): NameObject("/Font"),
        NameObject("/Subtype"): NameObject("/Type0"),
        NameObject("/BaseFont"): NameObject("/Test"),
        NameObject("/Encoding"): NameObject("/Identity-H"),
        NameObject("/DescendantFonts"): ArrayObject([descendant]),
        NameObject("/ToUnicode"): writer._add_object(to_unicode),
    })  # fmt: skip
    for lines in pages:
        page = writer.add_blank_page(595, 842)
        shown = "\n".join(f"<{line.encode('utf-16-be').hex()}> Tj 0 -16 Td" for line in lines)
        content = DecodedStreamObject()
        content.set_data(f"BT /F1 12 Tf 50 780 Td\n{shown}\nET".encode())
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        page[NameObject("/Contents")] = writer._add_object(content)
    if title:
        writer.add_metadata({"/Title": title})
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    with path.open("wb") as file:
        writer.write(file)
    return path
