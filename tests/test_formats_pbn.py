"""PBN: deals of honeymoon bridge there and back, against another reader, and damaged."""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bitgames as bg
from bitgames.formats import pbn

few = settings(max_examples=max(10, settings().max_examples // 3))
DEAL = '[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - -"]'


@st.composite
def games(draw: st.DrawFn) -> pbn.PbnGame:
    """A random game under random rules, to its end or to somewhere before."""
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    start = bg.Honeymoon(
        draw(st.integers(0, 2**32)),
        rules=draw(st.sampled_from(["taiwan", "bicycle", "face_up"])),
        vulnerable=draw(st.sampled_from(["none", "south", "north", "both"])),
        dealer=draw(st.sampled_from(["south", "north"])),
    )
    if draw(st.integers(0, 3)) == 0:
        hands = start.deal_text.rsplit(" ", 1)[0]
        start = bg.Honeymoon(deal=hands, rules=start.rules)
    record = bg.Record(start)
    longest = draw(st.one_of(st.just(200), st.integers(0, 70)))
    while len(record) < longest and not record.position.is_over:
        moves = record.position.legal_moves
        calls = record.position.phase == "auction"
        record.play(chance.choice(moves[: 5 if calls and chance.random() < 0.8 else None]))
    words = st.text("abc 12\"\\[]'", max_size=8)
    tags = draw(st.dictionaries(st.sampled_from(["Event", "Site", "West", "Remark"]), words))
    return pbn.PbnGame(record, {"Board": "7", **tags})


@few
@given(games())
def test_games_come_back(game: pbn.PbnGame) -> None:
    text = pbn.to_text(game)
    again = pbn.parse(text)
    assert again == game
    assert pbn.to_text(again) == text
    assert again.record.position == game.record.position


@given(st.lists(games(), max_size=4))
@settings(max_examples=10)
def test_files_hold_many(several: list[pbn.PbnGame]) -> None:
    assert pbn.loads(pbn.dumps(several)) == several
    assert pbn.loads(pbn.dumps(several).encode()) == several


def test_results_without_play() -> None:
    text = (
        f'[Board "3"]\n{DEAL}\n[Declarer "W"]\n[Contract "4SX"]\n[Result "8"]\n[Vulnerable "EW"]\n'
    )
    game = pbn.parse(text)
    assert (game.contract, game.declarer, game.tricks) == ("4Sx", 1, 8)
    assert game.record.start.is_vulnerable(1)
    assert '[Score "NS 500"]' in pbn.to_text(game)
    assert pbn.parse(pbn.to_text(game)) == game


def test_files_of_others_are_read() -> None:
    text = """\
% PBN 2.1
; a comment
[Event "x"]
[Dealer "N"]
[Deal "N:JT3.AK43.QJ2.A82 ... AKQ2.QJ2.AK3.T94 -"]
{ a
remark }
[Site "y"]
"""
    game = pbn.loads(text)[0]
    assert game.record.start.hand(1) == "JT3.AK43.QJ2.A82"
    assert game.record.start.dealer == 1
    assert game.tags == {"Event": "x", "Site": "y"}
    auction = f'{DEAL}\n[Auction "S"]\n1NT =1= Pass $7 Pass! Pass\n[Play "S"]\nSA S3 - -\n*\n'
    record = pbn.parse(auction).record
    assert list(map(str, record.moves)) == ["1NT", "pass", "S3", "SA"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[Deal "S:AKQ2.QJ2.AK3.T94 - - -"]', ["line 1", "two seats must have cards, not 1"]),
        ('[Deal "S:AKQ2.QJ2.AK3.T9 JT3.AK43.QJ2.A82 - -"]', ["12", "13"]),
        ('[Deal "S:AKQ2.QJ2.AK3.T94 AT3.AK43.QJ2.A82 - -"]', ["SA", "both hands"]),
        ('[Deal "S:AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A8X - -"]', ["'X'", "not a rank"]),
        ('[Deal "AKQ2"]', ["line 1", "four hands"]),
        ('[Event "a"]', ["line 1", "the tag Deal is missing"]),
        ("[Event a]", ["line 1", "not a valid tag"]),
        ("x", ["line 1", "not a tag"]),
        (f"{DEAL}\n{DEAL}", ["twice"]),
        (f'{DEAL}\n[Vulnerable "me"]', ["line 2", "NS"]),
        (f'{DEAL}\n[Honeymoon "chess"]', ["chess", "bicycle"]),
        (f'{DEAL}\n[Stock "SA"]', ["26 cards"]),
        (f'{DEAL}\n[Auction "X"]', ["line 2", "begins with a seat"]),
        (f'{DEAL}\n[Auction "S"]\n1Z', ["line 2", "Z", "NT"]),
        (f'{DEAL}\n[Auction "S"]\n2C 1C', ["move 2", "1C is not above 2C"]),
        (f'{DEAL}\n[Auction "S"]\nPass Pass 1C', ["N does not play"]),
        (f'{DEAL}\n[Auction "S"]\n1NT Pass\n[Play "W"]\nS3 HQ', ["HQ"]),
        (f'{DEAL}\n[Auction "S"]\n1NT Pass\n[Play "W"]\n- - - D3\n', ["D3"]),
        (f'{DEAL}\n[Play "W"]\nS3 SA', ["line 2", "not complete"]),
        (f'{DEAL}\n[Contract "8S"]', ["line 2", "8S"]),
        (f'{DEAL}\n[Contract "4S"]\n[Declarer "N"]', ["line 3", "S or W"]),
        (f'{DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Result "14"]', ["line 4", "14"]),
        (f'{DEAL}\n[Contract "4S"]\n[Declarer "S"]\n[Auction "S"]\n1NT AP', ["Contract", "1NT"]),
    ],
)
def test_damaged_files_are_refused_by_line(text: str, words: list[str]) -> None:
    with pytest.raises(bg.ParseError) as caught:
        pbn.loads(text)
    for word in words:
        assert word in str(caught.value)
    assert "\n" not in str(caught.value)
    loose = pbn.loads(f'{text}\n\n{DEAL}\n[Board "2"]\n', strict=False, name="x.pbn")
    assert len(loose) == len(loose.complaints) == 1
    assert str(loose.complaints[0]).startswith("x.pbn:")


@few
@given(games(), st.data())
def test_a_damaged_file_is_an_error_or_a_game(game: pbn.PbnGame, data: st.DataObject) -> None:
    text = pbn.to_text(game)
    place = data.draw(st.integers(0, len(text) - 1))
    letter = data.draw(st.sampled_from('SHDCAKQ2x"[]:.- \n\\*?'))
    text = text[:place] + letter + text[place + data.draw(st.integers(0, 1)) :]
    for read in pbn.loads(text, strict=False):
        again = pbn.to_text(read)
        assert pbn.to_text(pbn.parse(again)) == again


def test_only_whole_deals_of_this_game() -> None:
    with pytest.raises(bg.UnsupportedError):
        pbn.to_text(bg.Record("othello"))
    with pytest.raises(bg.UnsupportedError):
        pbn.to_text(bg.Record(bg.Honeymoon(1).play("1C")))


@few
@given(games())
def test_another_reader_finds_the_same(game: pbn.PbnGame) -> None:
    """The package endplay: hands, dealer, contract, tricks, score and calls."""
    types = pytest.importorskip("endplay.types")
    parser = pytest.importorskip("endplay.parsers.pbn")
    # It knows no quotes inside a tag, neither when it reads nor when it writes.
    plain = {tag: value.translate(str.maketrans("", "", '"\\')) for tag, value in game.tags.items()}
    (board,) = parser.loads(pbn.dumps([dataclasses.replace(game, tags=plain)]))
    start = game.record.start
    west = types.Player.west
    assert board.deal[types.Player.south].to_pbn() == start.hand(0)
    assert board.deal[west].to_pbn() == start.hand(1)
    assert board.dealer == (west if start.dealer else types.Player.south)
    end = game.record.position
    if end.contract is None:
        return
    # With the passes of the two others the auction is one of bridge.
    told = types.Contract.from_auction(board.dealer, board.auction)
    assert (told.level, told.declarer == west) == (int(end.contract[0]), end.declarer == 1)
    assert told.penalty.name == ("passed", "doubled", "redoubled")[end.contract.count("x")]
    if end.is_over:
        vulnerable = board.vul
        assert board.contract.declarer == told.declarer
        score = end.outcome.scores[end.declarer]
        assert board.contract.score(vulnerable) == score
        # And what it writes is read by us.
        again = pbn.parse(parser.dumps([board]))
        assert again.record.start.deal_text == start.deal_text
        assert (again.contract, again.declarer) == (end.contract, end.declarer)


def test_remarks_and_notes() -> None:
    """Remarks over several lines, one that looks like a tag, and what is left of each."""
    text = f"""{DEAL}
{{a remark
[Auction "W"]
1S}} ; and the rest {{
[Auction "S"]
1NT =1= Pass {{one}} Pass ! $3 {{two
three}} Pass ; {{ no remark
"""
    game = pbn.parse(text)
    assert [str(move) for move in game.record.moves] == ["1NT", "pass"]


FOUR = "AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 9854.T98.T987.K3 76.765.654.QJ765"
ALL_FOUR = f"""\
[Event "club"]
[West "Wu"]
[North "No"]
[East "Ea"]
[South "So"]
[Dealer "N"]
[Vulnerable "NS"]
[Deal "S:{FOUR}"]
[Contract "4S"]
[Declarer "S"]
[Result "10"]
[Auction "N"]
Pass Pass 1S Pass
4S AP
[Play "W"]
CA C3 CQ C4
*
"""


@pytest.mark.parametrize("hands", ["SW", "WS", "NS", "EW", "NE"])
def test_two_of_four_hands(hands: str) -> None:
    given = dict(zip("SWNE", FOUR.split(), strict=True))
    names = dict(zip("SWNE", ("So", "Wu", "No", "Ea"), strict=True))
    game = pbn.loads(ALL_FOUR, hands=hands)[0]
    start = game.record.start
    assert [start.hand(0), start.hand(1)] == [given[seat] for seat in hands]
    assert [start.is_vulnerable(seat) for seat in (0, 1)] == [seat in "NS" for seat in hands]
    order = "NESW"  # the dealer is north, and a seat without cards passes
    assert start.dealer == (order.index(hands[0]) > order.index(hands[1]))
    # Calls, cards and results are those of four players.
    assert (game.record.moves, game.contract, game.tricks) == ([], None, None)
    assert game.record.players == tuple(names[seat] for seat in hands)
    again = pbn.parse(pbn.to_text(game))
    assert again.record == game.record
    assert (again.tags["South"], again.tags["West"]) == game.record.players


@pytest.mark.parametrize(
    ("deal", "south", "north"),
    [("N:A - K -", "K", "A"), ("N:A K - -", "A", "K"), ("E:A K - -", "K", "A"),
     ("W:A K - -", "K", "A"), ("E:A - K -", "A", "K")],
)  # fmt: skip
def test_any_two_seats_may_have_the_cards(deal: str, south: str, north: str) -> None:
    hands = {"A": "AKQ2.QJ2.AK3.T94", "K": "JT3.AK43.QJ2.A82"}
    first, _, seats = deal.partition(":")
    text = " ".join(hands.get(each, "-") for each in seats.split())
    start = pbn.parse(f'[Deal "{first}:{text}"]').record.start
    assert (start.hand(0), start.hand(1)) == (hands[south], hands[north])


def test_hands_that_cannot_be_chosen() -> None:
    with pytest.raises(bg.ParseError, match="line 8: 4 hands are given, and the game has two"):
        pbn.loads(ALL_FOUR)
    with pytest.raises(bg.ParseError, match="line 1: the hand of East is not given"):
        pbn.loads(DEAL, hands="SE")
    for hands in ("", "S", "SS", "SX", "sw", "SWN"):
        with pytest.raises(bg.ParameterError, match="two of the letters N, E, S and W"):
            pbn.loads(DEAL, hands=hands)


def test_hands_of_another_writer() -> None:
    """Deals of four hands that endplay wrote, read for every two seats."""
    types = pytest.importorskip("endplay.types")
    parser = pytest.importorskip("endplay.parsers.pbn")
    board = types.Board(deal=types.Deal(f"S:{FOUR}"), dealer=types.Player.east)
    text = parser.dumps([board])
    for first, second in itertools.permutations("NESW", 2):
        start = pbn.loads(text, hands=first + second)[0].record.start
        for seat, letter in ((0, first), (1, second)):
            assert board.deal[types.Player.find(letter)].to_pbn() == start.hand(seat)


def test_what_is_written_says_how_the_exchange_is_told() -> None:
    """The remark holds for the deal that has it, and other readers skip it."""
    player, record = bg.Agent("rule", seed=0), bg.Record(bg.Honeymoon(7))
    while not record.is_over:
        record.play(player.choose(record.position))
    text = pbn.to_text(record)
    remark = " ".join(text[text.index("{") : text.index("}")].split())
    assert "South and West are opponents; North and East have no cards and pass." in remark
    assert "Deal has the hands as they were dealt." in remark
    assert "The cards of Play come from the hands after the exchange." in remark
    assert max(map(len, text[text.index("{") : text.index("}")].splitlines())) <= 81
    # As the remark says: the winner takes the top card of the stock, the loser the one below.
    stock = record.start.deal_text.split(" ")[2]
    cards = [stock[at : at + 2] for at in range(0, len(stock), 2)]
    hands = [set(map(str, _cards(record.start.hand(seat)))) for seat in (0, 1)]
    position, lead = record.start, None
    for move in record.moves:
        after = position.play(move)
        if position.phase == "draw":
            hands[position.turn].remove(str(move))
            if position.led is not None:
                winner = after.last_trick_winner
                hands[winner].add(cards.pop(0))
                hands[1 - winner].add(cards.pop(0))
        elif position.phase == "play" and lead is None:
            lead = position
        position = after
    assert lead is not None
    assert hands == [set(_cards(lead.hand(seat))) for seat in (0, 1)]
    open_hands = bg.Honeymoon(deal="AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82")
    assert "exchange" not in pbn.to_text(bg.Record(open_hands))


def _cards(hand: str) -> list[str]:
    suits = zip("SHDC", hand.split("."), strict=True)
    return [suit + rank for suit, ranks in suits for rank in ranks]


def test_names_of_a_record_are_written() -> None:
    record = bg.Record(bg.Honeymoon(7), players=["Ann", None], date="2026.01.02", event="Club")
    text = pbn.to_text(record)
    for line in ('[South "Ann"]', '[West ""]', '[Date "2026.01.02"]', '[Event "Club"]'):
        assert line in text.splitlines()
    assert pbn.parse(text).record.players == ("Ann", None)


def test_spellings_of_players_are_read() -> None:
    """Passes, doubles, symbols, tens and seats as files of other hands have them."""
    plain = (
        f'{DEAL}\n[Dealer "S"]\n[Vulnerable "All"]\n[Declarer "S"]\n[Contract "2SXX"]\n'
        '[Auction "S"]\n2S X Pass Pass\nXX Pass Pass Pass\n'
        '[Play "W"]\nHK - - H2\nST - - S2\n*\n'
    )
    free = (
        f'{DEAL}\n[Dealer "s"]\n[Vulnerable "BOTH"]\n[Declarer "s"]\n[Contract "2♠xx"]\n'
        '[Auction "s"]\n2♠ Dbl - p\nredbl - P PASS\n'
        '[Play "w"]\n♥K - - H2\nS10 - - s2\n*\n'
    )
    game, again = pbn.parse(plain), pbn.parse(free)
    assert game == again
    assert game.contract == "2Sxx"
    assert [str(move) for move in game.record.moves][:4] == ["2S", "double", "redouble", "pass"]
