"""SGF: the grammar against another library, round trips, and what is refused where."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames import formats
from bitgames.formats import convert, sgf
from bitgames.formats.sgf_grammar import SgfNode, parse, points, to_text, unescaped
from bitgames.play import file_content
from bitgames.play.tree import Tree
from bitgames.play.tree_sgf import from_sgf, to_sgf
from tests.commands import fails, run
from tests.test_formats_parsing import WITH_PASSES

DEEP = 20_000
SPECS = ("othello", "othello:6", "tictactoe", "mnk:6,5,4", "connect4", "mosaic:4", "quo:4")

texts = st.text(
    alphabet=st.characters(min_codepoint=32, max_codepoint=0x2FFF, blacklist_categories=["Cs", "Z"])
    | st.sampled_from(" \n\\]:;()"),
    max_size=12,
)


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """A tree of random moves with branches and comments."""
    tree = Tree(bg.position(draw(st.sampled_from(SPECS))))
    seats = tree.root.position.facts.players
    names = draw(st.none() | st.lists(st.sampled_from(["ann", "b]n", "c\\d"]), min_size=seats,
                                      max_size=seats))  # fmt: skip
    tree.title.players = names
    tree.root.comment = draw(texts)
    for _ in range(draw(st.integers(0, 12))):
        tree.goto(draw(st.sampled_from([node.number for node in tree])))
        if not tree.current.position.is_over:
            tree.play(draw(st.sampled_from(list(tree.current.position.legal_moves))))
            tree.current.comment = draw(texts)
    return tree


def shape(tree: Tree) -> object:
    """A tree as nested moves and comments, the order of branches included."""
    return [
        ([str(each.move) for each in node.path], node.comment)
        for node in sorted(tree, key=lambda node: str([str(each.move) for each in node.path]))
    ] + [[str(child.move) for child in node.children] for node in tree if len(node.children) > 1]


@given(trees())
def test_a_tree_survives(tree: Tree) -> None:
    text = sgf.dumps([to_sgf(tree)])
    game = sgf.loads(text.encode())[0]
    again = from_sgf(game)
    assert sorted(map(str, shape(again))) == sorted(map(str, shape(tree)))  # type: ignore[call-overload]
    assert again.root.position == tree.root.position
    assert again.title.players == tree.title.players
    assert sgf.dumps([game]) == text == sgf.dumps([to_sgf(again)])
    assert parse(text)[0].properties["FF"] == ["4"]


@given(trees())
def test_another_library_reads_the_same_tree(tree: Tree) -> None:
    """sgfmill knows Go alone, but the grammar is that of every game."""
    grammar = pytest.importorskip("sgfmill.sgf_grammar")
    text = sgf.dumps([to_sgf(tree)])
    theirs = grammar.parse_sgf_game(text.encode())

    def flat(tree: object) -> list[object]:
        nodes = [
            {name: [value.decode() for value in values] for name, values in node.items()}
            for node in tree.sequence  # type: ignore[attr-defined]
        ]
        return [nodes, [flat(child) for child in tree.children]]  # type: ignore[attr-defined]

    def ours(node: SgfNode) -> list[object]:
        nodes = [node.properties]
        while len(node.children) == 1:
            node = node.children[0]
            nodes.append(node.properties)
        return [nodes, [ours(child) for child in node.children]]

    assert flat(theirs) == ours(parse(text)[0])
    written = grammar.serialise_game_tree(theirs)
    assert ours(parse(written.decode())[0]) == ours(parse(text)[0])


@given(texts)
def test_texts_are_those_of_another_library(text: str) -> None:
    properties = pytest.importorskip("sgfmill.sgf_properties")
    presenter = properties.Presenter(19, "UTF-8")
    raw = presenter.serialise("C", text)[0]
    assert unescaped(raw.decode()) == properties.interpret_text(raw, presenter).strip("\0")
    node = sgf.loads(b"(;GM[2]C[" + raw + b"])")[0].root
    assert node.comment == unescaped(raw.decode())


def test_whitespace_escapes_and_lower_case_names() -> None:
    """As FF[4] says: other blanks become spaces, an escaped end of a line is none."""
    game = sgf.loads("\ufeff(\r\n;GaMe[2]\tC [a\\\r\nb\tc\r\nd\\:\\]\\\\] ;B\n[fe])")[0]
    assert game.root.comment == "ab c\nd:]\\"
    assert game.record() == bg.Record("othello", "f5")
    assert sgf.loads("(;GM[2]PB[a\nb])")[0].record().players == ("a b", None)


@pytest.mark.parametrize("name", ["Shift_JIS", "EUC-JP", "Big5", "UTF-8", "utf8", "CP932"])
def test_the_file_names_its_encoding(name: str) -> None:
    """Also one in which the second byte of a sign looks like a bracket or a backslash."""
    text = f"(;GM[2]CA[{name}]C[表芝功];B[fe])"
    assert sgf.loads(text.encode(name))[0].root.comment == "表芝功"


@pytest.mark.parametrize(
    "name", ["nothing", "utf-16", "rot13", "hex", "unicode_escape", "punycode"]
)
def test_encodings_of_other_kinds_are_refused(name: str) -> None:
    with pytest.raises(bg.ParseError, match="is not a valid encoding: allowed are those"):
        sgf.loads(f"(;GM[2]CA[{name}])".encode())


def test_text_that_is_not_in_the_encoding() -> None:
    with pytest.raises(bg.ParseError, match="byte 15 is not text in 'UTF-8'"):
        sgf.loads(b"(;CA[UTF-8]C[a\xe9\xe9])"[:14] + b" \xe9])")
    assert sgf.loads(b"(;GM[2]C[\xe9])")[0].root.comment == "é"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("GM[2]", "othello"),
        ("GM[2]SZ[6]", "othello:6"),
        ("GM[4]SZ[3]", "tictactoe"),
        ("GM[4]SZ[9]", "mnk:9,9,5"),
        ("GM[4]SZ[7:6]", "mnk:7,6,5"),
        ("GM[4]SZ[3]AB[aa]AW[bb:cb]AB[cc]", None),
        ("GM[2]SZ[4]AB[aa:ba][dd]AW[bb:cc]PL[W]", "othello:4 XX--/-OO-/-OO-/---X O"),
        ("GM[2]SZ[4]AE[bb]", "othello:4 ----/--X-/-XO-/---- X"),
        ("GM[4]SZ[3]AB[aa]AW[bb]PL[B]", "tictactoe o../.x./..."),
        ("BITGAMES[connect4:5,4 ...../...../...../x.o..]", "connect4:5,4 ...../...../...../x.o.."),
    ],
)
def test_where_games_start(text: str, start: str | None) -> None:
    if start is None:
        with pytest.raises(bg.ParseError, match="must not come twice"):
            sgf.loads(f"(;{text})")
        return
    assert sgf.loads(f"(;{text})")[0].start == bg.games.start(bg.position(start))


@pytest.mark.parametrize("spec", SPECS)
def test_starts_survive_for_us_and_for_others(spec: str) -> None:
    start = bg.position(spec)
    for _ in range(3):
        start = start.play(start.legal_moves[0])
    text = sgf.dumps([bg.Record(start)])
    assert sgf.loads(text)[0].start == start
    if "GM[" in text and spec != "mnk:6,5,4":  # four in a row is known to us alone
        others = text[: text.index("BITGAMES[")] + ")"
        assert sgf.loads(others)[0].start == start


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "line 1: column 1: SGF must begin with a tree"),
        ("(;GM[2]\n;B", "line 2: column 3: a property must have a value"),
        ("(;GM[2]\n;B[fe]", "column 7: 1 closing parentheses are missing"),
        ("(;GM[2];B[fe]))", "column 15: a closing parenthesis must end a tree"),
        ("(;GM[2](;B[fe]);W[df])", "a node must not follow the end of a tree"),
        ("(;GM[2](;B[fe])C[x])", "a property must belong to a node"),
        ("(;GM[2];B[fe", "line 1: column 10: a value must end with a bracket"),
        ("()", "a tree must begin with a node"),
        ("((;GM[2]))", "a tree must begin with a node"),
        ("(;GM[2]1)", "column 8: '1' is not valid here: allowed are"),
        ("(;GM[2]C[a]C[b])", "column 12: the property 'C' must not come twice"),
        ("(;)", "the game GM[1] is not supported: allowed are GM[2] (Othello)"),
        ("(;GM[2];B[fe]W[df])", "a node must have one move"),
        ("(;GM[2];W[fe])", "column 8: move 1: B is to move, not W"),
        ("(;GM[2];B[aa])", "column 8: move 1: illegal move a1"),
        ("(;GM[2];B[ii])", "move 1: 'ii' is not a valid point: allowed are from aa to hh"),
        ("(;GM[2];B[])", "move 1: illegal move pass"),
        ("(;GM[2]SZ[8:6])", "must be a square, not SZ[8:6]"),
        ("(;GM[2]SZ[x])", "'x' is not a valid size SZ"),
        ("(;GM[2]SZ[7])", "line 1: column 2: "),
        ("(;GM[4]SZ[19])", "at most 121 cells"),
        ("(;GM[4]SZ[3]AB[aa]PL[B])", "PL[B] is not the side whose turn it is"),
        ("(;GM[2]PL[X])", "'X' is not a valid player PL"),
        ("(;GM[2]AB[aa:bb:cc])", "is not a valid point"),
        ("(;GM[2]AB[cc:aa])", "the upper left comes first"),
        ("(;GM[2];B[fe];AB[aa])", "column 14: AB sets the board up after the start"),
        ("(;GM[2]V[nan])", "'nan' is not a valid value"),
        ("(;GM[4]SZ[3];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb])", "move 6: the game is over"),
        ("(;BITGAMES[honeymoon])", "hides something"),
        ("(;BITGAMES[nothing])", "line 1: column 2: "),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, words: str) -> None:
    with pytest.raises(bg.ParseError) as caught:
        sgf.loads(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not sgf.loads(text, strict=False)
    assert len(sgf.loads(text, strict=False).complaints) == 1


def test_good_games_among_bad_ones(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    path.write_text("(;GM[2];B[fe])\n(;GM[2];B[aa])\n(;GM[2];B[fe];W[df])\n")
    found = sgf.load(path, strict=False)
    assert [len(game.record()) for game in found] == [1, 2]
    assert str(found.complaints[0]).startswith(f"{path}:2: column 8: move 1: illegal move a1")
    with pytest.raises(bg.ParseError):
        sgf.load(path)


@pytest.mark.parametrize(
    "text",
    [
        "(;GM[2]" + "(;C[a]" * DEEP + ")" * DEEP + ")",
        "(;GM[2]" + "(;C[a])" * DEEP + ")",
        "(;GM[2]" + ";C[a]" * DEEP + ")",
    ],
    ids=["nested", "beside", "long"],
)
def test_depth_is_no_limit(text: str) -> None:
    game = sgf.loads(text)[0]
    assert game.root.comment == "\n".join("a" * DEEP)
    assert len(parse(to_text(parse(text)))) == 1
    assert sgf.loads(sgf.dumps([game]))[0].root.comment == game.root.comment


def test_deep_trees_that_are_wrong_are_refused() -> None:
    with pytest.raises(bg.ParseError, match="move 2: W is to move"):
        sgf.loads("(;GM[2]" + "(;B[fe]" * DEEP + ")" * DEEP + ")")
    with pytest.raises(bg.ParseError, match="19,999 closing parentheses are missing"):
        sgf.loads("(;" * (DEEP - 1))


def test_more_nodes_than_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bitgames.formats.sgf_grammar.MAX_NODES", 1_000)
    assert len(parse("(" + ";" * 1_000 + ")")) == 1
    with pytest.raises(bg.ParseError, match="at most 1,000 nodes"):
        sgf.loads("(" + ";" * 1_001 + ")")


def test_passes_are_empty_and_may_be_missing() -> None:
    record = formats.transcript.parse(WITH_PASSES)
    text = sgf.dumps([record])
    assert "[]" in text
    assert sgf.loads(text)[0].record() == record
    assert sgf.loads(text.replace("[]", "[tt]"))[0].record() == record
    without = text.replace(";W[]", "").replace(";B[]", "")
    assert without != text and sgf.loads(without)[0].record() == record


def test_results_and_resignations() -> None:
    won = bg.Record("tictactoe", "a1 b1 a2 b2 a3")
    assert "RE[B+]" in sgf.dumps([won])
    over = formats.transcript.parse(WITH_PASSES)
    assert "RE[W+40]" in sgf.dumps([over])
    draw = bg.Record("tictactoe", "a1 b2 c3 a3 c1 b1 b3 c2 a2")
    assert draw.is_over and "RE[0]" in sgf.dumps([draw])
    left = bg.Record("othello", "f5", players=["ann", "ben"], date="2026", event="Open").resign()
    again = sgf.loads(sgf.dumps([left]))[0].record()
    assert again == left and again.resigned == left.resigned
    assert (again.players, again.date, again.event) == (left.players, left.date, left.event)


def test_values_and_unknown_properties_are_kept() -> None:
    text = "(;GM[2]V[1]GC[a\\]b];B[fe]V[-2.5]TM[1]BL[3][4];W[df])"
    game = sgf.loads(text)[0]
    assert [node.value for node in game.main_line] == [1.0, -2.5, None]
    again = sgf.loads(sgf.dumps([game]))[0]
    assert [node.value for node in again.main_line] == [1.0, -2.5, None]
    assert again.root.properties == {"GC": ["a\\]b"]}
    assert again.root.children[0].properties == {"TM": ["1"], "BL": ["3", "4"]}
    made = sgf.SgfGame.from_record(bg.Record("othello", "f5 d6"), [0.0, 1.5])
    assert [node.value for node in made.main_line] == [0.0, 1.5, None]


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 4)), min_size=1, max_size=6))
def test_points_are_those_of_a_slow_list(cells: list[tuple[int, int]]) -> None:
    columns, rows = zip(*cells, strict=True)
    left, right, top, bottom = min(columns), max(columns), min(rows), max(rows)
    value = "abcdef"[left] + "abcde"[top] + ":" + "abcdef"[right] + "abcde"[bottom]
    assert set(points([value], 6, 5)) == {
        (x, y) for x in range(6) for y in range(5) if left <= x <= right and top <= y <= bottom
    }


def test_hidden_games_have_no_sgf() -> None:
    with pytest.raises(bg.UnsupportedError, match="SGF cannot hold a game that hides something"):
        sgf.dumps([bg.Record(bg.Honeymoon(1))])
    assert "sgf" not in file_content.formats("honeymoon")


def test_convert_keeps_branches_and_other_formats_the_main_line(tmp_path: Path) -> None:
    one, two, out = (str(tmp_path / name) for name in ("one.sgf", "two.sgf", "out.txt"))
    Path(one).write_text("(;GM[2]PB[ann];B[fe](;W[df]C[usual];B[cc])(;W[ff]))")
    assert run("convert", one, two).exit_code == 0
    assert len(sgf.load(two)[0].root.children[0].children) == 2
    assert run("convert", one, out, "--quiet").exit_code == 0
    assert Path(out).read_text() == "f5d6c3\n"
    assert formats.read_one(one).players == ("ann", None)
    assert run("convert", out, "-", "--to", "sgf").stdout.endswith(";B[fe];W[df];B[cc])\n")
    assert convert.load(one)[0].record().moves == bg.Record("othello", "f5 d6 c3").moves  # type: ignore[union-attr, operator]
    Path(one).write_text("(;GM[2];B[aa])")
    assert "move 1: illegal move a1" in fails(run("convert", one, two), 1)
    with bg.Archive(two) as archive:
        assert [len(game.moves) for game in archive] == [3]


def test_the_room_reads_trees_and_lists_games() -> None:
    tree = file_content.read("(;GM[2];B[fe](;W[df]C[usual])(;W[ff]))")
    assert isinstance(tree, Tree) and len(tree) == 4
    games = file_content.read("(;GM[2];B[fe])(;GM[2];B[fe];W[df])")
    assert not isinstance(games, Tree) and len(games) == 2
    alone = file_content.read("(;GM[2];B[fe])", "sgf")
    assert not isinstance(alone, Tree) and len(alone.record(0)) == 1


def test_an_analysis_is_a_tree_with_values(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    record = bg.Record("tictactoe", ["a1", "b1"])
    found = bg.analyze(record)
    record.save(tmp_path / "game.json")
    done = run("analyze", str(tmp_path / "game.json"), "--sgf", str(path), "--quiet")
    assert done.exit_code == 0
    game = sgf.load(path)[0]
    assert game.record() == record
    assert [node.value for node in game.main_line] == [value for value, _ in found.curve]
    first = game.root.children[0]
    assert [node.comment for node in first.children] == ["loses 1 half point, a blunder", "best"]
    assert first.children[1].move == found.moves[1].best
