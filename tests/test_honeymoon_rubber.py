"""Rubbers of honeymoon bridge: the reference's score sheet, part scores in par, the terminal."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bitgames as bg
from bitgames.cli.session import Session
from bitgames.formats import pbn
from tests.reference import honeymoon as reference

seats = st.integers(0, 1)
contracts = st.builds(
    reference.Contract,
    st.integers(1, 7),
    st.sampled_from(reference.STRAINS),
    seats,
    st.integers(0, 2),
)


@st.composite
def deals(draw: st.DrawFn) -> tuple[reference.Contract, list[list[reference.Card]], int]:
    """A contract, two hands of which one has some of its honours, and the declarer's tricks."""
    contract = draw(contracts)
    notrump = contract.strain == "NT"
    suits, ranks = (reference.SUITS, "A") if notrump else (contract.strain, "AKQJT")
    honours = [(suit, rank) for suit in suits for rank in ranks]
    others = [card for card in reference.PACK if card not in honours]
    held = draw(st.lists(st.sampled_from(honours), unique=True))
    rest = [card for card in honours if card not in held]
    hands = [[*held, *others][:13], [*rest, *reversed(others)][:13]]
    # Most contracts are made, so that most rubbers come to an end.
    tricks = draw(st.integers(contract.level + 5, 13) | st.integers(0, 13))
    return contract, hands[:: draw(st.sampled_from([1, -1]))], tricks


@given(st.lists(deals(), max_size=40))
def test_whole_rubbers_are_written_as_on_paper(
    played: list[tuple[reference.Contract, list[list[reference.Card]], int]],
) -> None:
    sheet, rubber = reference.Sheet([], (0, 0)), bg.honeymoon.Rubber()
    for contract, cards, tricks in played:
        south, north = (reference.honours(hand, contract.strain) for hand in cards)
        text = f"{contract.level}{contract.strain}{'x' * contract.doubled}"
        sheet.write(contract, tricks, cards)
        rubber = rubber.score(text, contract.declarer, tricks, honours=south - north)
        for seat in (0, 1):
            assert rubber.games[seat] == sheet.winners.count(seat)
            assert rubber.is_vulnerable(seat) == (seat in sheet.winners)
            assert rubber.part_scores[seat] == sheet.part_score(seat)
            assert rubber.above[seat] == sheet.total_above(seat)
            assert rubber.totals[seat] == sheet.total(seat)
            assert rubber.below[seat] == sheet.total(seat) - sheet.total_above(seat)
            assert rubber.settled[seat] == sheet.settled(seat)
        assert rubber.is_finished == sheet.is_finished
        assert pickle.loads(pickle.dumps(rubber)) == rubber
        if rubber.is_finished:
            break
        start = bg.Honeymoon(rules=rubber.rules("bicycle,dealer=north"))
        assert start.rules.startswith("bicycle,scoring=rubber")
        assert (start.dealer, start.rubber.part_scores) == (1, rubber.part_scores)
        assert start.rubber.games == rubber.games


def test_a_rubber_from_the_first_deal_to_the_last() -> None:
    """Each deal of a rubber counted by hand from the score table of law 81."""
    deals = [
        # Contract, declarer, tricks, honours; then games, part scores and totals.
        ("2H", 0, 9, 0, (0, 0), (60, 0), (90, 0)),
        ("1NT", 1, 7, 0, (0, 0), (60, 40), (90, 40)),
        ("2Cx", 0, 8, 100, (1, 0), (0, 0), (320, 40)),  # 80 below is enough; 50 and honours
        ("4S", 0, 8, 0, (1, 0), (0, 0), (320, 240)),  # vulnerable, two down
        ("6D", 1, 12, -150, (1, 1), (0, 0), (320, 1010)),
        ("3NTx", 1, 7, 150, (1, 1), (0, 0), (970, 1010)),  # 500, and four aces against it
        ("3NT", 0, 10, 0, (2, 1), (0, 0), (1600, 1010)),
    ]
    rubber = bg.honeymoon.Rubber()
    for contract, declarer, tricks, honours, games, part_scores, totals in deals:
        assert rubber.winner is None
        rubber = rubber.score(contract, declarer, tricks, honours=honours)
        assert (rubber.games, rubber.part_scores, rubber.totals) == (games, part_scores, totals)
    assert rubber.is_finished
    assert rubber.winner == 0
    assert rubber.settled == rubber.totals
    with pytest.raises(bg.ParameterError, match="2 to 1 games"):
        rubber.score("1C", 0, 7)


