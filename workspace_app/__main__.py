"""`python -m workspace_app` is the same as `workspace-app`."""

import sys

from workspace_app.cli import main

if __name__ == "__main__":
    sys.exit(main())
