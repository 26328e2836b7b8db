"""Honeymoon bridge from the rules, with tuples, lists and loops.

This is what the native game is compared with, so it is written to be read, not to be fast, and it
imports nothing of the package. A card is a tuple of its suit and its rank, such as ("S", "A"). Seat
0 is south and seat 1 north. A position is a deal and the moves since; everything else is found by
playing them again from the deal.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from tests.reference.interface import Reference

Card = tuple[str, str]

SEATS = ("south", "north")
SUITS = "SHDC"
RANKS = "AKQJT98765432"
STRAINS = ("C", "D", "H", "S", "NT")
PACK: list[Card] = [(suit, rank) for suit in SUITS for rank in RANKS]
BIDS = [(level, strain) for level in range(1, 8) for strain in STRAINS]
PASS, DOUBLE, REDOUBLE, FIRST_BID = 52, 53, 54, 55
NUM_MOVES = FIRST_BID + len(BIDS)

# Preset: the auction comes before the exchange; the top card of the stock lies face up; who leads
# to the first trick of the play.
PRESETS = {
    "taiwan": (True, True, "last_winner"),
    "bicycle": (False, False, "defender"),
    "face_up": (False, True, "defender"),
}
PLAY_LEADS = ("last_winner", "defender", "declarer")
VULNERABLE = {"none": (), "south": (0,), "north": (1,), "both": (0, 1)}


@dataclass(frozen=True)
class Rules:
    """A preset with its changes."""

    preset: str = "taiwan"
    notrump: bool = True
    play_lead: str = ""
    vulnerable: str = "none"
    dealer: int = 0
    scoring: str = "duplicate"
    part_scores: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise ValueError(f"unknown rules {self.preset!r}")
        if not self.play_lead:
            object.__setattr__(self, "play_lead", PRESETS[self.preset][2])

    @property
    def auction_first(self) -> bool:
        return PRESETS[self.preset][0]

    @property
    def face_up(self) -> bool:
        return PRESETS[self.preset][1]

    @property
    def spec(self) -> str:
        """The preset, and each option that differs from it."""
        words = [self.preset]
        if not self.notrump:
            words.append("notrump=no")
        if self.play_lead != PRESETS[self.preset][2]:
            words.append(f"play_lead={self.play_lead}")
        if self.scoring != "duplicate":
            words.append(f"scoring={self.scoring}")
        if self.vulnerable != "none":
            words.append(f"vulnerable={self.vulnerable}")
        if self.part_scores != (0, 0):
            words.append(f"part_scores={self.part_scores[0]}/{self.part_scores[1]}")
        if self.dealer != 0:
            words.append(f"dealer={SEATS[self.dealer]}")
        return "honeymoon" if words == ["taiwan"] else f"honeymoon:{','.join(words)}"


def parse_rules(spec: str) -> Rules:
    """The rules that a spec names, spelled as `Rules.spec` spells them."""
    name, _, words = spec.partition(":")
    if name != "honeymoon":
        raise ValueError(f"unknown game {spec!r}")
    preset, *options = (words or "taiwan").split(",")
    rules = Rules(preset)
    for option in options:
        key, _, value = option.partition("=")
        if key == "notrump" and value == "no":
            rules = replace(rules, notrump=False)
        elif key == "play_lead" and value in PLAY_LEADS:
            rules = replace(rules, play_lead=value)
        elif key == "vulnerable" and value in VULNERABLE:
            rules = replace(rules, vulnerable=value)
        elif key == "scoring" and value == "rubber":
            rules = replace(rules, scoring="rubber")
        elif key == "part_scores" and re.fullmatch("(0|[2-9]0)/(0|[2-9]0)", value, re.ASCII):
            south, north = value.split("/")
            rules = replace(rules, part_scores=(int(south), int(north)))
        elif key == "dealer" and value in SEATS:
            rules = replace(rules, dealer=SEATS.index(value))
        else:
            raise ValueError(f"unknown option {option!r}")
    if rules.part_scores != (0, 0) and rules.scoring != "rubber":
        raise ValueError("part scores belong to a rubber")
    if rules.spec != spec:
        raise ValueError(f"{spec!r} is spelled {rules.spec!r}")
    return rules


@dataclass(frozen=True)
class Contract:
    """The last bid, its seat, and the number of doubles (0, 1 or 2)."""

    level: int
    strain: str
    declarer: int
    doubled: int = 0


def score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """The declarer's score in duplicate bridge for a number of tricks of 13.

    Laws of Duplicate Bridge 2017, law 77.
    """
    wanted = contract.level + 6
    if tricks < wanted:
        return -_penalty(wanted - tricks, contract.doubled, vulnerable)
    minor = contract.strain in ("C", "D")
    trick_score = contract.level * (20 if minor else 30) + (10 if contract.strain == "NT" else 0)
    trick_score *= (1, 2, 4)[contract.doubled]
    total = trick_score
    if trick_score >= 100:
        total += 500 if vulnerable else 300
    else:
        total += 50
    if contract.level == 6:
        total += 750 if vulnerable else 500
    if contract.level == 7:
        total += 1500 if vulnerable else 1000
    total += (0, 50, 100)[contract.doubled]
    overtricks = tricks - wanted
    if contract.doubled == 0:
        total += overtricks * (20 if minor else 30)
    else:
        total += overtricks * (200 if vulnerable else 100) * contract.doubled
    return total


def _penalty(down: int, doubled: int, vulnerable: bool) -> int:
    if doubled == 0:
        return down * (100 if vulnerable else 50)
    total = 0
    for trick in range(1, down + 1):
        if vulnerable:
            total += 200 if trick == 1 else 300
        elif trick == 1:
            total += 100
        elif trick <= 3:
            total += 200
        else:
            total += 300
    return total * doubled


@dataclass(frozen=True)
class Entry:
    """A number on the score sheet of a rubber."""

    seat: int
    points: int
    below: bool = False


class Sheet:
    """The score sheet of a rubber, as two people keep it with a pencil.

    Laws of Contract Bridge 1993, laws 72 to 81. ``games`` are the numbers below the line, one list
    for each game that was begun; ``above`` are those above it. A rubber may be taken up where games
    are won already: then their winners are given, and no points of them.
    """

    def __init__(self, winners: list[int], part_scores: tuple[int, int]) -> None:
        self.winners = list(winners)
        self.above: list[Entry] = []
        self.games: list[list[Entry]] = [
            [Entry(seat, part, below=True) for seat, part in enumerate(part_scores) if part]
        ]

    @property
    def is_finished(self) -> bool:
        return self.winners.count(0) == 2 or self.winners.count(1) == 2

    def part_score(self, seat: int) -> int:
        """Points towards the game that is going on."""
        if self.is_finished:
            return 0
        return sum(entry.points for entry in self.games[-1] if entry.seat == seat)

    def total(self, seat: int) -> int:
        entries = [*self.above, *(entry for game in self.games for entry in game)]
        return sum(entry.points for entry in entries if entry.seat == seat)

    def total_above(self, seat: int) -> int:
        return sum(entry.points for entry in self.above if entry.seat == seat)

    def settled(self, seat: int) -> int:
        """The total of an unfinished rubber: law 80."""
        total = self.total(seat)
        if self.is_finished:
            return total
        if seat in self.winners and 1 - seat not in self.winners:
            total += 300
        if self.part_score(seat) > 0 and self.part_score(1 - seat) == 0:
            total += 100
        return total

    def write(self, contract: Contract, tricks: int, hands: list[list[Card]]) -> None:
        """Write the score of a deal. ``hands`` are those with which the play began."""
        seat, rival = contract.declarer, 1 - contract.declarer
        vulnerable = seat in self.winners
        for holder, hand in enumerate(hands):
            self.above.append(Entry(holder, honours(hand, contract.strain)))
        odd = tricks - 6
        if odd < contract.level:
            lost = _penalty(contract.level - odd, contract.doubled, vulnerable)
            self.above.append(Entry(rival, lost))
            return
        for number in range(1, odd + 1):
            value = 20 if contract.strain in ("C", "D") else 30
            if contract.strain == "NT" and number == 1:
                value = 40
            if number <= contract.level:
                value *= (1, 2, 4)[contract.doubled]
                self.games[-1].append(Entry(seat, value, below=True))
            elif contract.doubled == 0:
                self.above.append(Entry(seat, value))
            else:
                extra = 200 if vulnerable else 100
                self.above.append(Entry(seat, extra * contract.doubled))
        if contract.doubled:
            self.above.append(Entry(seat, 50 if contract.doubled == 1 else 100))
        if contract.level == 6:
            self.above.append(Entry(seat, 750 if vulnerable else 500))
        if contract.level == 7:
            self.above.append(Entry(seat, 1500 if vulnerable else 1000))
        if self.part_score(seat) >= 100:
            self.winners.append(seat)
            if self.is_finished:
                self.above.append(Entry(seat, 500 if rival in self.winners else 700))
            else:
                self.games.append([])


def honours(hand: list[Card], strain: str) -> int:
    """Points for honours in one hand."""
    if strain == "NT":
        return 150 if all((suit, "A") in hand for suit in SUITS) else 0
    held = [rank for rank in "AKQJT" if (strain, rank) in hand]
    return {5: 150, 4: 100}.get(len(held), 0)


@dataclass
class Table:
    """The state within a game; `Game` makes it by playing the moves."""

    hands: list[list[Card]]
    turn: int
    phase: str  # auction, draw, play or over
    bids: list[tuple[int, int]] = field(default_factory=list)  # index into BIDS, bidder
    doubled: int = 0
    passes: int = 0
    draws: int = 0
    led: Card | None = None
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    last_winner: int | None = None
    passed_out: bool = False
    first_hands: list[list[Card]] = field(default_factory=list)  # when the play began


class Game:
    """One position. `play` gives a new one and leaves the old one as it was."""

    def __init__(
        self,
        rules: Rules,
        hands: tuple[list[Card], list[Card]],
        stock: list[Card],
        moves: list[int] | None = None,
    ) -> None:
        self.rules = rules
        self.dealt = tuple(sorted(hand, key=PACK.index) for hand in hands)
        self.stock = list(stock)
        self.moves: list[int] = []
        self.table = Table([list(hand) for hand in self.dealt], 0, "")
        if self.stock and not rules.auction_first:
            self._begin("draw", 1 - rules.dealer)
        else:
            self._begin("auction", rules.dealer)
        for move in moves or []:
            self._make(move)

    def _begin(self, phase: str, turn: int) -> None:
        self.table.phase, self.table.turn = phase, turn
        if phase == "play":
            self.table.first_hands = [list(hand) for hand in self.table.hands]

    # The parts of a position.

    @property
    def contract(self) -> Contract | None:
        """The last bid with its doubles, once the auction is over."""
        if not self.table.bids or self.table.phase == "auction":
            return None
        index, bidder = self.table.bids[-1]
        return Contract(*BIDS[index], declarer=bidder, doubled=self.table.doubled)

    @property
    def trump(self) -> str | None:
        """The trump suit: none before the auction is over, and none at no trump."""
        if self.contract is None or self.contract.strain == "NT":
            return None
        return self.contract.strain

    @property
    def turn(self) -> int:
        return self.table.turn

    @property
    def is_over(self) -> bool:
        return self.table.phase == "over"

    @property
    def score(self) -> int:
        """South's score of a game that is over."""
        if self.table.passed_out:
            return 0
        assert self.contract is not None
        declarer = self.contract.declarer
        vulnerable = declarer in VULNERABLE[self.rules.vulnerable]
        if self.rules.scoring == "rubber":
            sheet = self.sheet()
            before = sheet.total(0) - sheet.total(1)
            sheet.write(self.contract, self.table.tricks[declarer], self.table.first_hands)
            return sheet.total(0) - sheet.total(1) - before
        points = score(self.contract, self.table.tricks[declarer], vulnerable)
        return points if declarer == 0 else -points

    def sheet(self) -> Sheet:
        """The score sheet before this deal, of which the rules tell the standing alone."""
        return Sheet(list(VULNERABLE[self.rules.vulnerable]), self.rules.part_scores)

    @property
    def winner(self) -> int | None:
        if not self.is_over or self.score == 0:
            return None
        return 0 if self.score > 0 else 1

    def pieces(self, player: int) -> list[int]:
        """The cards in a hand, as places in the pack."""
        return sorted(PACK.index(card) for card in self.table.hands[player])

    @property
    def face_up(self) -> Card | None:
        """The card of the stock that both can see, if one lies there."""
        if self.table.phase == "draw" and self.rules.face_up:
            return self.stock[2 * self.table.draws]
        return None

    # What may be played.

    @property
    def legal_moves(self) -> list[int]:
        if self.is_over:
            return []
        return self._calls() if self.table.phase == "auction" else self._cards()

    def _calls(self) -> list[int]:
        table = self.table
        calls = [PASS]
        if table.bids:
            index, bidder = table.bids[-1]
            if table.doubled == 0 and bidder != table.turn:
                calls.append(DOUBLE)
            if table.doubled == 1 and bidder == table.turn:
                calls.append(REDOUBLE)
        lowest = table.bids[-1][0] + 1 if table.bids else 0
        for index in range(lowest, len(BIDS)):
            if BIDS[index][1] != "NT" or self.rules.notrump:
                calls.append(FIRST_BID + index)
        return calls

    def _cards(self) -> list[int]:
        hand = self.table.hands[self.table.turn]
        if self.table.led is not None:
            following = [card for card in hand if card[0] == self.table.led[0]]
            hand = following or hand
        return sorted(PACK.index(card) for card in hand)

    # Playing.

    def play(self, move: int) -> Game:
        if move not in self.legal_moves:
            raise ValueError(f"{move} is not legal")
        return Game(self.rules, (self.dealt[0], self.dealt[1]), self.stock, [*self.moves, move])

    def _make(self, move: int) -> None:
        if move not in self.legal_moves:
            raise ValueError(f"{move} is not legal")
        self.moves.append(move)
        if self.table.phase == "auction":
            self._call(move)
        else:
            self._card(PACK[move])

    def _call(self, move: int) -> None:
        table = self.table
        if move == PASS and table.bids:
            self._auction_is_over()
        elif move == PASS:
            table.passes += 1
            table.turn = 1 - table.turn
            if table.passes == 2:
                table.phase, table.passed_out = "over", True
        else:
            if move == DOUBLE:
                table.doubled = 1
            elif move == REDOUBLE:
                table.doubled = 2
            else:
                table.bids.append((move - FIRST_BID, table.turn))
                table.doubled = 0
            table.turn = 1 - table.turn

    def _auction_is_over(self) -> None:
        declarer = self.table.bids[-1][1]
        if self.stock and self.rules.auction_first:
            self._begin("draw", declarer)
        else:
            self._begin("play", self._first_leader(declarer))

    def _first_leader(self, declarer: int) -> int:
        """The leader of the first trick of the play; `last_winner` needs an exchange."""
        lead = self.rules.play_lead
        if lead == "last_winner" and self.table.last_winner is not None:
            return self.table.last_winner
        return declarer if lead == "declarer" else 1 - declarer

    def _card(self, card: Card) -> None:
        table = self.table
        table.hands[table.turn].remove(card)
        if table.led is None:
            table.led = card
            table.turn = 1 - table.turn
            return
        follower, leader = table.turn, 1 - table.turn
        winner = follower if beats(card, table.led, self.trump) else leader
        table.led = None
        table.turn = winner
        if table.phase == "draw":
            self._draw(winner)
        else:
            table.tricks[winner] += 1
            if not table.hands[0]:
                table.phase = "over"

    def _draw(self, winner: int) -> None:
        table = self.table
        table.hands[winner].append(self.stock[2 * table.draws])
        table.hands[1 - winner].append(self.stock[2 * table.draws + 1])
        table.draws += 1
        table.last_winner = winner
        if 2 * table.draws < len(self.stock):
            return
        if self.rules.auction_first:
            declarer = self.table.bids[-1][1]
            self._begin("play", self._first_leader(declarer))
        else:
            self._begin("auction", self.rules.dealer)

    # Texts.

    @property
    def text(self) -> str:
        stock = "".join(suit + rank for suit, rank in self.stock) or "-"
        moves = [self.move_text(move) for move in self.moves]
        return " ".join([self.rules.spec, *map(hand_text, self.dealt), stock, *moves])

    def move_text(self, move: int) -> str:
        if move < len(PACK):
            return "".join(PACK[move])
        if move < FIRST_BID:
            return ("pass", "double", "redouble")[move - PASS]
        level, strain = BIDS[move - FIRST_BID]
        return f"{level}{strain}"

    # What a seat has seen.

    def seen_stock(self, seat: int) -> list[Card | None]:
        """The stock, with a None for each card that this seat has not seen there."""
        seen: list[Card | None] = [None] * len(self.stock)
        game = Game(self.rules, (self.dealt[0], self.dealt[1]), self.stock)
        for move in [*self.moves, None]:
            place = 2 * game.table.draws
            if game.face_up is not None:
                seen[place] = game.face_up
            if move is None:
                break
            before = game.table.draws
            game._make(move)
            if game.table.draws > before:
                own = place if game.table.last_winner == seat else place + 1
                seen[own] = self.stock[own]
        return seen

    def view(self, seat: int) -> str:
        """All that a seat with a perfect memory knows: its cards, what it saw, the moves."""
        hands = [hand_text(hand) for hand in self.dealt]
        if self.stock:
            hands[1 - seat] = "?"
        seen = ["??" if card is None else "".join(card) for card in self.seen_stock(seat)]
        moves = [self.move_text(move) for move in self.moves]
        return " ".join([self.rules.spec, SEATS[seat], *hands, "".join(seen) or "-", *moves])


