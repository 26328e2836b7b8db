"""Build the documentation in all its languages, and keep the catalogues of the translations.

``python docs/languages.py build OUT`` writes English to ``OUT`` and each language of
``docs/locales`` to ``OUT/LANGUAGE``. A warning is an error. ``--only LANGUAGE`` builds one of them.
``--links FOLDER`` also follows the links inside of the English pages, and reports to that folder.

``python docs/languages.py update`` brings the catalogues up to date after a change of the pages:
a sentence that changed is marked ``fuzzy`` and shown in English until someone translates it again.
``--add LANGUAGE PAGE`` (``ja games/othello``) begins the translation of a page.

Only catalogues of pages that are translated are kept. A page without one stands in English.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DOCS = Path(__file__).parent
LOCALES = DOCS / "locales"


def run(*command: str) -> None:
    """Run a module of this Python; an error ends the program."""
    subprocess.run([sys.executable, "-m", *command], check=True)


def languages() -> list[str]:
    """The languages with translations."""
    return sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


def build(out: Path, only: str | None, links: Path | None) -> None:
    """Build HTML in English, and in each language below it, as many at once as there are cores."""

    def build_one(language: str) -> None:
        target = out if language == "en" else out / language
        options = ["-W", "--keep-going", "-q", "-t", "published", "-D", f"language={language}"]
        with tempfile.TemporaryDirectory() as trees:
            options += ["-d", trees, str(DOCS)]
            run("sphinx", "-b", "html", *options, str(target))
            if links is not None and language == "en":
                # What has been read serves again.
                inside = ["-b", "linkcheck", "-D", "linkcheck_ignore=https?://.*"]
                run("sphinx", *inside, *options, str(links))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(build_one, [only] if only else ["en", *languages()]))


def update(add: tuple[str, str] | None) -> None:
    """Renew the catalogues that there are, and one more."""
    wanted: dict[str, set[Path]] = {}
    for path in LOCALES.rglob("*.po"):
        language, _, *page = path.relative_to(LOCALES).parts
        wanted.setdefault(language, set()).add(Path(*page).with_suffix(".pot"))
    if add is not None:
        wanted.setdefault(add[0], set()).add(Path(f"{add[1]}.pot"))
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "all"
        run("sphinx", "-q", "-E", "-b", "gettext", str(DOCS), str(made))
        for language, pages in wanted.items():
            chosen = Path(folder) / language
            for page in pages:
                (chosen / page).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(made / page, chosen / page)
            run(
                "sphinx_intl", "update", "-w", "100",
                "-p", str(chosen), "-d", str(LOCALES), "-l", language,
            )  # fmt: skip


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="build HTML in all languages")
    building.add_argument("out", type=Path)
    building.add_argument("--only", choices=("en", *languages()), help="build one language")
    building.add_argument("--links", type=Path, metavar="FOLDER", help="follow links inside")
    updating = commands.add_parser("update", help="renew the catalogues")
    updating.add_argument("--add", nargs=2, metavar=("LANGUAGE", "PAGE"), help="begin a page")
    options = parser.parse_args()
    if options.command == "build":
        build(options.out, options.only, options.links)
    else:
        update(options.add)


if __name__ == "__main__":
    main()
