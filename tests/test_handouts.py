"""Sheets, read again by another reader of PDF: pages, texts, and what must not be in them."""

import io
import json
import re
import struct
from importlib.resources import files
from itertools import islice
from math import ceil
from pathlib import Path

import pytest
import typst
from pypdf import PdfReader

import bitgames as bg
from bitgames import games
from bitgames.handouts import LANGUAGES, Figure, Sheet, of_position, of_problem
from bitgames.handouts.words import translated
from bitgames.problems import generate
from tests import processes
from tests.commands import fails, run
from tests.specs import every_board

BOARD = of_position(bg.TicTacToe())


def pages(data: bytes | Path) -> list[str]:
    reader = PdfReader(data if isinstance(data, Path) else io.BytesIO(data))
    return [page.extract_text() for page in reader.pages]


def size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_twelve_problems_in_one_command(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    arguments = ["problems", "othello", "--empties", "6", "--count", "12", "--seed", "1"]
    result = run(*arguments, "--pdf", str(sheet), "-q")
    assert result.exit_code == 0, result.stderr
    assert result.stdout == run(*arguments, "-q").stdout
    first, second, last = pages(sheet)
    assert first.startswith("Problems: Othello\n") and "1 / 3" in first
    assert [int(n) for n in re.findall(r"^(\d+) +(?:black|white) to move", first, re.M)] == [
        *range(1, 7)
    ]
    assert "12 " in second and "Solutions" not in first + second
    found = list(islice(generate("othello", empties=6, seed=1), 12))
    told = re.findall(r"^(\d+)\. (\S+) (?:wins|loses|draws)", last, re.M)
    assert told == [(str(n), str(each.best_move)) for n, each in enumerate(found, 1)]


def test_the_pdf_is_vector_tagged_and_the_same_each_time() -> None:
    figures = [of_problem(each) for each in islice(generate("othello", empties=6, seed=1), 3)]
    data = Sheet("Othello").pdf(figures)
    assert Sheet("Othello").pdf(figures) == data
    reader = PdfReader(io.BytesIO(data))
    assert not any(page.images for page in reader.pages)
    assert not re.search(rb"/Subtype\s*/Image\b", data)
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.metadata is not None and reader.metadata.title == "Othello"
    assert "/CreationDate" not in reader.metadata


@pytest.mark.parametrize(("count", "per_page", "expected"), [(1, 1, 1), (24, 24, 1), (7, 3, 3)])
def test_pages(count: int, per_page: int, expected: int) -> None:
    figures = [BOARD] * count
    without = Sheet("t", per_page, solutions=False)
    assert len(pages(without.pdf(figures))) == len(without.png(figures)) == expected
    # Fourteen solutions fit on a page, each with its board.
    assert len(pages(Sheet("t", per_page).pdf(figures))) == expected + ceil(count / 14)


@pytest.mark.letters
@every_board
def test_every_game_in_every_language(spec: str) -> None:
    start = games.start(spec)
    position = start.deal(7) if start.facts.chance else start
    figures = [of_position(position, legal=True, language=language) for language in LANGUAGES]
    (text,) = pages(Sheet(spec, solutions=False).pdf(figures))
    assert all(figure.caption in text for figure in figures)


@pytest.mark.letters
def test_words_are_in_the_language() -> None:
    position = bg.position("tictactoe oo./xx./...")
    figure = of_position(position, language="ja", solve=True)
    record = bg.Record("tictactoe", ["b2"])
    played = of_position(record.position, last_move=record.last_move, language="ja")
    assert played.caption == f"1手目b2のあと: {translated('ja', '{0} to move', 'x')}"
    data = Sheet("課題", language="ja").pdf([figure, of_position(position, language="zh-Hant")])
    first, last = pages(data)
    assert "課題" in first and "○の番" in first and "輪到圈" in first and "解答" in last
    assert "c1" in last


def test_solutions_stand_beside_their_boards() -> None:
    problem = next(generate("othello", empties=6, seed=1))
    figures = [of_problem(problem), of_position(problem.position, solve=True), BOARD]
    for figure in figures[:2]:
        assert figure.solved == problem.position.to_svg(marks=[problem.best_move])
        assert figure.solution.startswith(f"{problem.best_move} ")
    # The best move is not told before, and a board without a solution has no other picture.
    assert figures[0].svg == figures[1].svg == problem.position.to_svg()
    assert BOARD.solved == ""
    with_boards = Sheet("t").png(figures, ppi=36)
    told = [Figure(each.svg, each.caption, each.solution) for each in figures]
    unmarked = Sheet("t").png(told, ppi=36)
    assert with_boards[0] == unmarked[0] and with_boards[1] != unmarked[1]


@pytest.mark.parametrize("language", ["zh", "fr", "../../x"])
def test_other_languages_are_refused(language: str) -> None:
    with pytest.raises(bg.ParameterError, match="language must be 'en' or 'ja' or 'zh-Hant'"):
        translated(language, "Solutions")


@pytest.mark.letters
def test_languages_may_be_written_in_other_ways(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.pdf"
    command = ["problems", "tictactoe", "--count", "1", "--seed", "1", "--pdf", str(sheet)]
    assert run(*command, "--language", "zh_TW").exit_code == 0
    assert "解答" in pages(sheet)[-1]
    assert "not 'fr'" in fails(run(*command, "--language", "fr"), 2)
    assert run("rules", "othello", "--language", "JA").exit_code == 0


def test_own_words_are_complete() -> None:
    folder = files("bitgames.handouts")
    ja, zh = (json.loads((folder / "locales" / f"{n}.json").read_bytes()) for n in LANGUAGES[1:])
    source = "".join((folder / f"{name}.py").read_text("utf-8") for name in ("figure", "sheet"))
    assert ja.keys() == zh.keys()
    for text in ja:
        assert f'"{text}"' in source
        places = sorted(re.findall(r"\{\d\}", text))
        assert all(sorted(re.findall(r"\{\d\}", own[text])) == places for own in (ja, zh))


def test_letters_without_a_font_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = typst.Fonts
    monkeypatch.setattr(typst, "Fonts", lambda: fonts(include_system_fonts=False))
    assert "Othello" in pages(Sheet("Othello").pdf([BOARD]))[0]
    for make in (Sheet("問題").pdf, Sheet("問題").png):
        with pytest.raises(bg.UnsupportedError, match="no font of this computer has all letters"):
            make([BOARD])


def test_texts_are_no_markup() -> None:
    text = '#panic("no") *x* $y$ \\ <z> @w'
    figure = Figure(BOARD.svg, text, text)
    first, last = pages(Sheet(text).pdf([figure]))
    assert first.count(text) == 2 and text in last


def test_without_the_package_the_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['typst'] = None\n"
        "from bitgames.cli import main\n"
        "raise SystemExit(main(['show', 'othello', '--pdf', 'x.pdf']))\n"
    )
    done = processes.python(code)
    assert done.returncode == 2
    assert done.stderr == (
        "bitgames: error: a sheet needs the package typst: pip install 'bitgames[print]' "
        "installs it\n"
    )
    code = "import sys, bitgames, bitgames.handouts; print('typst' in sys.modules)"
    assert processes.python(code).stdout.strip() == "False"


def test_a_sheet_shows_the_cards_of_its_viewer_only(tmp_path: Path) -> None:
    sheet = str(tmp_path / "deal.pdf")

    def cards(*arguments: str) -> int:
        assert run("show", "honeymoon", "--seed", "7", "--pdf", sheet, *arguments).exit_code == 0
        return sum(map("".join(pages(Path(sheet))).count, "♠♥♦♣"))

    assert cards() == cards("--viewer", "south") == 13
    assert cards("--viewer", "all") >= 26
    assert cards("--viewer", "public") == 0
    # The seat to move alternates: the hands of both would stand on one sheet.
    game = tmp_path / "deal.json"
    bg.Record(bg.Honeymoon(7), ["1C", "1S"]).save(game)
    error = fails(run("show", str(game), "--ply", "0-2", "--pdf", sheet), 2)
    assert "name one by --viewer" in error
    arguments = ["--ply", "0-2", "--pdf", sheet, "--viewer", "south"]
    assert run("show", str(game), *arguments).exit_code == 0
    assert "cards are hidden" in fails(run("show", str(game), "--solutions", "--pdf", sheet), 2)


def test_games_and_plies_on_a_sheet(tmp_path: Path) -> None:
    game, sheet = tmp_path / "games.txt", tmp_path / "sheet.pdf"
    game.write_text("f5d6c3\nf5f6e6f4\n")
    assert run("show", str(game), "othello:6", "--pdf", str(sheet)).exit_code == 0
    (text,) = pages(sheet)
    assert re.findall(r"^(\d) +after move (\d), (\w+):", text, re.M) == [
        ("1", "3", "c3"), ("2", "4", "f4"),
    ]  # fmt: skip
    assert "3 black to move" in re.sub(r" +", " ", text)
    arguments = [f"{game}#2", "--ply", "1,3-4", "--solutions", "--level", "quick"]
    assert run("show", *arguments, "--pdf", str(sheet)).exit_code == 0
    text, solutions = pages(sheet)
    assert re.findall(r"after move (\d)", text) == ["1", "3", "4"]
    assert "1." in solutions and "estimated" in solutions


def test_pictures(tmp_path: Path) -> None:
    board = tmp_path / "board.png"
    assert run("show", "othello", "--png", str(board)).exit_code == 0
    assert size(board.read_bytes()) == (1064, 1064)
    assert run("show", "othello", "--png", str(board), "--per-page", "1").exit_code == 0
    assert size(board.read_bytes()) == (1240, 1754)
    board.unlink()
    assert run("show", *["tictactoe"] * 3, "--png", str(board), "--per-page", "2").exit_code == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["board-1.png", "board-2.png"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("show othello --pdf x.pdf --per-page 0", "--per-page must be from 1 to 24, not 0"),
        ("show othello --pdf x.pdf --language fr", "--language must be 'en' or 'ja' or 'zh-Hant'"),
        ("show othello --pdf x.png", "allowed is .pdf"),
        ("show othello --png x.svg", "allowed is .png"),
        ("show othello --pdf x.pdf --json", "--pdf and --png go without --json"),
        ("show othello --solutions", "need --pdf or --png"),
        ("show f5d6c3 --ply 1-2", "--ply names several positions"),
        ("show f5d6c3 --ply 2-1 --pdf x.pdf", "a range goes upwards"),
        ("show f5d6c3 --ply 1- --pdf x.pdf", "allowed are numbers and ranges"),
        ("show f5d6c3 --ply 2-4 --pdf x.pdf", "--ply must be from 0 to 3"),
        ("problems --title x", "need --pdf or --png"),
        ("problems --count 1001 --pdf x.pdf", "--count must be from 1 to 1,000 on a sheet"),
    ],
)
def test_errors(arguments: str, error: str) -> None:
    assert error in fails(run(*arguments.split()), 2)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    sheet = tmp_path / "no" / "x.pdf"
    assert "No such file" in fails(run("show", "othello", "--pdf", str(sheet)), 1)
