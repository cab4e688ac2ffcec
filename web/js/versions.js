// Which of several versions of a work are kept: links and examples go before the visitor's own work.

/** @import { Kept } from "./types.js" */

/** The most versions of one kind: of the visitor's own work, and of links and examples. */
const [MOST_OWN, MOST_OTHERS] = [30, 6];
/** The most characters of all versions of one kind. */
const LARGEST = 16_000_000;
/** The fewest characters whose loss is a replacement. */
const FEWEST = 10;

/** Whether a work is the visitor's own. @param {Kept} value */
export const isOwn = ({ from, isEdited }) => !from || isEdited === true;

/** Whether nothing is lost without this. @param {Kept} value */
export function isWorthless(value) {
  if (Object.keys(value.files ?? {}).length > 0) return false;
  const isUntouched = value.from === "example" && !value.isEdited && !value.opening?.keys;
  return isUntouched || (value.text.trim() === "" && !value.fields);
}

/**
 * Whether a version makes another one superfluous: it is the same text, at the same or a later moment of the same run.
 * @param {Kept} later
 * @param {Kept} earlier
 */
export function covers(later, earlier) {
  const isSame = later.name === earlier.name && later.text === earlier.text && later.opening?.seed === earlier.opening?.seed;
  return (
    isSame &&
    (isOwn(later) || !isOwn(earlier)) &&
    (later.opening?.keys ?? "").startsWith(earlier.opening?.keys ?? "") &&
    JSON.stringify(later.fields) === JSON.stringify(earlier.fields)
  );
}

/**
 * Returns the versions that need not be kept: those that a later one covers, and those that are too many or too large, at first what is
 * not the visitor's own, and the oldest.
 * @template {[unknown, Kept]} R
 * @param {R[]} all from the oldest to the latest
 */
export function superfluous(all) {
  const needed = all.filter(([, value], at) => !all.slice(at + 1).some(([, later]) => covers(later, value))).reverse();
  const own = needed.filter(([, value]) => isOwn(value)).slice(0, MOST_OWN);
  const others = needed.filter(([, value]) => !isOwn(value)).slice(0, MOST_OTHERS);
  let size = 0;
  const kept = [...own, ...others].filter(([, value]) => (size += JSON.stringify(value).length) <= LARGEST);
  return all.filter((record) => !kept.includes(record));
}

/**
 * Returns where two texts differ: the number of characters that are the same at their start and at their end.
 * @param {string} before
 * @param {string} after
 */
export function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end };
}

/**
 * Whether a change of a text is a replacement: more than half of what was there is gone at once.
 * @param {string} before
 * @param {string} after
 */
export function isReplaced(before, after) {
  const { start, end } = difference(before, after);
  const gone = before.length - start - end;
  return gone >= FEWEST && gone > before.length / 2;
}
