"""Pictures of the window's main states, to be looked at: python -m tests.e2e.window.gallery FOLDER

Each in light and dark, in English and 繁體中文, large and small.
"""

import itertools
import sys
from pathlib import Path

from tests.e2e.window import gallery_job, gallery_middleware, gallery_record, gallery_trust
from tests.e2e.window.gallery_place import place
from tests.e2e.window.screen import virtual_screen

CHAPTERS = (gallery_job.shoot, gallery_record.shoot, gallery_trust.shoot, gallery_middleware.shoot)


def main(folder: Path) -> None:
    """Make all pictures."""
    with virtual_screen() as display:
        for theme, language, shoot in itertools.product(("light", "dark"), ("en", "zh_TW"), CHAPTERS):
            with place(folder, display, theme, language) as made:
                shoot(made)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
