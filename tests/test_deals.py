"""Deals of honeymoon bridge by conditions: language, search, problems, files, the table."""

from __future__ import annotations

import json
import re
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import bitgames as bg
from bitgames import deals
from bitgames.cli.session import Session
from bitgames.formats import pbn
from bitgames.handouts import of_problem
from bitgames.problems import Problem, generate, to_text
from tests.commands import fails, run

SEATS = ("south", "north")
SUITS = ("spades", "hearts", "diamonds", "clubs")
PATTERNS = [
    "".join(map(str, (a, b, c, 13 - a - b - c)))
    for a in range(9)
    for b in range(9)
    for c in range(9)
    if 0 <= 13 - a - b - c <= 9
]


def hand(position: bg.Honeymoon, seat: int) -> list[str]:
    return position.deal_text.split(" ")[seat].split(".")


def points(position: bg.Honeymoon, seat: int) -> int:
    return sum("JQKA".find(rank) + 1 for rank in "".join(hand(position, seat)))


@st.composite
def ranges(draw: st.DrawFn, most: int = 13) -> tuple[str, int, int]:
    low = draw(st.integers(0, most))
    high = draw(st.integers(low, most))
    return draw(
        st.sampled_from(
            [
                (f"{low}-{high}", low, high),
                (f"{low}+", low, most),
                (f"{high}-", 0, high),
                (f"{low}", low, low),
            ]
        )
    )


@given(st.integers(0, 10_000), st.integers(0, 1), st.data())
def test_ranges_count_what_the_hand_has(seed: int, seat: int, data: st.DataObject) -> None:
    """Against a count of letters."""
    deal = bg.Honeymoon(seed)
    text, low, high = data.draw(ranges(37))
    wanted = deals.read(f"{SEATS[seat]} points:{text}")
    assert wanted.hold(deal) == (low <= points(deal, seat) <= high)
    text, low, high = data.draw(ranges())
    suit = data.draw(st.integers(0, 3))
    for name in (SUITS[suit], SUITS[suit].upper(), "shdc"[suit], "♠♥♦♣"[suit]):
        wanted = deals.read(f"{SEATS[seat]} {name}:{text}")
        assert wanted.hold(deal) == (low <= len(hand(deal, seat)[suit]) <= high)
        assert str(wanted).startswith(f"{SEATS[seat]} {SUITS[suit]}:")
        assert deals.read(str(wanted)) == wanted


@given(st.integers(0, 10_000), st.sampled_from(PATTERNS), st.booleans(), st.integers(0, 4))
@example(7, "1345", False, 0)
def test_shapes_are_lengths_in_any_order_or_in_this_one(
    seed: int, pattern: str, exact: bool, anything: int
) -> None:
    """Against all permutations of the lengths; ``x`` stands for any of them."""
    deal = bg.Honeymoon(seed)
    wanted = list(pattern[:anything] + "x" * (4 - anything))
    lengths = [str(len(suit)) for suit in hand(deal, 0)]
    orders = [wanted] if exact else permutations(wanted)
    fits = any(
        all(want in ("x", have) for want, have in zip(order, lengths, strict=True))
        for order in orders
    )
    for text in ["=".join(wanted)] if exact else ["".join(wanted), "-".join(wanted)]:
        assert deals.read(f"south shape:{text}").hold(deal) == fits


def test_other_forms_of_shapes() -> None:
    deal = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    long = bg.Honeymoon(deal="AKQJT98765.4.3.2 432.AKQJT.AKQ.AK")
    assert deals.read("shape:balanced").hold(deal)
    assert not deals.read("shape:5332/4441").hold(deal)
    assert deals.read("shape:5332/4333").hold(deal)
    assert deals.read("south shape:10-1-1-1").hold(long)
    assert not deals.read("south shape:1=1=1=10").hold(long)
    assert deals.read("south shape:10=x=x=x, north shape:5xxx").hold(long)


