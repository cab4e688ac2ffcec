// What the view Step steps, in links and in storage.

import { addressOf, checkFields, damaged, isCount, isFlag, isText, pack, unpack } from "./share.js";

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
  const [cpu, sameAs] = ["cpu", "same-as"].map((name) => query.get(name) ?? undefined);
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

/** @param {unknown} value @returns {value is string[]} */
const isList = (value) => Array.isArray(value) && value.every(isText);
/** @param {unknown} value @returns {value is Record<string, string>} */
const areTexts = (value) => typeof value === "object" && value !== null && Object.values(value).every(isText);

/** The fields of a request to step something, which are all that reaches the module. A test of `crates/web` compares them with it. */
export const FIELDS = {
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
