"""What a type checker knows of the public names. Checked by mypy, never run."""

from __future__ import annotations

from typing import assert_type

import numpy as np
import numpy.typing as npt

import bitgames as bg

pos = bg.TicTacToe()
assert_type(pos, bg.TicTacToe)
assert_type(bg.TicTacToe(size=4), bg.TicTacToe)
assert_type(bg.mnk(5, 5, 4), bg.TicTacToe)
assert_type(bg.position("mnk:6,5,4"), bg.Position)

# A move is a `Move`, an int or text; the class of the position stays.
assert_type(pos.play("b2"), bg.TicTacToe)
assert_type(pos.play(4).play(pos.legal_moves[0]), bg.TicTacToe)
assert_type(pos.is_legal("b2"), bool)
assert_type(pos.parse_move("b2"), bg.Move)
assert_type(pos.legal_moves, bg.Moves)
assert_type(pos.legal_moves[0], bg.Move)
assert_type(pos.legal_moves[1:], list[bg.Move])
assert_type(int(pos.legal_moves[0]), int)

assert_type(pos.game, str)
assert_type(pos.turn, int)
assert_type(pos.ply, int)
assert_type(pos.num_moves, int)
assert_type(pos.is_over, bool)
assert_type(pos.key, int)
assert_type(pos.outcome, bg.Outcome | None)
assert_type(pos.returns, tuple[float, ...])
assert_type(pos.facts, bg.games.Facts)
assert_type(pos.width, int)
assert_type(pos.winning_line, bg.CellSet | None)

assert_type(pos.pieces(0), bg.CellSet)
assert_type(pos.occupied | pos.empty, bg.CellSet)
assert_type(~pos.occupied - pos.empty, bg.CellSet)
assert_type(list(pos.empty), list[int])

assert_type(pos.legal_mask(), npt.NDArray[np.bool_])
assert_type(pos.planes(), npt.NDArray[np.uint8])

assert_type(pos.to_string(), str)
assert_type(bg.TicTacToe.from_string("tictactoe o../.x./..."), bg.TicTacToe)
assert_type(pos.transform(1), bg.TicTacToe)
assert_type(pos.symmetries(), list[bg.TicTacToe])
assert_type(pos.canonical(), bg.TicTacToe)

assert_type(bg.perft(pos, 9), int)
assert_type(bg.divide(pos, 2), dict[bg.Move, int])

solution = bg.solve(pos, all_moves=True)
assert_type(solution, bg.Solution)
assert_type(solution.value, int)
assert_type(solution.best_move, bg.Move | None)
assert_type(solution.pv, list[bg.Move])
assert_type(solution.values, dict[bg.Move, int])

found = bg.search(pos, depth=3, seconds=0.5)
assert_type(found, bg.SearchResult)
assert_type(found.value, float)
assert_type(found.exact, bool)

verdict = bg.tictactoe.judge("79538246")
assert_type(verdict, bg.tictactoe.Judgement)
assert_type(verdict.result, str)
assert_type(verdict.winner, int | None)
assert_type(verdict.foul, bool)

assert_type(bg.match("ai14", "ai2", "tictactoe", games=10, seed=1), bg.MatchResult)
assert_type(bg.players.get("ai14", seed=7), bg.players.Player)

record = bg.Record(pos)
record.play("b2")
assert_type(record, bg.Record[bg.TicTacToe])
assert_type(record.position, bg.TicTacToe)
assert_type(record.positions, list[bg.TicTacToe])
assert_type(bg.Record("othello").position, bg.Position)
assert_type(bg.Record.load("game.json").position, bg.Position)
assert_type(list(record), list[bg.Move])
some_record: bg.Record = record
assert_type(record.moves, list[bg.Move])

pile = bg.Mosaic(size=3)
assert_type(pile.play("1a1"), bg.Mosaic)
assert_type(pile.first | pile.neutral, bg.mosaic.PyramidSet)
assert_type(pile.pieces(0).promote_majority() & pile.empty, bg.mosaic.PyramidSet)
assert_type(pile.occupied.layer(1), bg.CellSet)
assert_type(pile.pieces_left, tuple[int, ...])
assert_type(pile.waves("1a1"), list[tuple[int, bg.mosaic.PyramidSet]])
assert_type(bg.mosaic.PyramidSet(3, 0b1).set(1, 2).clear(0), bg.mosaic.PyramidSet)
assert_type(bg.mosaic.PyramidSet.from_binary(2, "00001").to_binary(), str)
assert_type(bg.Quo(size=4, last_piece="lowest").choosing, int | None)
