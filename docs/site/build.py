"""Build the documentation site: `python docs/site/build.py` writes build/site/html."""

import shutil
import subprocess
import sys
from pathlib import Path

from site_pages import ROOT, write_pages

SITE = ROOT / "build/site"


def main() -> int:
    """Write the pages, then let Zensical make the site of them, which fails on any warning."""
    shutil.rmtree(SITE, ignore_errors=True)
    write_pages(SITE / "pages")
    shutil.copytree(Path(__file__).parent, SITE / "pages/site", ignore=shutil.ignore_patterns("*.py", "*.toml", "__*"))
    shutil.copy(Path(__file__).with_name("zensical.toml"), SITE)
    return subprocess.run([sys.executable, "-m", "zensical", "build", "--strict"], cwd=SITE, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
