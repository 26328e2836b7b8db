"""Writes the perft tables: `python -m tests.reference.perft_table GAME ...`, all without a name.

The counts come from the references alone, so that the tables judge the native games. Only the
deepest ones of Othello are published numbers, and its tables say so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from tests.reference import REFERENCES, mosaic, othello

FOLDER = Path(__file__).parents[1] / "data" / "perft"

HEAD = """\
# Perft counts made by the plain-Python reference of {title}.
# One position a line: its text, then ";D<depth> <count>" for several depths.
# Convention: a count is the number of leaves of the game tree at that depth, and a game that is
# over before the depth is reached counts as one leaf. Lines that start with "#" are comments.
"""

OTHELLO_HEAD = """\
# Perft counts of Othello made by its plain-Python reference, those of the start on 8 x 8 beyond
# depth 8 excepted: these are the published ones, on which several independent programs agree.
# One position a line: its text, then ";D<depth> <count>" for several depths.
# Convention: a count is the number of leaves of the game tree at that depth, a game that is over
# before the depth is reached counts as one leaf, and {convention}.
# Lines that start with "#" are comments.
"""

# Position and deepest count, by the name of the game.
POSITIONS: dict[str, list[tuple[str, int]]] = {
    "tictactoe": [
        ("tictactoe .../.../...", 9),
        ("tictactoe .../.o./...", 8),
        ("tictactoe o../.x./...", 7),
        ("tictactoe o.x/.x./o..", 5),
        ("tictactoe oxo/xox/...", 3),
        ("tictactoe ooo/xx./...", 3),
        ("tictactoe oxo/oxx/xoo", 2),
        ("tictactoe:1 .", 2),
        ("tictactoe:2 ../..", 4),
        ("tictactoe:4 ..../..../..../....", 7),
        ("tictactoe:4 oooo/xxx./..../....", 2),
        ("tictactoe:4 ooo./xxx./..../o..x", 7),
        ("tictactoe:5 ...../...../...../...../.....", 5),
        ("tictactoe:5 oooo./xxxx./...../..o../..x..", 4),
        ("tictactoe:8 " + "/".join(["........"] * 8), 4),
        ("tictactoe:8 ooooooo./xxxxxx../......../......../......../......../......../.......x", 3),
    ],
    "mnk": [
        ("mnk:4,3,3 ..../..../....", 12),
        ("mnk:4,3,3 o..x/.o../x...", 8),
        ("mnk:4,4,3 ..../..../..../....", 7),
        ("mnk:3,5,3 .../.../.../.../...", 7),
        ("mnk:5,5,4 ...../...../...../...../.....", 5),
        ("mnk:6,5,4 ....../....../....../....../......", 4),
        ("mnk:6,5,4 ....../.ox.../.oxo../..x.../......", 5),
        ("mnk:3,3,1 .../.../...", 3),
        ("mnk:3,3,2 .../.../...", 9),
        ("mnk:7,1,3 .......", 7),
        ("mnk:9,9,9 " + "/".join(["........."] * 9), 3),
        ("mnk:26,4,4 " + "/".join(["." * 26] * 4), 3),
        ("mnk:4,26,4 " + "/".join(["...."] * 26), 3),
        ("mnk:11,11,5 " + "/".join(["." * 11] * 11), 3),
        (
            "mnk:11,11,5 oooo......./.........../x........../.x........./..x......../"
            + "/".join(["." * 11] * 5)
            + "/..........x",
            3,
        ),
        (
            "mnk:11,11,5 .........../.........../....o....../.....o...../....xxxx.../.......o.../"
            ".........../.........../.........../.........../..........o",
            3,
        ),
    ],
    "othello": [
        (othello.Game(8).text, 8),
        (othello.Game(6).text, 8),
        (othello.Game(4).text, 16),
        # A pass is forced at once, or a few plies later.
        ("othello --OOO---/-X-O----/--XX----/---XX---/---XX---/----X---/--------/-------- X", 6),
        ("othello OOOOX---/OOOOXX--/X-XOXXXX/-XXXXXXX/-XXXXOXX/-XXOOXOX/-XXXXXXX/-O-XXXXX X", 8),
        ("othello:6 -O----/--O---/-OXOO-/-OXOOO/OOXXX-/XXXXXX X", 8),
        ("othello:6 -OOXXX/-OOOOO/OOOXOO/OOXOO-/-OOO-X/--OOO- X", 9),
        ("othello:4 ----/XXX-/-XX-/-OOO X", 9),
        ("othello:4 OOO-/XXX-/-XXX/O-X- O", 6),
        # A colour can be wiped out: the shortest game of all ends three plies on, the next soon.
        ("othello --------/--------/----X---/---OXX--/---OO-X-/---OOO--/--------/-------- X", 6),
        ("othello --------/--------/----X---/---OXX--/---OOOX-/---OXX--/----X---/-------- X", 6),
        # Midgames and endings.
        ("othello --XO----/--XXXX--/--XXXX--/--XOX---/---XOO--/--O-O---/----O---/-------- O", 5),
        ("othello -----X--/--XXXXX-/--XXXX-O/--XXXXOO/---XXXOO/---XXOO-/---XXXXX/----OOO- X", 6),
        ("othello O--XXXO-/-O-OOOOX/--OOOXO-/-XOXXXOO/-OOOOXOX/--OOOOO-/---OXOOO/---OOOO- X", 6),
        ("othello XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXX/XXXXXXXO/XXXXXXO- X", 3),
        ("othello XXXOO---/XXOOOO-X/XXXXOOX-/OXOOXOX-/OOOXOOOX/OOOXOOXX/OOXXXOXX/-OOXOOO- X", 10),
        ("othello -OOO--XX/OOOOOOXX/OXXOOXXX/OXOXXXOX/OOXXOXXO/OOXOOXOO/OXOOOXX-/XXXXXXX- O", 8),
        ("othello:6 OXXX--/OOXX--/OXOXO-/OXXX--/OX-X--/OX---- X", 7),
        # Over: full, wiped out, nowhere to place.
        ("othello:4 XXXX/XXXX/OOOO/OOOO X", 2),
        ("othello --------/--------/----X---/---XXX--/--XXXXX-/---XXX--/----X---/-------- O", 2),
        ("othello:4 OOOX/OOO-/OOO-/XOOX X", 2),
        ("othello:6 ------/------/------/------/------/------ X", 2),
    ],
    "mosaic": [
        (mosaic.Mosaic(2).text, 6),
        (mosaic.Mosaic(3).text, 8),
        (mosaic.Mosaic(4).text, 5),
        (mosaic.Mosaic(5).text, 4),
        (mosaic.Mosaic(6).text, 3),
        (mosaic.Mosaic(7).text, 3),
        ("mosaic:2 ./12.1 2", 3),
        ("mosaic:2 1/1221 2", 2),
        ("mosaic:3 ./..../2211*.21. 1", 6),
        ("mosaic:3 ./1211/1121*1222 2", 2),
        ("mosaic:4 ./..../........./12.221.2...1121. 1", 7),
        ("mosaic:4 ./..../..2.1..1./121221222111121. 2", 8),
        ("mosaic:4 ./...2/..1112.22/..21212111222221 1", 6),
        ("mosaic:4 ./1212/121112122/1121212111222221 2", 2),
        ("mosaic:5 ./..../........./...............1/22.21.12.121*222..11..111 2", 5),
        ("mosaic:5 ./..../..2.22..1/2.21.1222221..11/221212122121*22221112.111 1", 6),
        ("mosaic:5 ./2111/221211211/1221211122112112/122212122122*112221221122 1", 2),
        (
            "mosaic:6 ./..../........./................/...2.1..2............2.../"
            ".1111111.22.11.221.1...2222221.21.2. 1",
            4,
        ),
        (
            "mosaic:6 ./..../..2....../1.221122..11..../1122211222111122.11122..2/"
            "211111112222111221111112222221221.21 1",
            7,
        ),
        (
            "mosaic ./..../........./................/.....................2.../"
            "......1.............1....22....22.../"
            "2.211121121...112.2.2..2*22.2121..1.222..11122111 2",
            4,
        ),
        (
            "mosaic ./..../........./.112...2...2...2/.1122.112221.222.12222122/"
            "111222.11122211221211221222122122121/"
            "121222111121222211221211*121221222111211211122211 2",
            8,
        ),
        (
            "mosaic ./..../.....2..2/...2..22..222221/1..22122221.2222222112221/"
            "221111112222112222221221122211122211/"
            "222111211212211122222212*221212121112221111122111 2",
            2,
        ),
    ],
    "quo": [
        (mosaic.Quo(3).text, 6),
        (mosaic.Quo(4).text, 4),
        (mosaic.Quo(5).text, 4),
        (mosaic.Quo(6).text, 3),
        (mosaic.Quo(7).text, 3),
        (mosaic.Quo(3, "lowest").text, 6),
        (mosaic.Quo(7, "lowest").text, 2),
        ("quo:3 ./..../3.1.*4.21 2", 6),
        ("quo:3,lowest ./..1./24.3*.12. 3", 5),
        ("quo:4 ./..../........./23.4..2.1.1....3 4", 5),
        # A seat chooses, at once or in a few plies.
        ("quo:4 ./..../3..1..144/234214.231411243 1", 6),
        ("quo:4 ./..../3..1??144/2342141231411243 1@1", 6),
        ("quo:4 ./..../...1..1../.3.214.231..1243 4", 10),
        ("quo:4,lowest ./..../...1..1../.3.214.231..1243 4", 10),
        ("quo:5 ./.3../232133.../4222233311431..1/312213233441*234141321.41 1", 4),
        ("quo:5 ./..../........./...3...........2/142344..31..*3....2221413 1", 5),
        ("quo:5,lowest ./..../........./13............../123..4134.2.*.23.11314.24 2", 5),
        (
            "quo:6 ./..../........./...............1/...22..11.4..1.4..4123311/"
            "2424233.312213211.44.141243321423113 3",
            8,
        ),
        (
            "quo ./..../......2../........22..33../...11.....222..333..33113/"
            "2..4112..2114222..1234..333141231133/"
            "232341412.24133221214412*2.4123314143314312211343 2",
            6,
        ),
        (
            "quo ./..../......2../........22..33../???11???..222..333..33113/"
            "2224112222114222..1234..333141231133/"
            "232341412224133221214412*2.4123314143314312211343 2@2",
            6,
        ),
        (
            "quo ./..../........./4...4...1......./4423344..113...11......../"
            "112233444312434.11213..1213..22..444/"
            "311223314231324444312233*1114114.42223342412.1443 2",
            8,
        ),
        # Over: a team is out; the board is full and nobody is.
        ("quo:3 ./32.1/4211*2334 4", 2),
        ("quo:4 1/1134/424222341/3144422332211313 3", 2),
    ],
    "honeymoon": [
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
    ],
}

# Depths 9 to 13 from the start, with a pass as a ply and with a pass free.
OTHELLO_DEEP = {
    True: [3005288, 24571284, 212258800, 1939886636, 18429641748],
    False: [3005320, 24571420, 212260880, 1939899208, 18429791868],
}


def tables(name: str) -> Iterator[tuple[str, str]]:
    """The tables of a game: each with the name of its file and its text."""
    if name == "othello":
        yield "othello", _othello(pass_is_ply=True)
        yield "othello_pass_free", _othello(pass_is_ply=False)
        return
    reference = REFERENCES[name]
    lines = []
    for text, deepest in POSITIONS[name]:
        game = reference.parse(text)
        if not reference.is_possible(game):
            raise ValueError(f"no game leads to {text}")
        counts = [reference.perft(game, depth) for depth in range(1, deepest + 1)]
        lines.append(_line(text, counts))
    yield name, HEAD.format(title=reference.title) + "".join(lines)


def _othello(pass_is_ply: bool) -> str:
    """The table of one convention about passes."""
    convention = "a pass is a ply of its own" if pass_is_ply else "a pass costs no ply"
    lines = []
    for text, deepest in POSITIONS["othello"]:
        game = othello.parse(text)
        known: dict[str, int] = {}
        depths = range(1, deepest + 1)
        counts = [othello.perft(game, depth, known, pass_is_ply) for depth in depths]
        if game.text == othello.Game().text:
            counts += OTHELLO_DEEP[pass_is_ply]
        lines.append(_line(text, counts))
    return OTHELLO_HEAD.format(convention=convention) + "".join(lines)


def _line(text: str, counts: list[int]) -> str:
    return text + "".join(f";D{i} {count}" for i, count in enumerate(counts, start=1)) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Write perft tables.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(POSITIONS)}")
    names = parser.parse_args().games or list(POSITIONS)
    if unknown := set(names) - set(POSITIONS):
        parser.error(f"no positions of {', '.join(sorted(unknown))} here")
    for name in names:
        for file, text in tables(name):
            (FOLDER / f"{file}.perft").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