def beats(card: Card, led: Card, trump: str | None) -> bool:
    """Whether the second card of a trick wins it."""
    if card[0] == led[0]:
        return RANKS.index(card[1]) < RANKS.index(led[1])
    return card[0] == trump


def hand_text(hand: list[Card]) -> str:
    """The ranks of each suit, spades first and highest first, with dots between the suits."""
    suits = []
    for suit in SUITS:
        suits.append("".join(rank for rank in RANKS if (suit, rank) in hand))
    return ".".join(suits)


def _parse_hand(text: str) -> list[Card]:
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"{text!r} has not four suits")
    hand = []
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks:
            if rank not in RANKS:
                raise ValueError(f"{rank!r} is no rank")
            hand.append((suit, rank))
    if hand_text(hand) != text:
        raise ValueError(f"{text!r} is not in order, or has a card twice")
    return hand


def _parse_stock(text: str) -> list[Card]:
    if text == "-":
        return []
    if not re.fullmatch("(?:[SHDC][AKQJT98765432]){26}", text):
        raise ValueError(f"{text!r} are not 26 cards")
    return [(text[place], text[place + 1]) for place in range(0, 52, 2)]


def parse(text: str) -> Game:
    """Reads a line as `Game.text` writes it; raises ValueError for any other spelling."""
    spec, *words = text.split(" ")
    rules = parse_rules(spec)
    if len(words) < 3:
        raise ValueError(f"{text!r} has not two hands and a stock")
    hands = _parse_hand(words[0]), _parse_hand(words[1])
    stock = _parse_stock(words[2])
    cards = [*hands[0], *hands[1], *stock]
    if len(hands[0]) != 13 or len(hands[1]) != 13 or len(set(cards)) != len(cards):
        raise ValueError(f"{text!r} is no deal")
    game = Game(rules, hands, stock)
    texts = {game.move_text(move): move for move in range(NUM_MOVES)}
    for word in words[3:]:
        if word not in texts:
            raise ValueError(f"{word!r} is not a valid move")
        game._make(texts[word])
    return game


