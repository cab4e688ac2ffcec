// What the page knows of the program ROTATE: its board on the screen, its groups, and what it prints at the end of a game.

/** @import { State } from "./types.js" */

/** The board has this many rows and columns of letters, and groups of four fewer. */
const SIDE = 4;
/** The board in the picture, in pixels of the machine: where its first line is, and the distance between lines. */
export const [LEFT, TOP, CELL] = [114, 3, 10];

/** A group of four letters: the row and the column, from 0, of its upper left letter. @typedef {{ row: number, column: number }} Group */
/** A place in the picture, in pixels of the machine. @typedef {{ x: number, y: number }} Place */

/** Returns the 16 letters, row by row, if ROTATE waits for a move. @param {State} state */
export const boardOf = ({ puzzle }) => puzzle?.slice(0, SIDE * SIDE);

/** Returns whether the next letter makes the special move. @param {State} state */
export const isSpecial = ({ puzzle }) => puzzle?.endsWith("pressed") ?? false;

/** Returns whether ROTATE asks for a level. @param {State} state */
export function isAskingForLevel({ waiting, printed }) {
  return waiting === "input" && /^ {2}LEVEL/.test(printed.at(-1) ?? "");
}

/** Returns what the program waits for, in words for the player; nothing if that is not a question of ROTATE. @param {State} state */
export function askedOf(state) {
  if (isAskingForLevel(state)) return "Press Start, or type a level and GO.";
  if (!boardOf(state)) return undefined;
  if (isSpecial(state)) return "Tap a letter: it and its right neighbor exchange places.";
  const move = /MOVE # *(\d+)/.exec(state.printed.at(-1) ?? "")?.[1];
  return `${move ? `Move ${move}: t` : "T"}ap a group of four.`;
}

/**
 * Returns how a game was won, from its end until the next one begins. The machine itself shows that for moments only, at its highest speed.
 * @param {string[]} printed the last lines that the program printed
 */
export function winOf(printed) {
  const begins = printed.map((line) => /^MOVE #|LEVEL/.test(line)).lastIndexOf(true);
  const end = printed.slice(begins + 1).join("\n");
  const moves = /^YOU WON IN (\d+) MOVES!/m.exec(end)?.[1];
  if (moves === undefined) return undefined;
  const [, count = "", than = ""] = /^(\d+) +(MORE|FEWER) THAN ME!/m.exec(end) ?? [];
  const compared = than && `, ${count} ${than.toLowerCase()} than its level`;
  const level = Number(moves) + (than === "FEWER" ? 1 : -1) * Number(count);
  return { moves: Number(moves), level, text: `You won in ${moves} ${moves === "1" ? "move" : "moves"}${compared}!` };
}

/** Returns the group that is nearest to a place. @param {Place} place @returns {Group} */
export function groupAt({ x, y }) {
  const nearest = (/** @type {number} */ at) => Math.min(Math.max(Math.round(at / CELL) - 1, 0), SIDE - 2);
  return { row: nearest(y - TOP), column: nearest(x - LEFT) };
}

/** Returns the cell at a place. @param {Place} place */
function cellAt({ x, y }) {
  const within = (/** @type {number} */ at) => Math.min(Math.max(Math.floor(at / CELL), 0), SIDE - 1);
  return { row: within(y - TOP), column: within(x - LEFT) };
}

/** Returns the letter at a place. @param {string} board @param {Place} place */
export function letterAt(board, place) {
  const { row, column } = cellAt(place);
  return board[row * SIDE + column] ?? "";
}

/**
 * Returns the group that moves a letter as a finger did when it turns clockwise; nothing if there is none.
 * @param {Place} from
 * @param {Place} to
 * @returns {Group | undefined}
 */
export function groupMoving(from, to) {
  const { row, column } = cellAt(from);
  const [right, down] = [to.x - from.x, to.y - from.y];
  // Clockwise, the letter at the upper left goes right, that at the upper right goes down.
  const group =
    Math.abs(right) > Math.abs(down)
      ? { row: right > 0 ? row : row - 1, column: right > 0 ? column : column - 1 }
      : { row: down > 0 ? row : row - 1, column: down > 0 ? column - 1 : column };
  return [group.row, group.column].every((at) => at >= 0 && at <= SIDE - 2) ? group : undefined;
}

/** Returns the key that turns a group. @param {string} board @param {Group} group */
export const keyOf = (board, { row, column }) => board[row * SIDE + column] ?? "";
