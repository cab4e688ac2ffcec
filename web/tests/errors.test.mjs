// Tests of what the page says of errors in BASIC: the sentences of `arcadian play`, the wrong part of the line, and lines that do not
// exist. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { link, open, page, waitsFor } from "./browser.mjs";

/** Lines that are typed, the sentence, and what is marked in the line. */
const TYPED = [
  ["PRNT 5", "WHAT? `PRNT` is not a word of BASIC; did you mean `PRINT`?", "P"],
  ["IF 1=1 THEN GOTO 10", "WHAT? omit THEN: the statement follows the condition", "T"],
  ['A$="X"', "WHAT? there are no string variables", "$"],
  ["PRINT 1:PRINT 2", "WHAT? `;` separates statements", ":"],
  ["GOSUB 500", "HOW? there is no line 500", "500"],
  ["A=", "WHAT? expected a number, a variable or `(`", " "],
];

page("a typed line that fails is explained, and its wrong part is marked", { plain: true }, async (page) => {
  await open(page, link({ n: null, t: null, s: 1 }));
  await waitsFor(page, "At the prompt");
  for (const [line, sentence, wrong] of TYPED) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
    await waitsFor(page, sentence);
    assert.equal((await page.locator("#fault").textContent()).trim(), line.trim());
    assert.equal(await page.locator("#fault mark").textContent(), wrong, line);
  }
  await page.keyboard.type("LET A=1");
  await page.keyboard.press("Enter");
  await waitsFor(page, "At the prompt");
  assert.ok(await page.locator("#fault").isHidden());
});

page("a program that goes to a missing line: the line is shown, and the number marked", { plain: true }, async (page) => {
  await open(page, link({ n: "x.bas", t: '10 PRINT "GOTO"\n20 IF 1 GOTO 99\n', s: 1 }));
  await waitsFor(page, "HOW? in line 20, column 16: there is no line 99");
  assert.equal(await page.locator("#fault").textContent(), "20 IF 1 GOTO 99");
  assert.equal(await page.locator("#fault mark").textContent(), "99");
});

page("the view Listing names missing lines, and underlines them", {}, async (page) => {
  await open(page, "#listing");
  await page.locator("#view-listing .cm-content").waitFor();
  await page.locator("#view-listing .cm-content").focus();
  await page.keyboard.type("10 A=1\n20 GOTO 99\n30 PRINT A\n40 PRNT 5\n");
  await page.locator("#account .damaged", { hasText: "Column 9: there is no line 99." }).waitFor();
  await page.locator("#account .damaged", { hasText: "did you mean PRINT?" }).waitFor();
  assert.match(await page.locator("#account-summary").innerText(), /2 of 4 lines need a look/);
  assert.deepEqual(await page.locator("#view-listing .cm-wrong").allInnerTexts(), ["99", "P"]);
  assert.equal(await page.locator("#view-listing .cm-marked").count(), 2);
});