def test_who_has_more_points_wins_the_rubber() -> None:
    rubber = bg.honeymoon.Rubber((1, 0), above=(0, 2000)).score("3NT", 0, 9)
    assert rubber.totals == (800, 2000)
    assert rubber.winner == 1
    assert bg.honeymoon.Rubber((2, 0), above=(50, 50)).winner is None


def played(start: bg.Honeymoon, player: bg.Agent) -> bg.Record:
    """The deal that a player plays on both seats."""
    record = bg.Record(start)
    while not record.position.is_over:
        record.play(player.choose(record.position))
    return record


def test_deals_are_written_as_they_were_played() -> None:
    """Whole rubbers of players: each deal's score is what it adds to the sheet."""
    player = bg.Agent("rule", seed=0)
    for preset in reference.PRESETS:
        rubber, seed = bg.honeymoon.Rubber(), 0
        while not rubber.is_finished:
            start = bg.Honeymoon(seed, rules=rubber.rules(preset))
            end = played(start, player).position
            game = reference.parse(end.to_string())
            assert end.outcome.scores == (game.score, -game.score)
            after = rubber.after(end)
            gained = [new - old for new, old in zip(after.totals, rubber.totals, strict=True)]
            assert gained[0] - gained[1] == end.outcome.scores[0]
            rubber, seed = after, seed + 1
        assert max(rubber.games) == 2
        with pytest.raises(bg.ParameterError, match="unfinished"):
            rubber.after(end)


def test_a_deal_that_was_passed_out_changes_nothing() -> None:
    start = bg.Honeymoon(3, scoring="rubber", vulnerable="both", part_scores="0/60")
    end = start.play("pass").play("pass")
    assert start.rubber.after(end) == start.rubber


def minimax(start: bg.Honeymoon, game: reference.Game) -> int:
    """South's par by trying every undoubled, doubled and redoubled contract as the end of all."""
    table = start.trick_table()
    cards = [list(hand) for hand in game.dealt]
    values: dict[tuple[int, int, int], int] = {}
    for index, (level, strain) in enumerate(reference.BIDS):
        for declarer in (0, 1):
            tricks = table[strain][declarer][1 - declarer]
            for doubled in (0, 1, 2):
                sheet = game.sheet()
                before = sheet.total(0) - sheet.total(1)
                contract = reference.Contract(level, strain, declarer, doubled)
                sheet.write(contract, tricks, cards)
                values[index, declarer, doubled] = sheet.total(0) - sheet.total(1) - before
    best = (max, min)

    def after(index: int, declarer: int, doubled: int, turn: int) -> int:
        """The worth of an auction that stands so, with a player to call."""
        key = (index, declarer, doubled, turn)
        if key not in known:
            options = [values[index, declarer, doubled]]
            if doubled == 0 and turn != declarer:
                options.append(after(index, declarer, 1, 1 - turn))
            if doubled == 1 and turn == declarer:
                options.append(after(index, declarer, 2, 1 - turn))
            options += [after(higher, turn, 0, 1 - turn) for higher in range(index + 1, 35)]
            known[key] = best[turn](options)
        return known[key]

    known: dict[tuple[int, int, int, int], int] = {}
    dealer = game.rules.dealer
    second = best[1 - dealer]([0, *(after(bid, 1 - dealer, 0, dealer) for bid in range(35))])
    return best[dealer]([second, *(after(bid, dealer, 0, 1 - dealer) for bid in range(35))])


@pytest.mark.parametrize("vulnerable", reference.VULNERABLE)
@pytest.mark.parametrize("part_scores", ["0/0", "60/0", "20/40", "90/90"])
def test_par_counts_as_the_rubber_does(vulnerable: str, part_scores: str) -> None:
    options = {"scoring": "rubber", "vulnerable": vulnerable, "part_scores": part_scores}
    for seed in range(4):
        dealt = bg.Honeymoon(seed)
        deal = f"{dealt.hand(0)} {dealt.hand(1)}"
        start = bg.Honeymoon(
            deal=deal, play_lead="defender", dealer=("south", "north")[seed % 2], **options
        )
        par = start.par()
        assert par.score == minimax(start, reference.parse(start.to_string()))
        assert bg.solve(start).value == (par.score if start.turn == 0 else -par.score)


