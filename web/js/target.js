// What the view Step steps, in links and in storage.

import { BadLink, addressOf, checkFields, damaged, isCount, isFlag, isText, pack, unpack } from "./share.js";

/** @import { Target } from "./types.js" */

/**
 * Returns what a link asks for.
 * @param {URLSearchParams} query
 * @returns {Promise<Target | undefined>}
 */
export async function asked(query) {
  const packed = query.get("s");
  if (packed !== null) return checked(await unpack(packed));
  if (!query.has("target")) return undefined;
  return checked(Object.fromEntries([...new Set(query.keys())].map((name) => parameter(name, query.getAll(name)))));
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
export const isList = (value) => Array.isArray(value) && value.every(isText);
/** @param {unknown} value @returns {value is Record<string, string>} */
const areTexts = (value) => typeof value === "object" && value !== null && Object.values(value).every(isText);

/** The fields of a request to step something, which are all that reaches the module. A test of `crates/web` compares them with it. */
export const FIELDS = {
  target: isText,
  files: areTexts,
  cpu: isText,
  pc: isText,
  inputs: isList,
  set: isList,
  place: isList,
  poke: isList,
  sameAs: isText,
  handles: isCount,
  keys: isList,
  seed: isCount,
  dialect: isText,
  asPrinted: isFlag,
  go: isCount,
};

/** The fields of the parameters of a link that have other names. */
const FIELD_OF = new Map([
  ["in", "inputs"],
  ["same-as", "sameAs"],
  ["as-printed", "asPrinted"],
]);

/**
 * Returns the field that a parameter of a link sets, and its value.
 * @param {string} name
 * @param {string[]} texts
 * @returns {[string, unknown]}
 */
function parameter(name, texts) {
  const field = FIELD_OF.get(name) ?? name;
  const check = new Map(Object.entries(FIELDS)).get(field);
  if (!check || check === areTexts) throw new BadLink(`This link sets \`${name}\`, which Step does not have. Remove it from the link.`);
  if (check === isList) return [field, texts];
  const [text = ""] = texts;
  if (check === isCount) return [field, Number(text)];
  return [field, check === isFlag ? text !== "false" : text];
}

/**
 * Returns a value from a link or from storage as a program to step.
 * @param {unknown} value
 * @returns {Target}
 */
export function checked(value) {
  const { target = damaged(), ...others } = checkFields(value, FIELDS);
  return { target, ...others };
}
