// What the view Step steps, in links and in storage.

import { addressOf, checkFields, damaged, isCount, isFlag, isText, pack, unpack } from "./share.js";

/** @import { Check } from "./share.js" */
/** @import { Target } from "./types.js" */

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
  const [inputs, set, place, poke] = ["in", "set", "place", "poke"].map((name) => query.getAll(name));
  const [cpu, sameAs] = [query.get("cpu"), query.get("same-as")];
  return { target: routine, cpu, inputs, set, place, poke, sameAs, go: Number.isSafeInteger(go) && go >= 0 ? go : 0 };
}

/**
 * Returns the link to a step of a program.
 * @param {Target} target
 * @param {number} step
 */
export async function linkTo(target, step) {
  return addressOf(`step?s=${await pack({ ...target, go: step })}`);
}

/** @type {Check} */
const isList = (value) => Array.isArray(value) && value.every(isText);
/** @type {Check} */
const areTexts = (value) => typeof value === "object" && value !== null && Object.values(value).every(isText);

/** Only these fields reach the module. @type {Record<keyof Target, Check>} */
const FIELDS = {
  target: isText,
  files: areTexts,
  cpu: isText,
  inputs: isList,
  set: isList,
  place: isList,
  poke: isList,
  sameAs: isText,
  keys: isList,
  seed: isCount,
  dialect: isText,
  asPrinted: isFlag,
  go: isCount,
};

/**
 * Returns a value from a link or from storage as a program to step.
 * @param {unknown} value
 * @returns {Target}
 */
export function checked(value) {
  const { target = damaged(), ...others } = checkFields(value, FIELDS);
  return { target, ...others };
}
