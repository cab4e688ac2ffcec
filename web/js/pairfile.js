// A pair of the view Compare as a file of `arcadian compare`: both parts with dashes between them. Its first line is the command.

import { clicks, download, onOpen } from "./dom.js";
import { BadFile, readText } from "./files.js";
import { checked } from "./pair.js";

/** @import { Latest, Safely } from "./dom.js" */
/** @import { Pair } from "./types.js" */

const DASHES = /^[ \t]*-{3,}[ \t]*$/m;
const COMMAND = /^; arcadian compare \S+ --cpu (\w+)(?: --dead (\S+))?(?: --requires '(.*)')?\n/;

/**
 * Prepares the buttons that open and save. Returns what opens files.
 * @param {object} host
 * @param {Safely} host.safely
 * @param {Latest} host.openings
 * @param {() => Pair} host.pair
 * @param {(pair: Pair) => void} host.open
 */
export function prepareFiles({ safely, openings, pair, open }) {
  const openFiles = (/** @type {File[]} */ files) =>
    safely(async () => {
      const isWanted = openings.begin();
      const texts = await Promise.all(files.slice(0, 2).map(readText));
      if (isWanted()) open(pairOf(texts, pair()));
    });
  onOpen("compare-open", ".asm,.s,.txt,text/plain", openFiles);
  clicks(safely)("compare-save", () => download("compare.asm", written(pair())));
  return openFiles;
}

/** Returns the text of a file. @param {Pair} pair */
function written({ cpu, old, new: other, dead, requires }) {
  const options = `${dead.length ? ` --dead ${dead}` : ""}${requires ? ` --requires '${requires}'` : ""}`;
  return `; arcadian compare compare.asm --cpu ${cpu.toLowerCase()}${options}\n${old}\n---\n${other}\n`;
}

/**
 * Returns the pair of files: one with both parts, or the old code and the new code.
 * @param {{ name: string, text: string }[]} files
 * @param {Pair} before what the files do not say is as before
 */
function pairOf([first, second], before) {
  if (!first) return before;
  const text = first.text.replaceAll("\r\n", "\n");
  const [, cpu = before.cpu, dead = "", requires = ""] = COMMAND.exec(text) ?? [];
  const [old = "", other, more] = second ? [text, second.text] : text.replace(COMMAND, "").split(DASHES);
  if (other === undefined || more !== undefined) {
    throw new BadFile(`${first.name} needs one line of dashes (---) between the old and the new code.`);
  }
  return checked({ cpu, old: old.replace(/\n$/, ""), new: other.replace(/^\n|\n$/g, ""), dead: dead.split(",").filter(Boolean), requires });
}
