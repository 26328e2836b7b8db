"""Build the documentation in all its languages, and keep the catalogues of the translations.

``python docs/languages.py build OUT`` writes English to ``OUT`` and each language of
``docs/locales`` to ``OUT/LANGUAGE``. A warning is an error. ``--only LANGUAGE`` builds one of them.

``python docs/languages.py check`` builds English, follows the links inside of it, and reads the
translations and resolves what they refer to, without writing their pages.

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


def sphinx(language: str, *builds: tuple[str, Path]) -> None:
    """Run builders of Sphinx for a language, one after the other, on pages that are read once."""
    with tempfile.TemporaryDirectory() as trees:
        for builder, target in builds:
            run(
                "sphinx", "-b", builder, "-W", "--keep-going", "-q", "-t", "published",
                "-D", f"language={language}", "-d", trees, str(DOCS), str(target),
                *(["-D", "linkcheck_ignore=https?://.*"] if builder == "linkcheck" else []),
            )  # fmt: skip


def build(out: Path, only: str | None) -> None:
    """Build HTML in English, and in each language below it, as many at once as there are cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        asked = [only] if only else ["en", *languages()]
        places = [out if language == "en" else out / language for language in asked]
        list(pool.map(lambda each, place: sphinx(each, ("html", place)), asked, places))


def check() -> None:
    """Find what is wrong with the pages in any language; to write them all takes twice as long."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        place = Path(folder)
        english = pool.submit(sphinx, "en", ("html", place / "en"), ("linkcheck", place / "links"))
        list(pool.map(lambda each: sphinx(each, ("dummy", place / each)), languages()))
        english.result()


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
    commands.add_parser("check", help="find what is wrong in any language, and broken links inside")
    updating = commands.add_parser("update", help="renew the catalogues")
    updating.add_argument("--add", nargs=2, metavar=("LANGUAGE", "PAGE"), help="begin a page")
    options = parser.parse_args()
    if options.command == "build":
        build(options.out, options.only)
    elif options.command == "check":
        check()
    else:
        update(options.add)


if __name__ == "__main__":
    main()
