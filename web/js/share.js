// Links: a program, its seed and keys in the fragment of the address, compressed.

import { openingOf, puzzleOf, today } from "./daily.js";
import { fromBase64, toBase64 } from "./wasm.js";

/** @import { Checked, Opening } from "./types.js" */

/** The longest compressed part of a link, in characters. */
const LONGEST_LINK = 400_000;
/** The most bytes that a link decompresses to. */
const LONGEST_CONTENTS = 4_000_000;

/** A link that cannot be read. */
export class BadLink extends Error {}

/** Returns the address of a view of the page. @param {string} fragment */
export const addressOf = (fragment) => `${location.href.replace(/[?#].*$/, "")}#${fragment}`;

/**
 * Returns the link to an opening.
 * @param {Opening} opening
 */
export async function write(opening) {
  const { name, text, seed, dialect, asPrinted, keys, statements } = opening;
  const compact = { n: name, t: text, s: seed, d: dialect, p: asPrinted || undefined, k: keys || undefined, m: statements };
  return addressOf(`play?s=${await pack(compact)}`);
}

/**
 * Returns a value as the compressed part of a link.
 * @param {unknown} value
 */
export async function pack(value) {
  const bytes = await transform(new TextEncoder().encode(JSON.stringify(value)), coder("CompressionStream"), Infinity);
  const packed = toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  if (packed.length > LONGEST_LINK) throw new BadLink("This is too long for a link. Save it as a file.");
  return packed;
}

/**
 * Returns what a link contains, or nothing if it contains no program.
 * @param {URLSearchParams} query
 * @returns {Promise<Opening | undefined>}
 */
export async function read(query) {
  const shared = query.get("s");
  if (shared !== null) return checked(await unpack(shared));
  const date = query.get("daily");
  if (date !== null) {
    const puzzle = puzzleOf(date || today());
    if (!puzzle) throw new BadLink(`\`${date}\` is not a date. The puzzle of a day is named as in \`daily=2026-11-27\`.`);
    return { from: "link", ...openingOf(puzzle) };
  }
  const exhibit = query.get("program");
  const { name, text } = exhibit === null ? { name: query.get("name"), text: query.get("text") } : await (await import("./gallery.js")).programNamed(exhibit);
  if (name === null && text === null) return undefined;
  const seed = query.get("seed");
  return checked({
    n: name,
    t: text,
    s: seed === null ? undefined : Number(seed),
    k: query.get("keys") ?? undefined,
  });
}

/** Returns a stream that compresses or decompresses. @param {"CompressionStream" | "DecompressionStream"} kind */
function coder(kind) {
  if (!(kind in globalThis)) throw new BadLink("This browser is too old for links; it needs a version of 2023 or later. Open or save a file instead.");
  return new globalThis[kind]("deflate-raw");
}

/**
 * Returns the value in the compressed part of a link.
 * @param {string} shared
 * @returns {Promise<unknown>}
 */
export async function unpack(shared) {
  if (shared === "") return damaged();
  if (shared.length > LONGEST_LINK) throw new BadLink("This link is too long to be one of this page.");
  let text;
  try {
    const bytes = await transform(fromBase64(shared.replaceAll("-", "+").replaceAll("_", "/")), coder("DecompressionStream"), LONGEST_CONTENTS);
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw error instanceof BadLink ? error : damaged();
  }
  try {
    return JSON.parse(text);
  } catch {
    return damaged();
  }
}

/** @returns {never} */
export function damaged() {
  throw new BadLink("This link is damaged: a part of it is missing or was changed. Ask for it again, or open the program as a file.");
}

/** @param {unknown} value @returns {value is string} */
export const isText = (value) => typeof value === "string";
/** @param {unknown} value @returns {value is number} */
export const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @param {unknown} value @returns {value is boolean} */
export const isFlag = (value) => typeof value === "boolean";

/**
 * Returns the known fields of a value from a link or from storage, if each is missing or as its check says.
 * @template {Record<string, (value: unknown) => boolean>} C
 * @param {unknown} value
 * @param {C} checks
 * @returns {Checked<C>}
 */
export function checkFields(value, checks) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return damaged();
  const fields = Object.entries(value).filter(([name, field]) => Object.hasOwn(checks, name) && (field ?? null) !== null);
  if (!fields.every(([name, field]) => checks[name]?.(field))) return damaged();
  return /** @type {Checked<C>} */ (Object.fromEntries(fields));
}

/** What a link contains: the fields of an opening. */
const CONTENTS = { n: isText, t: isText, s: isCount, d: isText, p: isFlag, k: isText, m: isCount };

/**
 * Returns the contents of a link as an opening.
 * @param {unknown} value
 * @returns {Opening}
 */
function checked(value) {
  const { n: name = null, t: text = null, s: seed = randomSeed(), d: dialect, p: asPrinted, k: keys, m: statements } = checkFields(value, CONTENTS);
  return { from: "link", name, text, seed, dialect, asPrinted, keys, statements };
}

/** Returns a seed for RND. */
export function randomSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

/**
 * Passes bytes through a stream, up to a number of bytes.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {CompressionStream | DecompressionStream} stream
 * @param {number} longest
 */
async function transform(bytes, stream, longest) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > longest) {
      await reader.cancel().catch(() => {});
      throw new BadLink(`This link contains more than ${longest / 1_000_000} million bytes. It was not opened.`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
