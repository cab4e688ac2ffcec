// What the view Step steps, in links and in storage.

import { damaged, pack, unpack } from "./share.js";

/** @typedef {import("./types.js").Target} Target */

/**
 * Returns what a link asks for.
 * @param {URLSearchParams} query
 * @returns {Promise<Target | undefined>}
 */
export async function asked(query) {
  const packed = query.get("s");
  if (packed !== null) return checked(await unpack(packed));
  const routine = query.get("target");
  if (routine === null) return undefined;
  const go = Number(query.get("go") ?? 0);
  return { target: routine, cpu: query.get("cpu"), inputs: query.getAll("in"), go: Number.isSafeInteger(go) && go >= 0 ? go : 0 };
}

/**
 * Returns the link to a step of a program.
 * @param {Target} target
 * @param {number} step
 */
export async function linkTo(target, step) {
  const query = `s=${await pack({ ...target, go: step })}`;
  return `${location.href.replace(/[?#].*$/, "")}#step?${query}`;
}

/**
 * Returns a value from a link or from storage as a program to step, if every field has its type.
 * @param {unknown} value
 * @returns {Target}
 */
export function checked(value) {
  if (typeof value !== "object" || value === null) return damaged();
  const fields = /** @type {Record<string, unknown>} */ (value);
  const isText = (/** @type {unknown} */ field) => typeof field === "string";
  const isList = (/** @type {unknown} */ field) => field === undefined || (Array.isArray(field) && field.every(isText));
  const isNothing = (/** @type {unknown} */ field) => field === undefined || field === null;
  const isCount = (/** @type {unknown} */ field) => field === undefined || (Number.isSafeInteger(field) && Number(field) >= 0);
  const { target, files, cpu, inputs, set, place, poke, sameAs, keys, seed, dialect, asPrinted, go } = fields;
  const hasFiles = files === undefined || (typeof files === "object" && files !== null && Object.values(files).every(isText));
  const isRight =
    isText(target) &&
    hasFiles &&
    [cpu, sameAs, dialect].every((field) => isNothing(field) || isText(field)) &&
    [inputs, set, place, poke, keys].every(isList) &&
    [seed, go].every(isCount) &&
    [undefined, true, false].includes(/** @type {any} */ (asPrinted));
  // Only these fields reach the module.
  const known = { target, files, cpu, inputs, set, place, poke, sameAs, keys, seed, dialect, asPrinted, go };
  return isRight ? /** @type {Target} */ (/** @type {unknown} */ (known)) : damaged();
}
