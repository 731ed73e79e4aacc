"""Build the documentation site: `python docs/site/build.py` writes build/site/html.

`--tab ADDRESS` tells where the browser edition lies, from the first page of the site, so that it leads there.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

from page_runner import ROOT
from search_index import write_index
from site_pages import write_pages

SITE = ROOT / "build/site"


def main() -> int:
    """Write the pages, let Zensical make the site of them, which fails on any warning, and index it for its search."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--tab", metavar="ADDRESS")
    shutil.rmtree(SITE, ignore_errors=True)
    write_pages(SITE / "pages", options.parse_args().tab)
    shutil.copytree(Path(__file__).parent, SITE / "pages/site", ignore=shutil.ignore_patterns("*.py", "*.toml", "__*"))
    shutil.copy(Path(__file__).with_name("zensical.toml"), SITE)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    code = subprocess.run(command, cwd=SITE, env=os.environ | {"NO_COLOR": "1"}, check=False).returncode
    if code == 0:
        write_index(SITE / "html", SITE / "html/site/search-index.js")
        (SITE / "html/search.json").unlink(missing_ok=True)  # the index of Zensical's own search
    return code


if __name__ == "__main__":
    sys.exit(main())
