// What the view Compare compares, in links and in storage.

import { addressOf, BadLink, checkFields, damaged, isText, pack, unpack } from "./share.js";
import { isList } from "./target.js";

/** @import { Pair } from "./types.js" */

/** The longest code, in characters. */
const LONGEST = 20_000;
const PROCESSORS = ["8080", "Z80", "6502"];

/** The fields of a request to compare. A test of `crates/web` compares them with the module. */
export const PAIR_FIELDS = { cpu: isText, old: isText, new: isText, dead: isList, requires: isText };

/**
 * Returns the pair in a link.
 * @param {URLSearchParams} query
 * @returns {Promise<Pair | undefined>}
 */
export async function asked(query) {
  const packed = query.get("s");
  if (packed !== null) return checked(await unpack(packed));
  const names = [...new Set(query.keys())];
  if (names.length === 0) return undefined;
  const unknown = names.find((name) => !Object.hasOwn(PAIR_FIELDS, name));
  if (unknown !== undefined) throw new BadLink(`This link sets \`${unknown}\`, which Compare does not have. Remove it from the link.`);
  return checked(Object.fromEntries(names.map((name) => [name, name === "dead" ? query.getAll(name) : query.get(name)])));
}

/** Returns the link to a pair. @param {Pair} pair */
export async function linkTo(pair) {
  return addressOf(`compare?s=${await pack(pair)}`);
}

/**
 * Returns a value from a link or from storage as a pair.
 * @param {unknown} value
 * @returns {Pair}
 */
export function checked(value) {
  const { cpu = "Z80", old = "", new: other = "", dead = [], requires = "" } = checkFields(value, PAIR_FIELDS);
  const processor = PROCESSORS.find((name) => name.toLowerCase() === cpu.toLowerCase()) ?? damaged();
  if (Math.max(old.length, other.length, requires.length) > LONGEST) {
    throw new BadLink(`This link contains more than ${LONGEST.toLocaleString("en")} characters of code. It was not opened.`);
  }
  return { cpu: processor, old, new: other, dead, requires };
}
