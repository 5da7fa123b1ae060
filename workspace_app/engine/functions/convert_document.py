"""Run as a script: a document on standard input, its extension as argument, Markdown on standard output.

It stands alone, so that the converter's libraries are loaded in this short-lived process only.
"""

from __future__ import annotations

import io
import sys


def main() -> int:
    from markitdown import MarkItDown, StreamInfo

    document = io.BytesIO(sys.stdin.buffer.read())
    try:
        result = MarkItDown(enable_plugins=False).convert_stream(
            document, stream_info=StreamInfo(extension=sys.argv[1])
        )
    except Exception as error:  # noqa: BLE001 - any library behind the converter may raise anything on a bad file
        sys.stderr.write(" ".join(f"{type(error).__name__}: {error}".split()))
        return 1
    sys.stdout.buffer.write(result.markdown.encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