def test_a_part_score_makes_two_of_a_minor_a_game() -> None:
    """Eight tricks in clubs: 40 points more below the line, or the second game and the rubber."""
    deal = "432.432.432.AKQJ AKQ.AKQ.AKQ.T987"
    with_part = bg.Honeymoon(deal=deal, scoring="rubber", vulnerable="south", part_scores="60/0")
    without = bg.Honeymoon(deal=deal, scoring="rubber", vulnerable="south")
    ends = []
    for start in (with_part, without):
        position = start.play("2C").play("pass")
        ends.append(bg.solve(position).value * (1 if position.turn == 0 else -1))
        assert position.honours == 100
    bonus = bg.honeymoon.Rubber((1, 0), (60, 0)).score("2C", 0, 8)
    assert bonus.is_finished
    assert bonus.above == (700, 0)
    tricks = with_part.trick_table()["C"][0][1]
    expected = [
        start.rubber.score("2C", 0, tricks, honours=100).totals for start in (with_part, without)
    ]
    assert ends == [expected[0][0] - 60 - expected[0][1], expected[1][0] - expected[1][1]]


@pytest.mark.parametrize(
    ("vulnerable", "part_scores", "contract", "score"),
    [
        ("none", "0/0", "1NT", 70),
        # A second game ends the rubber. The lower bid would leave north room for a cheap sacrifice.
        ("south", "60/0", "2NT", 770),
        ("both", "60/0", "1NT", 570),
        ("north", "60/0", "1NT", 70),
    ],
)
def test_the_best_contract_depends_on_games_and_part_scores(
    vulnerable: str, part_scores: str, contract: str, score: int
) -> None:
    """South has eight tricks in every strain."""
    start = bg.Honeymoon(
        deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82",
        scoring="rubber",
        vulnerable=vulnerable,
        part_scores=part_scores,
    )
    par = start.par()
    assert (par.contract, par.score) == (contract, score)


def test_montecarlo_bids_for_what_counts() -> None:
    """Before the exchange, with a game: 60 below ask for a contract of 40 points."""
    player = bg.Agent("montecarlo")
    openings = {}
    for part_scores in ("0/0", "60/0"):
        starts = [
            bg.Honeymoon(seed, scoring="rubber", vulnerable="south", part_scores=part_scores)
            for seed in range(24)
        ]
        openings[part_scores] = [str(player.choose(start)) for start in starts]
    enough = {"1NT", "2C", "2D", "2H", "2S"}
    wanted = {parts: sum(call in enough for call in calls) for parts, calls in openings.items()}
    assert wanted["0/0"] <= 2 and wanted["60/0"] >= 6, openings


def test_the_terminal_goes_on_with_the_rubber() -> None:
    start = bg.games.get("honeymoon:bicycle,scoring=rubber").deal(1)
    session = Session(start, bg.players.get("rule"), "south", seed=1)
    player, rubber, dealer = bg.Agent("rule", seed=0), bg.honeymoon.Rubber(), 0
    said = list(session.open())
    for _ in range(40):
        deal = session.record.start
        assert (deal.rubber.games, deal.rubber.part_scores) == (rubber.games, rubber.part_scores)
        assert deal.dealer == dealer
        shown = deal.to_text(viewer=0)
        assert f"games {rubber.games[0]}/{rubber.games[1]}, part " in shown
        while not session.is_over:
            said = list(session.handle(str(player.choose(session.record.position))))
        rubber, dealer = rubber.after(session.record.position), 1 - dealer
        sheet = said[-1].splitlines()
        assert sheet[0].split() == ["score", "sheet", "south", "north"]
        assert sheet[5].split() == ["total", *map(str, rubber.totals)]
        if rubber.is_finished:
            assert " the rubber by " in sheet[-1]
            break
        assert sheet[-1].startswith("if it ended here")
        list(session.handle("yes"))
    assert rubber.is_finished
    # Another rubber begins.
    list(session.handle("yes"))
    assert session.record.start.rubber == bg.honeymoon.Rubber()


def test_a_deal_that_is_taken_back_is_not_counted() -> None:
    session = Session(bg.Honeymoon(1, scoring="rubber"), None, seed=1)
    player = bg.Agent("rule", seed=0)
    while not session.is_over:
        said = list(session.handle(str(player.choose(session.record.position))))
    once = said[-1]
    assert once.startswith("score sheet")
    last = str(session.record.last_move)
    list(session.handle("undo"))
    assert not session.is_over
    assert list(session.handle(last))[-1] == once


def test_a_deal_of_a_rubber_in_a_file() -> None:
    start = bg.Honeymoon(5, scoring="rubber", vulnerable="north", part_scores="40/0")
    player = bg.Agent("rule", seed=0)
    record = played(start, player)
    end = record.position
    text = pbn.to_text(record)
    assert '[Scoring "Rubber"]' in text
    assert f'[Score "NS {end.outcome.scores[0]}"]' in text
    assert pbn.parse(text).record.position == end
