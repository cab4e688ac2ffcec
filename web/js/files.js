// Files that people open or drop: programs, listings and recorded keys.

/** @import { Opening } from "./types.js" */

/** The largest file in bytes that is not a tape. */
const LARGEST = 1 << 20;
const MARK = "#!";
const MILLION = 1_000_000;

/** A file that cannot be opened. */
export class BadFile extends Error {}

/**
 * Refuses a file that is too large, before it is read.
 * @param {{ name: string, size: number }} file
 * @param {string} limit
 * @param {number} [largest]
 */
export function checkSize({ name, size }, limit, largest = LARGEST) {
  if (size > largest) throw new BadFile(`${name} has ${(size / MILLION).toFixed(1)} million bytes. ${limit}`);
}

/** Refuses a pasted text that is too large. @param {string} text */
export const checkPasted = ({ length }) => checkSize({ name: "The text", size: length }, "At most 1 million are pasted. Open it as a file.");

/**
 * Reads a text file.
 * @param {File} file
 * @returns {Promise<{ name: string, text: string }>}
 */
export async function readText(file) {
  checkSize(file, "A program has at most 1 million.");
  let bytes;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    throw new BadFile(`${file.name} cannot be read.`);
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    text = undefined;
  }
  if (text === undefined || text.includes("\0")) {
    throw new BadFile(`${file.name} is not a text. The page opens programs and listings as text (.bas, .lst), tapes (.wav, .prg) and recorded keys (.keys).`);
  }
  return { name: file.name, text };
}

/**
 * Returns whether a text is a file of recorded keys.
 * @param {string} name
 * @param {string} text
 */
export function isKeys(name, text) {
  return name.toLowerCase().endsWith(".keys") || /^#!\s*arcadian keys\b/.test(text);
}

/**
 * Reads a file of recorded keys.
 * @param {string} name
 * @param {string} text
 */
export function readKeys(name, text) {
  /** @type {Map<string, string>} */
  const fields = new Map();
  let rest = text.replaceAll("\r\n", "\n");
  while (rest.startsWith(MARK)) {
    const end = rest.indexOf("\n");
    const line = rest.slice(MARK.length, end < 0 ? undefined : end);
    const colon = line.indexOf(":");
    if (colon >= 0) fields.set(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
    rest = end < 0 ? "" : rest.slice(end + 1);
  }
  const number = (/** @type {string} */ field) => {
    const value = fields.get(field);
    if (value === undefined) return undefined;
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(Number(value))) {
      throw new BadFile(`${name}: \`${value}\` is not a number for \`${field}\`.`);
    }
    return Number(value);
  };
  return {
    program: fields.get("program"),
    asPrinted: fields.get("as-printed") === "yes",
    dialect: fields.get("dialect"),
    seed: number("seed"),
    statements: number("statements"),
    keys: rest,
  };
}

/**
 * Returns the text of a file of recorded keys, as `arcadian play --record` writes it.
 * @param {Opening} opening
 * @param {string} program
 */
export function writeKeys({ seed, dialect, asPrinted, keys = "", statements }, program) {
  /** @type {[string, unknown][]} */
  const fields = [
    ["program", program],
    ["as-printed", asPrinted ? "yes" : undefined],
    ["dialect", dialect],
    ["seed", seed],
    ["statements", statements],
  ];
  const lines = fields.filter(([, value]) => value !== undefined && value !== null).map(([name, value]) => `${MARK} ${name}: ${value}\n`);
  return `${MARK} arcadian keys\n${lines.join("")}${keys}`;
}

/** A line of a program, and one of a printed listing with its number in the margin. */
const LINE = /^\s*\d+ *[A-Z.:@&%$"#]/gm;
const PRINTED = /^\s*\(\w+\) *\d+/gm;

/**
 * Returns what a pasted text is: a printed listing, a text of the Bally Alley archive, lines of a program, or anything else.
 * @param {string} text
 * @returns {"printed" | "archived" | "lines" | "other"}
 */
export function formOf(text) {
  const count = (/** @type {RegExp} */ pattern) => [...text.matchAll(pattern)].length;
  if (count(PRINTED) > 0) return "printed";
  if (isArchived(text)) return "archived";
  return count(LINE) > 1 ? "lines" : "other";
}

/**
 * Returns whether a text has comments or signs as only texts of the archive have them: the keyboard cannot type them.
 * @param {string} text
 */
function isArchived(text) {
  const lines = text.split("\n");
  const numbered = lines.filter((line) => /^\d/.test(line));
  const isSpelled = (/** @type {string} */ line) => /[\d)A-Z](mul|div)/.test(line.split('"', 1)[0] ?? "");
  return numbered.some(isSpelled) || (numbered.length > 0 && lines.some((line) => line.startsWith(".")));
}

/**
 * Returns a file name for a program, with another ending.
 * @param {string | null} name
 * @param {string} ending
 */
export function fileName(name, ending) {
  const stem = (name ?? "program").replace(/\.\w+$/, "").replace(/[^\w .-]/g, "_");
  return `${stem || "program"}.${ending}`;
}
