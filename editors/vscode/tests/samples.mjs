// The samples and the file of the scopes that are expected in each.

import { readFileSync, readdirSync } from "node:fs";
import { tokenizer } from "./tokens.mjs";

const FOLDER = new URL("samples/", import.meta.url);

export const EXPECTED = ".scopes";

export const names = () => readdirSync(FOLDER).filter((name) => !name.endsWith(EXPECTED));

export const address = (name) => new URL(name, FOLDER);

/** Returns the tokens of a sample as text: each line, and below it its tokens. */
export async function scopes(name) {
  const tokens = await tokenizer(/\.(?:lst|bas)$/.test(name) ? "basic" : "assembly");
  const text = readFileSync(address(name), "utf8").trimEnd();
  const lines = text.split("\n");
  return tokens(text)
    .map((found, line) => [`| ${lines[line]}`, ...found.map(([word, scope]) => `  ${scope}: ${word}`)].join("\n") + "\n")
    .join("");
}
