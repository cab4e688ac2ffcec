// Splits a text into tokens with their scopes, by the engine that VS Code uses.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";
import { grammars } from "../scripts/grammar.mjs";

const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
const engine = oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}));

const FILES = { assembly: "assembly.tmLanguage.json", basic: "basic.tmLanguage.json" };

/** Returns a function that returns the tokens of a text, line by line: pairs of a text and its innermost scope. */
export async function tokenizer(language) {
  const grammar = grammars()[FILES[language]];
  const registry = new textmate.Registry({ onigLib: engine, loadGrammar: () => grammar });
  const loaded = await registry.loadGrammar(grammar.scopeName);
  const suffix = grammar.scopeName.replace("source", "");
  return (text) => {
    let state = textmate.INITIAL;
    return text.split("\n").map((line) => {
      const { tokens, ruleStack } = loaded.tokenizeLine(line, state);
      state = ruleStack;
      return tokens
        .map(({ startIndex, endIndex, scopes }) => [line.slice(startIndex, endIndex), scopes.at(-1).replace(suffix, "")])
        .filter(([text, scope]) => text.trim() !== "" && scope !== "source" && !scope.startsWith("meta."));
    });
  };
}
