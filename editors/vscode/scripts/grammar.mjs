// Fills the words of a language into its grammar.

import { readFileSync } from "node:fs";

const FOLDER = new URL("../grammars/", import.meta.url);

const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));

// The longest word first: a pattern takes the first one that matches.
const alternatives = (words) =>
  [...new Set(words)]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");

const assemblyWords = (words) => {
  const directives = Object.values(words.directives).flat();
  const isPlain = (word) => /^\.?\w/.test(word);
  return {
    mnemonics: Object.values(words.mnemonics).flat(),
    registers: words.registers,
    headerKeys: words.headerKeys,
    // Every dialect's directive is accepted with and without its dot; those with another mark only with it.
    plain: directives.filter(isPlain).map((word) => word.replace(/^\.|\+$/g, "")),
    marked: directives.filter((word) => !isPlain(word)),
    functions: words.functions,
    operators: words.operators,
  };
};

const fill = (value, lists) => {
  if (typeof value === "string") return value.replace(/\{\{(\w+)\}\}/g, (_, name) => alternatives(lists[name]));
  if (Array.isArray(value)) return value.map((item) => fill(item, lists));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, lists)]));
};

/** The grammars by their file names. */
export const grammars = () => ({
  "assembly.tmLanguage.json": fill(read("assembly.json"), assemblyWords(read("assembly-words.json"))),
  "basic.tmLanguage.json": fill(read("basic.json"), read("basic-words.json")),
});