@pytest.mark.parametrize("seed", range(25))
def test_contracts_and_par_are_those_of_the_solver(seed: int) -> None:
    """``contract`` is a look into the table of tricks, ``par`` at par of the open hands."""
    deal = bg.Honeymoon(seed, dealer=SEATS[seed % 2])
    two = bg.Honeymoon(deal=" ".join(deal.deal_text.split(" ")[:2]), rules=deal.rules)
    par, table = two.par(), two.trick_table()
    for seat, name in enumerate(SEATS):
        for strain in "CDHS":
            for level in range(1, 8):
                makes = table[strain][seat][1 - seat] >= 6 + level
                assert deals.read(f"{name} contract:{level}{strain}").hold(deal) == makes
        favours = par.score if seat == 0 else -par.score
        assert deals.read(f"{name} par:1+").hold(deal) == (favours > 0)
        assert deals.read(f"{name} par:{abs(par.score)}").hold(deal) == (favours >= 0)
        if par.contract is not None:
            is_declarer = par.declarer == seat
            assert deals.read(f"{name} par:7NT/{par.contract}").hold(deal) == is_declarer
    assert deals.read(f"par:{par.contract or 'pass'}").hold(deal)
    named = ("pass", "partscore", "game", "slam", "grand")
    kinds = [k for k in named if deals.read(f"par:{k}").hold(deal)]
    assert len(kinds) == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("contract:4♠", "contract:4S"),
        ("contract:3n/3NT", "contract:3NT"),
        ("par:5cX", "par:5Cx"),
        ("Par:GAME/slam", "par:game/slam"),
        ("SOUTH hcp:17-, par:400+", "south points:17-, par:400+"),
        (" north S:5+ H:4 ,south   points:0-3", "north spades:5+ hearts:4, south points:3-"),
    ],
)
def test_other_spellings_have_one_text(typed: str, kept: str) -> None:
    assert str(deals.read(typed)) == kept
    assert deals.read(kept) == deals.read(typed)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("", "conditions look like points:15-17"),
        ("point:3", "did you mean points?"),
        ("east points:3", "south or north"),
        ("south", "needs a condition"),
        ("points:38", "from 0 to 37"),
        ("points:17-15", "a range goes up"),
        ("spades:many", "a number or a range"),
        ("shape:4332", "sum up to 13, not 12"),
        ("shape:433", "a shape looks like"),
        ("shape:5xx-", "a shape looks like"),
        ("contract:8C", "a contract looks like 4S"),
        ("contract:game", "a contract looks like 4S"),
        ("par:game/much", "pass, partscore, game, slam, grand"),
        ("south points:21+, north points:20+", "there are only 40 points"),
        ("spades:7+", "there are only 13 spades"),
        ("south spades:7+ hearts:7+", "south has only 13 cards"),
        ("south spades:3- hearts:3- diamonds:3- clubs:3-", "south has 13 cards"),
        ("south points:3 points:5", "differ"),
    ],
)
def test_other_texts_are_refused(wrong: str, said: str) -> None:
    with pytest.raises(bg.ParseError) as caught:
        deals.read(wrong)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text("south,nrth :+-=x/45SHDC♠points", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        found = deals.read(text)
    except bg.ParseError:
        return
    assert deals.read(str(found)) == found


def test_a_seed_repeats_the_deal_and_the_first_that_meets_it_is_taken() -> None:
    wanted = "south points:15-17 shape:balanced"
    start = bg.Honeymoon(rules="bicycle", vulnerable="both")
    found = deals.deal(start, wanted, seed=5)
    assert found == deals.deal(start, wanted, seed=5) != deals.deal(start, wanted, seed=6)
    assert found.rules == start.rules
    tried = (start.deal(bg.seeding.child_seed(5, number)) for number in range(10_000))
    assert found == next(each for each in tried if deals.read(wanted).hold(each))
    # Without conditions the seed means the deal that it always did.
    assert deals.deal(start, None, seed=5) == start.deal(5)


def test_the_search_gives_up_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "PATIENCE", 2000)
    done: list[int] = []
    with pytest.raises(bg.LimitError) as caught:
        deals.deal(
            "honeymoon",
            "south points:10+ spades:13",
            seed=1,
            progress=lambda tried, _: done.append(tried),
        )
    assert "2,000 deals have none that meets the conditions: south spades:13" in str(caught.value)
    assert done == [0, 500, 1000, 1500]
    with pytest.raises(bg.LimitError, match="20 deals have none"):
        deals.deal("honeymoon", "par:7600", seed=1)
    with pytest.raises(bg.UnsupportedError, match="not for othello"):
        deals.deal("othello", "points:3")


