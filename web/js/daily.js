// The daily puzzle: a date decides its level and its seed, so it is the same for everybody.

/** @import { Opening } from "./types.js" */

/** The levels from Sunday to Saturday: the week begins with an easy one. */
const LEVELS = [9, 3, 4, 5, 6, 7, 8];
const DAY = 86_400_000;
const YEAR = 366;
/** Spreads the days over the seeds of RND, of which there are 65,536. It is odd, so no two of that many days have the same one. */
const SPREAD = 40_503;

/** A puzzle of ROTATE that its seed and level make again. @typedef {{ seed: number, level: number, date?: string }} Made */

/** Returns the date of a time as it is in links. @param {number} time */
const dateOf = (time) => new Date(time).toISOString().slice(0, 10);

/** Returns today's date where the visitor is, such as `2026-11-27`. */
export function today() {
  const now = new Date();
  return dateOf(now.getTime() - now.getTimezoneOffset() * 60_000);
}

/** Returns the puzzle of a day, or nothing if that is not a date. @param {string} date @returns {Made | undefined} */
export function puzzleOf(date) {
  const time = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  // Some browsers take 30 February for 2 March.
  if (Number.isNaN(time) || dateOf(time) !== date) return undefined;
  const seed = ((time / DAY) * SPREAD) % 65_536;
  return { date, seed, level: LEVELS[new Date(time).getUTCDay()] ?? 1 };
}

/** Returns how to open a puzzle. @param {Made} puzzle @returns {Opening} */
export const openingOf = ({ seed, level, date }) => ({ name: "rotate", text: null, seed, keys: `${level}{GO}`, ...(date ? { date } : {}) });

/** Returns the puzzle that an opening leads to, if it leads to one. @param {Opening} opening @returns {Made | undefined} */
export function madeBy({ name, text, seed, keys = "", date }) {
  const level = /^(\d+)\{GO\}(?!.*\{GO\})/.exec(keys)?.[1];
  if (name !== "rotate" || text !== null || level === undefined) return undefined;
  const made = { seed, level: Number(level) };
  return [...(date ? [date] : []), ...days()].map(puzzleOf).find((day) => day?.seed === made.seed && day.level === made.level) ?? made;
}

/** Returns the dates of a year, back from the day that begins first on Earth. A link to a moment has no date, but the seed of one. */
function days() {
  const last = Date.now() + DAY;
  return Array.from({ length: YEAR }, (_, back) => dateOf(last - back * DAY));
}