# The deal of a seed.

WORD = (1 << 64) - 1


def mix(number: int) -> int:
    """A step and the finaliser of SplitMix64 (Sebastiano Vigna)."""
    number = (number + 0x9E3779B97F4A7C15) & WORD
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & WORD
    return number ^ (number >> 31)


def deal(rules: Rules, seed: int) -> Game:
    """The cards are sorted by a number that the seed gives each; 13, 13, and the stock."""
    word = mix(seed)
    cards = sorted(PACK, key=lambda card: mix(word ^ PACK.index(card)))
    return Game(rules, (cards[:13], cards[13:26]), cards[26:])


def start(spec: str) -> Game:
    """The start that a spec names: the deal of seed 0."""
    return deal(parse_rules(spec), 0)


def perft(game: Game, depth: int) -> int:
    """Leaves of the game tree at `depth`; a game that ends earlier counts as one leaf."""
    moves = game.legal_moves
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(game.play(move), depth - 1) for move in moves)


# Positions, each with the depth of its deepest count.
POSITIONS = [
    (
        "honeymoon KT.92.K9752.AKT6 973.AJT7.Q4.J753 "
        "S8DTC8H3H6HQS5S2D8H5SAH8C2C4C9S4D3CQSJHKSQS6D6DADJH4",
        3,
    ),
    (
        "honeymoon:bicycle KT.92.K9752.AKT6 973.AJT7.Q4.J753 "
        "S8DTC8H3H6HQS5S2D8H5SAH8C2C4C9S4D3CQSJHKSQS6D6DADJH4",
        5,
    ),
    (
        "honeymoon:face_up KT.92.K9752.AKT6 973.AJT7.Q4.J753 "
        "S8DTC8H3H6HQS5S2D8H5SAH8C2C4C9S4D3CQSJHKSQS6D6DADJH4",
        4,
    ),
    (
        "honeymoon:taiwan,notrump=no,vulnerable=both,dealer=north Q3.K5.AJ2.QT7532 "
        "J642.QJT3.Q54.64 DKDTH7S7D6S5H2S8CACJCKH8HAH6C8D7H9C9S9SKSTH4D9D8SAD3",
        3,
    ),
    (
        "honeymoon 8652.6.QJT964.T2 A3.KJT2.AK.KQ983 "
        "H3S7D8D3CJSJD2C4H7C7H5C5S9SQS4D5C6H4D7STH8H9SKHACAHQ 1D 2NT pass HT H6 DK D9 "
        "D8 D3 DA DJ S3 S6 SJ SA CK CT C7 C4 H5 H7 D4 D2 DQ ST SQ S9 C6 C3 SK S4 C5 CJ "
        "H3 H8 CA CQ D5 C9 S2 H4 S7 H2 S5 HJ",
        6,
    ),
    (
        "honeymoon:bicycle,play_lead=declarer A73.3.AK8742.J43 Q92.KJ986.QT.Q96 "
        "D6C2D9H4CKHTDJD5H2C8H5SJC5CTCAS5H7S4HQSTS8SKD3C7HAS6 SQ SA S3 S2 DA DT D8 DQ "
        "CQ CK D2 DJ H6 H2 C2 C4 D4 H5 D5 HJ SJ ST DK H8 D9 H9 2C 2S pass C9 CJ HQ HK "
        "SK S8 H4 HA H3 HT S5 S7 C3 C5 C6 CT CA",
        9,
    ),
    (
        "honeymoon:face_up 532.AK75.JT765.7 Q6.J8.Q9.AKQJ963 "
        "C5S4C2H3STC8S8C4H9H6D4HTSJSADAD8DKHQD2H2S9H4S7SKCTD3 H8 HK H5 HJ C6 C7 D7 DQ "
        "CQ C4 CJ C5 S4 S2 CK H3 D4 D6 DT DA S6 ST H2 H9 C3 SA 2NT pass",
        4,
    ),
    (
        "honeymoon T76.Q52.AKJT2.85 QJ43.43.754.AJT4 "
        "S2HJHKHAD3DQSACKC2H8C3SKD6C9S8C7D9H7H6C6H9S9S5HTD8CQ 1H 2C pass CT C5 D7 DK S7 "
        "SQ SJ S6 D4 DJ C2 CA S2 ST H5 H8 S8 SK H2 HA C9 C7 C3 C8",
        5,
    ),
    (
        "honeymoon:bicycle 763.J9542.A32.A2 KQ984.AK.J9.KJT5 "
        "CQD7HQS5D4C9SJS2C7DTSAC4C3C8D6D5H3HTSTH8H6DQDKC6D8H7 C5 CA H2 HK SK S7 S8 S3 "
        "D4 D3 C7 C2 HA H5 C3 CQ H9 HQ CT C9 CK C4 DJ D2 D7",
        4,
    ),
    ("honeymoon AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - 7S", 6),
    ("honeymoon:taiwan,notrump=no AKQ2.QJ2.AK3.T94 JT3.AK43.QJ2.A82 - pass 6S double", 5),
    (
        "honeymoon 8652.6.QJT964.T2 A3.KJT2.AK.KQ983 "
        "H3S7D8D3CJSJD2C4H7C7H5C5S9SQS4D5C6H4D7STH8H9SKHACAHQ 1D 2NT pass HT H6 DK D9 "
        "D8 D3 DA DJ S3 S6 SJ SA CK CT C7 C4 H5 H7 D4 D2 DQ ST SQ S9 C6 C3 SK S4 C5 CJ "
        "H3 H8 CA CQ D5 C9 S2 H4 S7 H2 S5 HJ D7 HA C2 C8 HK D6 H9 S8 HQ DT",
        2,
    ),
]

REFERENCES = {"honeymoon": Reference("Honeymoon bridge", start, parse, perft, positions=POSITIONS)}
