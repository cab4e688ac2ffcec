// The daily puzzle: a date decides its level and its seed, so it is the same for everybody.

/** @import { Opening } from "./types.js" */

/** The levels from Sunday to Saturday: the week begins with an easy one. */
const LEVELS = [9, 3, 4, 5, 6, 7, 8];
const DAY = 86_400_000;
const YEAR = 366;
/** Spreads the days over the seeds of RND, of which there are 65,536. It is odd, so no two of that many days have the same one. */
const SPREAD = 40_503;

/** A puzzle of ROTATE that its seed and level make again. @typedef {{ seed: number, level: number, date?: string }} Made */

/** Returns today's date where the visitor is, such as `2026-11-27`. */
export function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Returns the puzzle of a day, or nothing if that is not a date. @param {string} date @returns {Made | undefined} */
export function puzzleOf(date) {
  const time = Date.parse(`${date}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || Number.isNaN(time)) return undefined;
  const seed = ((time / DAY) * SPREAD) % 65_536;
  return { date, seed, level: LEVELS[new Date(time).getUTCDay()] ?? 1 };
}

/** Returns how to open a puzzle. @param {Made} puzzle @returns {Opening} */
export const openingOf = ({ seed, level }) => ({ name: "rotate", text: null, seed, keys: `${level}{GO}` });

/** Returns the puzzle that an opening leads to, if it leads to one. @param {Opening} opening @returns {Made | undefined} */
export function madeBy({ name, text, seed, keys = "" }) {
  const level = /^(\d+)\{GO\}(?!.*\{GO\})/.exec(keys)?.[1];
  if (name !== "rotate" || text !== null || level === undefined) return undefined;
  const made = { seed, level: Number(level) };
  return days().find((day) => day.seed === made.seed && day.level === made.level) ?? made;
}

/** Returns the puzzles of a year, back from the day that begins first on Earth. An opening has no date, but it has their seeds. */
function days() {
  const last = Date.now() + DAY;
  return Array.from({ length: YEAR }, (_, back) => puzzleOf(new Date(last - back * DAY).toISOString().slice(0, 10)) ?? []).flat();
}
