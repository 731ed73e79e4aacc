"""Build the documentation site: `python docs/site/build.py` writes build/site/html."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from page_runner import ROOT, keep_settings_apart
from site_pages import write_pages

SITE = ROOT / "build/site"


def main() -> int:
    """Write the pages, then let Zensical make the site of them, which fails on any warning."""
    shutil.rmtree(SITE, ignore_errors=True)
    keep_settings_apart(SITE / "settings")
    write_pages(SITE / "pages", SITE / "work")
    shutil.copytree(Path(__file__).parent, SITE / "pages/site", ignore=shutil.ignore_patterns("*.py", "*.toml", "__*"))
    shutil.copy(Path(__file__).with_name("zensical.toml"), SITE)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    return subprocess.run(command, cwd=SITE, env=os.environ | {"NO_COLOR": "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