def problems(count: int, **options: object) -> list[Problem]:
    return list(islice(generate("honeymoon", seed=3, **options), count))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"contract": "4S", "par": True},
        {"contract": "3NT", "empties": 8},
        {"deal": "south points:15-17", "margin": 100},
        {"contract": "2Hx"},
    ],
)
def test_problems_have_one_run_of_cards_that_decides(options: dict[str, object]) -> None:
    """Every other legal card is worth less, by the solver on each of them alone."""
    for problem in problems(3, **options):
        position = problem.position
        assert isinstance(position, bg.Honeymoon)
        mover = position.turn
        assert len(position.hand(mover).replace(".", "")) <= int(str(options.get("empties", 12)))
        values = {}
        for move in position.legal_moves:
            after = position.play(move)
            sign = 1 if after.turn == mover else -1
            over = after.outcome
            values[move] = sign * bg.solve(after).value if over is None else over.scores[mover]
        best = values[problem.best_move]
        assert best == problem.value == max(values.values())
        equal = [str(move) for move, value in values.items() if value == best]
        # Equal cards are one run: of one suit, with no other card in play between them.
        ranks = "AKQJT98765432"
        places = [ranks.index(card[1]) for card in equal]
        assert len({card[0] for card in equal}) == 1
        theirs = position.hand(1 - mover).split(".")["SHDC".index(equal[0][0])]
        led = "" if position.led is None else str(position.led)
        theirs += led[1:] if led[:1] == equal[0][0] else ""
        assert not any(min(places) < ranks.index(rank) < max(places) for rank in theirs)
        others = [value for move, value in values.items() if str(move) not in equal]
        if "margin" in options:
            assert best - max(others) >= 100
        else:
            assert best > 0 >= max(others)
        assert problem.values[1][1] == max(others)
        if "contract" in options:
            assert position.contract == options["contract"]
        if options.get("par"):
            assert problem.record.start.par().contract == options["contract"]
        wanted = problem.record.conditions
        assert wanted is None or wanted.hold(problem.record.start)
        assert f"{position.contract} by " in to_text(problem)


def test_problems_are_printed() -> None:
    """Several equal cards may be best, so none is called the only one."""
    figure = of_problem(problems(1, contract="4S", par=True)[0])
    assert figure.caption.endswith(" to move: find the best move")
    assert " wins by 420 points; " in figure.solution


def test_arguments_of_problems_are_checked() -> None:
    for options in ({"contract": "slam", "par": True}, {"win_in": 2}, {"empties": 14}):
        with pytest.raises(bg.ParameterError):
            generate("honeymoon", **options)  # type: ignore[arg-type]
    with pytest.raises(bg.ParameterError, match="of honeymoon, not of othello"):
        generate("othello", contract="4S")


def test_files_keep_the_conditions(tmp_path: Path) -> None:
    wanted = "south points:12+, north spades:4-"
    record = bg.Record(deals.deal("honeymoon", wanted, seed=2), conditions=wanted)
    assert str(bg.Record.from_json(record.to_json()).conditions) == wanted
    assert eval(repr(record), {"Record": bg.Record, "bitgames": bg}).conditions is not None
    text = pbn.to_text(record)
    assert f'[Conditions "{wanted}"]' in text
    again = pbn.parse(text)
    assert again == pbn.PbnGame(record, {"Board": "1"})
    assert again.tags == pbn.parse(pbn.to_text(bg.Record(record.start))).tags
    for wrong, said in [("spades:x", "spades are a number"), ("south points:0", "does not meet")]:
        with pytest.raises(bg.ParseError, match=f"line [0-9]+: the tag Conditions: .*{said}"):
            pbn.parse(text.replace(wanted, wrong))
        # A deal that is refused is not shown.
        with pytest.raises(bg.ParseError) as caught:
            bg.Record(record.start, conditions=wrong)
        assert record.start.hand(1) not in str(caught.value)
    assert "conditions" not in bg.Record("tictactoe").to_json()


