// Tests of the hints for ROTATE in the view Play. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { open, page, shows, waitsFor } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const says = (page, text) => page.waitForFunction((text) => document.getElementById("hint-text").textContent.includes(text), text);

/** Opens ROTATE at a level. */
async function begin(page, level) {
  await open(page, `#play?${new URLSearchParams({ name: "rotate", seed: "1", keys: `${level}{GO}`, speed: "max" })}`);
  await shows(page, "MOVE # 1?");
  await page.waitForSelector("#hint-ask:not([disabled])");
}

page("hints solve a puzzle of 1982", { context: PHONE }, async (page) => {
  await begin(page, 3);
  for (let left = 3; left > 0; left -= 1) {
    await page.click("#hint-ask");
    await says(page, `(${left} move`);
    const [, letter] = /^hint: (\w) /.exec(await page.textContent("#hint-text"));
    await page.keyboard.press(letter.toLowerCase());
    await page.waitForFunction(() => document.getElementById("hint-text").textContent === "");
  }
  await waitsFor(page, "You won in 3 moves");
});

page("hints are counted in what is shared, also after a reload", { context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page) => {
  await open(page, "");
  await page.click("#puzzle-start");
  const ask = async () => {
    await shows(page, "MOVE # 1?");
    await page.click("#hint-ask:not([disabled])");
    await says(page, "(1 move");
  };
  await ask();
  await page.waitForTimeout(1000);
  await page.reload();
  await ask();
  const [, letter] = /^hint: (\w) /.exec(await page.textContent("#hint-text"));
  await page.keyboard.press(letter.toLowerCase());
  await waitsFor(page, "You won in 1 move");
  await page.click("#puzzle-share");
  await page.waitForSelector("#notices .note");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /I won in 1 move with 2 hints/);
});

page("a search for a hint is canceled, and the machine plays on", {}, async (page) => {
  await begin(page, 40);
  for (const cancel of [() => page.keyboard.press("Escape"), () => page.click("#hint-ask")]) {
    await page.click("#hint-ask");
    await says(page, "Looking for a hint … Esc cancels.");
    assert.equal(await page.textContent("#hint-ask"), "Cancel");
    await cancel();
    await says(page, "The hint was canceled.");
    assert.equal(await page.textContent("#hint-ask"), "Hint");
  }
  // Esc has not halted the program.
  await waitsFor(page, "ap a group of four");
  await page.click("#hint-ask");
  await says(page, "Looking for a hint");
  await page.keyboard.press("r");
  await shows(page, "RESET # 1:0");
});

page("at the prompt there is no hint", {}, async (page) => {
  await begin(page, 2);
  assert.ok(await page.isVisible("#hint"));
  await page.keyboard.press("Escape");
  await page.waitForSelector("#hint", { state: "hidden" });
});
