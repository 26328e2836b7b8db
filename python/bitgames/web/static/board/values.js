/** How values of moves are shown: one code for the board, the table and the list. */

/** @import {Grade, Options, Valued} from "../../types" */

/** The grades of moves that count as mistakes. */
export const MISTAKES = ["fair", "bad"];

/** A value with its sign: `+6`, `0`, `-1.5`. @param {number} value */
export function signed(value) {
  const rounded = Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded === 0 ? 0 : rounded);
}

/** How strongly a move is shown: all losses are either light enough for dark words on them, or faint. @param {number} loss */
const weightOf = (loss) => (loss === 0 ? 1 : loss < 0.35 ? 0.85 - loss : 0.14);

/**
 * The values of moves as they are shown: text, and the grade of each.
 *
 * What is only expected of a result is a chance to win, in percent.
 * @param {Valued | null | undefined} values
 * @param {Options} options
 * @returns {Map<number, Grade>}
 */
export function graded(values, options) {
  const moves = values?.moves ?? [];
  const best = Math.max(...moves.map((move) => move.value));
  const isResult = values?.is_result ?? false;
  const deepest = Math.max(0, ...moves.map((move) => move.depth ?? 0));
  return new Map(
    moves.map((move) => {
      const loss = best - move.value;
      const isChance = isResult && !move.exact;
      const number = isChance
        ? `${Math.round(options.loss ? -50 * loss : 50 + 50 * move.value)} %`
        : signed(options.loss ? -loss : move.value);
      return [
        move.i,
        {
          text: values?.isBare ? "" : isChance ? number : (move.exact ? "" : "~") + number,
          short: values?.isBare ? "" : number.replace(" ", "").replace("-", "\u2212"),
          depth: values?.isBare || move.exact || move.depth === null ? "" : `d${move.depth}`,
          grade: move.grade ?? "none",
          // 1 for the best move, and less the more a move loses.
          weight: move.grade === null ? 0.6 : weightOf(loss / (isResult ? 1 : 10)),
          shallow: !move.exact && (move.depth ?? deepest) * 2 < deepest,
        },
      ];
    }),
  );
}