def test_a_series_at_the_table_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each deal meets them, both players are told them, and nothing else of the hidden hand."""
    wanted = deals.read("north points:12+")
    start = deals.deal("honeymoon", wanted, seed=1)
    session = Session(start, "rule", "south", seed=1, conditions=wanted)
    said = list(session.open())
    assert "deals with north points:12+" in said[0]
    for number in range(3):
        assert session.game.number == number
        assert wanted.hold(session.record.start)
        assert session.record.conditions == wanted
        shown = "\n".join(said)
        assert session.record.start.hand(1) not in shown
        assert "13 unknown" in shown
        said = list(session.handle("resign"))
        said = list(session.handle("yes"))
    # A deal that cannot be found leaves everything as it was.
    list(session.handle("resign"))
    before = session.game.number, session.record
    monkeypatch.setattr(deals, "PATIENCE", 0)
    said = list(session.handle("yes"))
    assert "0 deals have none that meets the conditions: north points:12+" in "\n".join(said)
    assert (session.game.number, session.record) == before


def test_a_game_in_progress_keeps_them() -> None:
    record = bg.Record(deals.deal("honeymoon", "south S:5+", seed=1), conditions="south S:5+")
    session = Session(record.start, "rule", "south", seed=1, record=record)
    kept = bg.play.Tree.from_dict(json.loads(json.dumps(session.game.tree.to_dict())))
    again = Session(record.start, "rule", "south", seed=1, tree=kept)
    assert str(again.game.conditions) == "south spades:5+"


def test_a_file_does_not_bind_later_deals_of_people() -> None:
    """Who loads a deal by conditions in a room knows them, the other players do not."""
    wanted = deals.read("north points:20+")
    record = bg.Record(deals.deal("honeymoon", wanted, seed=1), conditions=wanted)
    room = bg.play.Room(lambda viewer, answer: None, "honeymoon", seed=1)
    room.load(record)
    assert room.game.record.conditions == wanted
    room.game.again()
    assert room.game.record.conditions is None
    assert not wanted.hold(room.game.start)
    # At a terminal the series goes on by them, and says so.
    session = Session(record.start, "rule", "south", seed=1, record=record)
    assert "deals with north points:20+" in next(iter(session.open()))
    session.game.again()
    assert wanted.hold(session.game.start)


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "deals.pbn")
    made = run("problems", "honeymoon", "--contract", "4S", "--par", "--count", "2",
               "--seed", "1", "--to", file)  # fmt: skip
    assert made.exit_code == 0, made.output
    assert [str(game.record.conditions) for game in pbn.load(file)] == ["par:4S"] * 2
    solved = run("solve", f"{file}#1", "--json")
    assert '"value": 420' in solved.output or '"value": -420' in solved.output
    solved = run("solve", "honeymoon", "--deal", "south par:slam", "--seed", "4")
    assert "by south" in solved.output
    played = run("play", "honeymoon", "--deal", "south spades:6+", "--seed", "3", "--opponent",
                 "rule", "--side", "south", stdin="quit\n")  # fmt: skip
    assert "deals with south spades:6+" in played.output
    with monkeypatch.context() as patched:
        patched.setattr(deals, "PATIENCE", 1000)
        rare = run("show", "honeymoon", "--deal", "south shape:13=0=0=0", "--seed", "1")
    assert "1,000 deals have none" in fails(rare, 1)
    drawn = run("show", "honeymoon:dealer=north", "--deal", "north points:15-17", "--seed", "1")
    found = deals.deal("honeymoon:dealer=north", "north points:15-17", seed=1)
    assert drawn.output.startswith(f"{found}\n")
    assert found.hand(0) not in drawn.output
    for wrong in (
        ["show", "othello", "--deal", "points:3"],
        ["problems", "honeymoon:notrump=no", "--contract", "3NT"],
        ["solve", "othello", "--deal", "par:slam"],
        ["problems", "othello", "--contract", "4S"],
        ["problems", "honeymoon", "--deal", "spades:14"],
        ["play", "honeymoon", "--deal", "points:x", "--opponent", "rule", "--side", "south"],
        ["play", "--load", file, "--deal", "points:3"],
        ["solve", "honeymoon", "--seed", "3"],
    ):
        fails(run(*wrong), 2)


OPTIONS = ["", "vulnerable=both", "vulnerable=north,dealer=north", "notrump=no",
           "scoring=rubber,vulnerable=south,part_scores=60/0", "play_lead=declarer"]  # fmt: skip


def value(start: bg.Honeymoon, contract: str, seat: int) -> int:
    """What a contract brings its declarer, by the solver of the game."""
    position = bg.Record(start, deals.calls(start, contract, seat)).position
    points = int(bg.solve(position).value)
    return points if position.turn == seat else -points


@pytest.mark.parametrize("options", OPTIONS)
def test_reasons_of_par_are_true(options: str) -> None:
    """Each contract that they name brings what they say, and the auction could not go better."""
    for seed in range(12):
        dealt = bg.Honeymoon(seed, rules=f"taiwan,{options}")
        start = deals.opened(dealt)
        par = start.par()
        first, *others = deals.reasons(start, par)
        for line, name, other in zip(first.split("; "), SEATS, (1, 0), strict=True):
            seat = 1 - other
            strains = ("C", "D", "H", "S") + (("NT",) if "notrump" not in options else ())
            bids = [f"{level}{strain}" for level in range(1, 8) for strain in strains]
            made = [each for each in bids if deals.read(f"{name} contract:{each}").hold(start)]
            if line == f"{name} makes nothing":
                assert made == []
                continue
            contract, points = re.fullmatch(rf"{name} makes (\S+) for ([0-9,]+)", line).groups()  # type: ignore[union-attr]
            assert value(start, contract, seat) == int(points.replace(",", ""))
            assert int(points.replace(",", "")) == max(value(start, each, seat) for each in made)
        told = re.findall(r"(\S+?)(?:'s)? (?:best )?is (\S+), (?:(\d+) down|made) for ([0-9,]+)",
                          "\n".join(others))  # fmt: skip
        for name, contract, down, points in told:
            worth = value(start, contract, SEATS.index(name))
            assert worth == int(points.replace(",", "")) * (-1 if down else 1)
        if par.contract is not None and par.declarer is not None:
            over = [each for each in told if each[0] != SEATS[par.declarer]]
            gain = par.score if par.declarer == 1 else -par.score
            for line in others:
                if line.startswith("over") and line.endswith("worse"):
                    assert value(start, over[0][1], 1 - par.declarer) < gain
                elif "; then " in line:
                    # The auction that goes on is no better for the player who went on.
                    reply = next(each for each in told if each[0] == SEATS[par.declarer])
                    assert value(start, reply[1], par.declarer) >= -gain
                elif " down for " in line and line.startswith(par.contract):
                    assert value(start, par.contract, par.declarer) == -gain < 0


def test_the_solver_says_why() -> None:
    solved = run("solve", "honeymoon", "AKQ2.QJ2.AK3.T94", "JT3.AK43.QJ2.A82")
    assert "why         south makes 1NT for 120; north makes nothing" in solved.output
    data = json.loads(
        run("solve", "honeymoon", "--deal", "par:5Cx", "--seed", "1", "--json").output
    )
    assert data["par"]["contract"] == "5Cx"
    assert any(line.startswith("5Cx is ") for line in data["par"]["reasons"])
