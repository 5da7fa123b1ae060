"""A search in a process of its own, which a pattern that takes for ever cannot stall: `python -I -m ...process`, a Search as JSON on stdin."""

import json
import os
import sys

from workspace_app.engine.search.files import Search, search

if __name__ == "__main__":
    sys.stdout.buffer.write(os.fsencode(search(Search(**json.load(sys.stdin)))))
