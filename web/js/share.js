// Links: a program, its seed and keys in the fragment of the address, compressed.

/** @typedef {import("./types.js").Opening} Opening */

/** The longest compressed part of a link, in characters. */
const LONGEST_LINK = 400_000;
/** The most bytes that a link decompresses to. */
const LONGEST_CONTENTS = 4_000_000;

/** A link that cannot be read. */
export class BadLink extends Error {}

/**
 * Returns the query of a link: the part after `#play?`.
 * @param {Opening} opening
 */
export async function write(opening) {
  const { name, text, seed, dialect, asPrinted, keys, statements } = opening;
  const compact = { n: name, t: text, s: seed, d: dialect, p: asPrinted || undefined, k: keys || undefined, m: statements };
  return `s=${await pack(compact)}`;
}

/**
 * Returns a value as the compressed part of a link.
 * @param {unknown} value
 */
export async function pack(value) {
  const bytes = await transform(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"), Infinity);
  const packed = base64(bytes);
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
  if (!query.has("name") && !query.has("text")) return undefined;
  const seed = query.get("seed");
  return checked({
    n: query.get("name"),
    t: query.get("text"),
    s: seed === null ? undefined : Number(seed),
    k: query.get("keys") ?? undefined,
  });
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
    const bytes = await transform(unbase64(shared), new DecompressionStream("deflate-raw"), LONGEST_CONTENTS);
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

/**
 * @returns {never}
 */
export function damaged() {
  throw new BadLink("This link is damaged: a part of it is missing or was changed. Ask for it again, or open the program as a file.");
}

/**
 * Returns the contents of a link as an opening, if every field has its type.
 * @param {unknown} value
 * @returns {Opening}
 */
function checked(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return damaged();
  const { n = null, t = null, s, d = null, p = false, k, m } = /** @type {Record<string, unknown>} */ (value);
  const isText = (/** @type {unknown} */ field) => field === null || typeof field === "string";
  const isCount = (/** @type {unknown} */ field) => field === undefined || (Number.isSafeInteger(field) && Number(field) >= 0);
  if (!isText(n) || !isText(t) || !isText(d) || typeof p !== "boolean" || !isCount(s) || !isCount(m)) return damaged();
  if (k !== undefined && typeof k !== "string") return damaged();
  /** @type {Opening} */
  const opening = { from: "link", name: /** @type {string | null} */ (n), text: /** @type {string | null} */ (t), seed: Number(s ?? randomSeed()) };
  if (d !== null) opening.dialect = String(d);
  if (p) opening.asPrinted = true;
  if (k !== undefined) opening.keys = k;
  if (m !== undefined) opening.statements = Number(m);
  return opening;
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

/** @param {Uint8Array} bytes */
function base64(bytes) {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text */
function unbase64(text) {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
