import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { EXPECTED, address, names, scopes } from "./samples.mjs";
import { tokenizer } from "./tokens.mjs";

for (const name of names()) {
  test(`the scopes of ${name}`, async () => {
    assert.equal(await scopes(name), readFileSync(address(name + EXPECTED), "utf8"));
  });
}

/** The features of docs/assembler.md whose words are not directives. */
const OTHERS = [
  "Comments",
  "Between statements",
  "Blocks",
  "Numbers",
  "Case",
  "Labels",
  "Local labels",
  "Labels without names",
  "Address of the statement",
  "Operators",
  "Prefix operators",
  "Macro packages",
];

test("the words of all dialects are known", async () => {
  const page = readFileSync(new URL("../../../docs/assembler.md", import.meta.url), "utf8");
  const features = page.slice(page.indexOf("### acme"), page.indexOf("<!-- features end -->"));
  const rows = [...features.matchAll(/^- \*\*(.+?):\*\*((?:.|\n(?!\n|- ))*)/gm)].filter(([, feature]) => !OTHERS.includes(feature));
  const words = rows.flatMap(([, , words]) => [...words.matchAll(/`` ([^`\s]*[A-Z0-9][^`\s]*) ``/g)].map(([, word]) => word));
  assert.ok(words.length > 400, `${words.length} words`);
  const tokens = await tokenizer("assembly");
  const unknown = words.filter((word) => !/^(?:keyword|support|comment)/.test(tokens(`\t${word} x`)[0][0][1]));
  assert.deepEqual(unknown, []);
});
