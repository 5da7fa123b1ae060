"""Run as a script: a document on standard input (text as UTF-8), its extension as argument, Markdown on standard output.

It stands alone, so that the converter's libraries are loaded in this short-lived process only.
"""

from __future__ import annotations

import io
import sys


def main() -> int:
    from markitdown import StreamInfo, converters

    # The converter is chosen here: left to choose, the library passes a broken document on as plain text.
    kinds = {
        ".pdf": converters.PdfConverter,
        ".docx": converters.DocxConverter,
        ".xlsx": converters.XlsxConverter,
        ".csv": converters.CsvConverter,
        ".html": converters.HtmlConverter,
        ".htm": converters.HtmlConverter,
    }
    extension = sys.argv[1]
    document = io.BytesIO(sys.stdin.buffer.read())
    try:
        result = kinds[extension]().convert(document, StreamInfo(extension=extension, charset="utf-8"))
    except Exception as error:  # noqa: BLE001 - any library behind the converter may raise anything on a bad file
        sys.stderr.write(" ".join(f"{type(error).__name__}: {error}".split()))
        return 1
    sys.stdout.buffer.write(result.markdown.encode(errors="replace"))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
