/** How values of moves are shown: one code for the board, the table and the list. */

/** @import {Grade, Options, Values} from "../../types" */

/** The losses, in units of the game, from which a move is fair and bad; below the first it is as good as the best. */
const LOSSES = { result: [0.15, 0.5], points: [1, 4] };

/** A value with its sign: `+6`, `0`, `-1.5`. */
export function signed(value) {
  const rounded = Math.abs(value) >= 10 ? Math.round(value) : Math.round(value * 10) / 10;
  return rounded > 0 ? `+${rounded}` : String(rounded === 0 ? 0 : rounded);
}

/** Whether values are results, or what is expected of them: from -1 to 1. @param {Values | null} values */
export const areResults = (values) => values?.unit === "half points";

/**
 * The class of a loss. It is absolute, and nothing below the noise of a search counts.
 * @param {number} loss @param {boolean} isResult @param {boolean} isExact
 */
export function gradeOf(loss, isResult, isExact) {
  const [fair, bad] = isResult ? LOSSES.result : LOSSES.points;
  if (loss <= (isExact ? 1e-9 : isResult ? 0.02 : 0.25)) return "best";
  return loss < (isExact ? Math.min(fair, 0.5) : fair) ? "good" : loss < bad ? "fair" : "bad";
}

/** How strongly a move is shown: all losses are either light enough for dark words on them, or faint. */
const weightOf = (loss) => (loss === 0 ? 1 : loss < 0.35 ? 0.85 - loss : 0.14);

/**
 * The values of moves as they are shown: text, and the class of the loss to the best move.
 *
 * What is only expected of a result is a chance to win, in percent.
 * @param {Values | null} values
 * @param {Options} options
 * @returns {Map<number, Grade>}
 */
export function graded(values, options) {
  const moves = values?.moves ?? [];
  const best = Math.max(...moves.map((move) => move.value));
  const isResult = areResults(values);
  const deepest = Math.max(0, ...moves.map((move) => move.depth ?? 0));
  const isExact = moves.every((move) => move.exact);
  return new Map(
    moves.map((move) => {
      const own = move.grade === undefined ? null : (move.grade ?? "none");
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
          grade: own ?? (loss === 0 ? "best" : gradeOf(loss, isResult, isExact)),
          // 1 for the best move, and less the more a move loses.
          weight: own === "none" ? 0.6 : weightOf(loss / (isResult ? 1 : 10)),
          shallow: !move.exact && (move.depth ?? deepest) * 2 < deepest,
        },
      ];
    }),
  );
}
