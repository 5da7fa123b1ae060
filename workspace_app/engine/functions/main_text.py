"""Run as a script: a web page on standard input (text as UTF-8), its address as argument; JSON of its title and main text as Markdown.

It stands alone, because a page can be made so that reading it takes hours and gigabytes.
"""

from __future__ import annotations

import json
import re
import sys

_SHORT = 600  # characters; the search for a page's main text needs a page that has one
_DEEPEST = 5_000  # calls within calls, for pages that nest deeply; the stack that a system gives holds as many


def main() -> int:
    sys.setrecursionlimit(_DEEPEST)
    try:
        title, text = _main_text(sys.stdin.buffer.read().decode(), sys.argv[1])
    except Exception as error:  # noqa: BLE001 - the libraries may raise anything on a bad page
        sys.stderr.write(" ".join(f"{type(error).__name__}: {error}".split()))
        return 1
    sys.stdout.buffer.write(json.dumps({"title": title, "text": text}).encode())
    return 0


def _main_text(html: str, url: str) -> tuple[str, str]:
    import trafilatura
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    page = BeautifulSoup(html, "lxml")
    title = " ".join(page.title.get_text().split()) if page.title else ""
    main = (
        trafilatura.extract(html, url=url, output_format="markdown", include_links=True, include_formatting=True) or ""
    )
    if len(main) >= _SHORT:
        return title, main
    for tag in page(["script", "style", "noscript", "template", "head"]):
        tag.decompose()
    whole = MarkdownConverter(heading_style="ATX", bullets="-").convert_soup(page)
    return title, re.sub(r"\n{3,}", "\n\n", whole)


if __name__ == "__main__":
    raise SystemExit(main())
