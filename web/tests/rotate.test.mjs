// Tests of ROTATE in the view Play: a puzzle begun, played and won on the board alone. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { open, page, shows, waitsFor } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };
/** A puzzle of level 1 that the group of the letter G solves, the one in the middle; and one of level 3. */
const [ONE, THREE] = ["#play?name=rotate&seed=7&keys=1{GO}", "#play?name=rotate&seed=7&keys=3{GO}"];

/** Returns the middle of a group on the page: its row and column from 0. */
async function middle(page, row, column) {
  const { x, y, width, height } = await page.locator(".turns").boundingBox();
  // The layer has a margin of 3 of the machine's pixels around a board of 41.
  return [x + (width * (13 + 10 * column)) / 47, y + (height * (13 + 10 * row)) / 47];
}
const tap = async (page, row, column) => page.touchscreen.tap(...(await middle(page, row, column)));
const click = async (page, row, column) => page.mouse.click(...(await middle(page, row, column)));

/** Drags from the middle of a cell by a number of cells. */
async function swipe(page, row, column, [down, right]) {
  const [[x, y], [nextX, nextY]] = [await middle(page, row - 0.5, column - 0.5), await middle(page, row - 0.5 + down, column - 0.5 + right)];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(nextX, nextY, { steps: 4 });
  await page.mouse.up();
}

/** Returns the letters on the screen. Its text follows the picture some time later, so it is read until it stays the same. */
async function board(page) {
  for (let last = ""; ;) {
    await page.waitForTimeout(500);
    const rows = await page.locator("#screen-text > div").allTextContents();
    const letters = rows
      .map((row) => /((?:[A-P] ){3}[A-P])$/.exec(row.trimEnd())?.[1] ?? "")
      .filter(Boolean)
      .join(" ");
    if (letters && letters === last) return letters;
    last = letters;
  }
}

page("a first visit on a phone says what to do, and nothing moves while it starts", { context: PHONE, prepare: observeShifts }, async (page) => {
  await open(page, "");
  assert.match(await page.innerText(".puzzle"), /Put the 16 letters in order/);
  assert.ok(await page.isVisible("#help .rotate >> nth=0"));
  await waitsFor(page, "Press Start");
  const shift = await page.evaluate(() => globalThis.shift);
  assert.ok(shift < 0.1, `layout shift ${shift}`);
  const [{ width }, { x, y }] = [await page.locator("#picture").boundingBox(), await page.locator("#puzzle-start").boundingBox()];
  assert.ok(width > 340 && x >= 0 && y < 300, `${width} ${x} ${y}`);
});

function observeShifts() {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

for (const speed of ["1982", "4", "max"]) {
  page(`a win by taps alone is shown at speed ${speed}, and leads to the next level`, { context: PHONE }, async (page) => {
    await open(page, `${ONE}&speed=${speed}`);
    await waitsFor(page, "ap a group of four");
    await tap(page, 1, 1);
    await waitsFor(page, "You won in 1 move!");
    assert.equal(await page.textContent("#puzzle-start"), "Start level 2");
    await waitsFor(page, "New game?");
    assert.match(await page.textContent("#message"), /^You won in 1 move! New game\?$/);
    assert.deepEqual(await page.locator("#answers button").allTextContents(), ["Yes", "No"]);
    await page.locator("#answers button", { hasText: "No" }).tap();
    // The same puzzle for the next player: the last win is not shown any more.
    await waitsFor(page, "ap a group of four");
    await shows(page, "MOVE # 1?");
    assert.ok(await page.isHidden("#puzzle-share"));
    await page.tap("#puzzle-start");
    await shows(page, "LEVEL 2");
    await waitsFor(page, "ap a group of four");
  });
}

page(
  "a win with more moves than the level says so, and is copied with a link to the puzzle",
  { context: { permissions: ["clipboard-read", "clipboard-write"] } },
  async (page) => {
    await open(page, "#play?speed=max");
    await page.click("#puzzle-start");
    await waitsFor(page, "ap a group of four");
    await shows(page, "MOVE # 1?");
    // Three turns more bring the letters back; the fourth turn of the right group wins.
    const letters = (await board(page)).split(" ");
    const wrong = letters.findIndex((letter, at) => letter !== "ABCDEFGHIJKLMNOP"[at]);
    const [row, column] = [Math.floor(wrong / 4), wrong % 4];
    const other = row === 0 ? 2 : 0;
    for (let count = 1; count <= 4; count += 1) {
      await click(page, other, column);
      await shows(page, `MOVE # ${count + 1}?`);
    }
    await click(page, row, column);
    await waitsFor(page, "You won in 5 moves, 4 more than its level!");
    await page.evaluate(() => (navigator.share = undefined));
    await page.click("#puzzle-share");
    await page.waitForSelector("#notices .note");
    const told = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(told, /^ROTATE, a game of 1982, level 1: I won in 5 moves\.\nhttp.*#play\?name=rotate&seed=\d+&keys=1%7BGO%7D$/);
    await open(page, new URL(told.split("\n")[1]).hash);
    await waitsFor(page, "ap a group of four");
    assert.equal(await board(page), letters.join(" "));
  },
);

page("a swipe turns the group that moves the letter with it; others say why not", {}, async (page) => {
  await open(page, `${THREE}&speed=max`);
  await waitsFor(page, "ap a group of four");
  const before = (await board(page)).split(" ");
  let at = 1;
  // The letter at row 1, column 1 goes right, down, left and up: each by another group, with the letter at another corner.
  for (const [direction, row, column] of [
    [[0, 1], 1, 1],
    [[1, 0], 1, 1],
    [[0, -1], 1, 1],
    [[-1, 0], 1, 1],
  ]) {
    const letters = (await board(page)).split(" ");
    await swipe(page, row, column, direction);
    await shows(page, `MOVE # ${(at += 1)}?`);
    const [down, right] = direction;
    assert.equal((await board(page)).split(" ")[(row + down) * 4 + column + right], letters[row * 4 + column], `${direction}`);
  }
  assert.notDeepEqual((await board(page)).split(" "), before);
  await swipe(page, 0, 3, [0, -1]);
  await waitsFor(page, "Groups turn clockwise");
});

page("taps in quick succession are all made", {}, async (page) => {
  await open(page, THREE);
  await waitsFor(page, "ap a group of four");
  const before = await board(page);
  for (let count = 0; count < 4; count += 1) await click(page, 1, 1);
  await shows(page, "MOVE # 5?");
  await waitsFor(page, "ap a group of four");
  assert.equal(await board(page), before);
});

page("taps are left to other programs", {}, async (page) => {
  await open(page, `#play?name=x.bas&text=${encodeURIComponent("10 K=KP\n20 PRINT K\n30 GOTO 10\n")}`);
  await waitsFor(page, "waits for a key");
  assert.ok(await page.isHidden(".turns"));
  assert.ok(await page.isHidden(".puzzle"));
});

page("the daily puzzle is the same for everybody, and its result names the least number of moves", {}, async (page) => {
  await open(page, "#play?daily=2026-11-27&speed=max");
  await page.waitForFunction(() => /^The puzzle of 2026-11-27, level 7\. \d moves are enough\.$/.test(document.getElementById("puzzle-text").textContent));
  await shows(page, "MOVE # 1?");
  const letters = await board(page);
  const enough = /(\d) moves are/.exec(await page.textContent("#puzzle-text"))[1];
  // The hints win with the least number of moves.
  let hints = 0;
  while (!(await page.textContent("#message")).startsWith("You won")) {
    await page.click("#hint-ask");
    hints += 1;
    const hint = /^hint: (S?)(\w) /;
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("hint-text").textContent), hint.source);
    const [, special, letter] = hint.exec(await page.textContent("#hint-text"));
    for (const key of [special, letter]) if (key) await page.keyboard.press(key.toLowerCase());
    await page.waitForFunction(() => document.getElementById("hint-text").textContent === "");
    await page.waitForFunction(() => /You won|ap a group of four/.test(document.getElementById("message").textContent));
  }
  assert.match(await page.textContent("#message"), new RegExp(`^You won in ${enough} moves`));
  await page.evaluate(() => (navigator.share = ({ text }) => Promise.resolve((globalThis.told = text))));
  await page.click("#puzzle-share");
  const told = await page.evaluate(() => globalThis.told);
  assert.match(
    told,
    new RegExp(
      `^ROTATE, the puzzle of 2026-11-27, level 7: I won in ${enough} moves with ${hints} hints; ${enough} are enough\\.\\nhttp.*#play\\?daily=2026-11-27$`,
    ),
  );
  await open(page, "#play?name=rotate&seed=1");
  await open(page, new URL(told.split("\n")[1]).hash);
  await shows(page, "MOVE # 1?");
  assert.equal(await board(page), letters);
});

page("today's puzzle is one button away, and a date that is none is refused", {}, async (page) => {
  await open(page, "");
  await page.click("#puzzle-daily");
  await page.waitForFunction(() => /^The puzzle of \d{4}-\d\d-\d\d, level \d\./.test(document.getElementById("puzzle-text").textContent));
  await page.reload();
  await page.waitForFunction(() => /^The puzzle of \d{4}-\d\d-\d\d, level \d\./.test(document.getElementById("puzzle-text").textContent));
  await page.click("#puzzle-start");
  await page.waitForFunction(() => document.getElementById("puzzle-text").textContent.startsWith("Put the 16 letters"));
  for (const date of ["2026-13-01", "2026-02-30"]) {
    await open(page, `#play?daily=${date}`);
    await page.waitForSelector(`#notices >> text=\`${date}\` is not a date`);
  }
});

page("after an S, a tap exchanges the letter with its right neighbor", {}, async (page) => {
  await open(page, `${THREE}&speed=max`);
  await waitsFor(page, "ap a group of four");
  await page.focus("#screen");
  await page.keyboard.press("s");
  await waitsFor(page, "exchange places");
  const before = (await board(page)).split(" ");
  await page.mouse.click(...(await middle(page, 0.5, 0.5)));
  await shows(page, "SP. MOVE");
  await waitsFor(page, "ap a group of four");
  const after = (await board(page)).split(" ");
  assert.deepEqual([after[5], after[6]], [before[6], before[5]]);
});

page("the puzzle of any day is named with its least number of moves, also after a reload", {}, async (page) => {
  for (const date of ["2019-02-28", "2031-12-25"]) {
    await open(page, `#play?daily=${date}&speed=max`);
    const isNamed = () =>
      page.waitForFunction(
        (date) => new RegExp(`^The puzzle of ${date}, level \\d\\. \\d moves? (are|is) enough\\.$`).test(document.getElementById("puzzle-text").textContent),
        date,
      );
    await isNamed();
    await page.reload();
    await isNamed();
  }
});

page("on a phone the board is large enough for a thumb, and nothing moves at a win", { context: PHONE }, async (page) => {
  await open(page, ONE);
  await waitsFor(page, "Move 1: tap a group of four.");
  const [layer, picture] = [await page.locator(".turns").boundingBox(), await page.locator("#picture").boundingBox()];
  const cell = (layer.width * 10) / 47;
  assert.ok(cell >= 44 && layer.height >= layer.width, `a cell has ${cell} pixels`);
  assert.ok(layer.x >= picture.x && layer.x + layer.width <= picture.x + (picture.width * 111) / 160 + 1, "the period board is beside it");
  const places = () =>
    Promise.all(["#screen", "#hint", "#hint-large", "#pad"].map(async (id) => Math.round((await page.locator(id).boundingBox()).y))).then(String);
  const before = await places();
  await tap(page, 1, 1);
  await waitsFor(page, "You won in 1 move!");
  assert.ok(await page.isVisible("#puzzle-share"));
  assert.equal(await places(), before);
  await waitsFor(page, "New game?");
  assert.equal(await places(), before);
});

page("the large board is a choice, which is remembered", { context: PHONE }, async (page) => {
  const isLarge = () => page.evaluate(() => document.querySelector(".turns").matches(".large"));
  await open(page, THREE);
  await waitsFor(page, "ap a group of four");
  assert.ok(await isLarge());
  await page.tap("#hint-large");
  assert.ok(!(await isLarge()));
  await page.reload();
  await waitsFor(page, "ap a group of four");
  assert.ok(!(await isLarge()));
  assert.equal(await page.getAttribute("#hint-large", "aria-pressed"), "false");
  // The period board has the same taps.
  const before = await board(page);
  await tap(page, 0, 0);
  await shows(page, "MOVE # 2?");
  assert.notEqual(await board(page), before);
  await page.tap("#hint-large");
  assert.ok(await isLarge());
});

page("buttons take a turn back, exchange letters and begin the puzzle again", { context: PHONE }, async (page) => {
  await open(page, `${THREE}&speed=max`);
  await waitsFor(page, "Move 1: ");
  await page.waitForSelector("[data-key=T]:not([disabled])");
  const first = await board(page);
  await tap(page, 0, 0);
  await waitsFor(page, "Move 2: ");
  const second = await board(page);
  await page.tap("[data-key=T]");
  await page.waitForFunction(() => !document.querySelector("[data-key=T]").disabled);
  assert.equal(await board(page), first);
  await tap(page, 0, 0);
  await page.waitForTimeout(500);
  assert.equal(await board(page), second);
  await page.tap("[data-key=S]");
  await page.waitForSelector("[data-key=S][aria-pressed=true]");
  await tap(page, -0.5, -0.5);
  await page.waitForSelector("[data-key=S][aria-pressed=false]");
  const [one, other] = second.split(" ");
  assert.ok((await board(page)).startsWith(`${other} ${one}`));
  await page.tap("[data-key=R]");
  await shows(page, "RESET");
  assert.equal(await board(page), first);
});

page("a tap on the empty board says what to press", { context: PHONE }, async (page) => {
  await open(page, "");
  await waitsFor(page, "Press Start, or type a level");
  await tap(page, 1, 1);
  await waitsFor(page, "The board has no letters yet: press Start above it.");
});

page("a result is shared with its picture, or copied and its picture saved", { context: { permissions: ["clipboard-write"] } }, async (page) => {
  await open(page, `${ONE}&speed=max`);
  await waitsFor(page, "ap a group of four");
  await click(page, 1, 1);
  await waitsFor(page, "You won in 1 move!");
  await page.evaluate(() => {
    navigator.canShare = ({ files }) => files.length === 1;
    navigator.share = async (shared) =>
      (globalThis.shared = { ...shared, files: shared.files.map(({ name, type, size }) => ({ name, type, isLarge: size > 500 })) });
  });
  await page.click("#puzzle-share");
  await page.waitForFunction(() => globalThis.shared);
  const { text, files } = await page.evaluate(() => globalThis.shared);
  assert.match(text, /I won in 1 move\.\n/);
  assert.deepEqual(files, [{ name: "rotate.png", type: "image/png", isLarge: true }]);
  await page.evaluate(() => (navigator.share = undefined));
  await page.click("#puzzle-share");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#notices >> text=Save a picture")]);
  assert.equal(saved.suggestedFilename(), "rotate.png");
});

page("keys go to the machine only if the focus is there, or nowhere", {}, async (page) => {
  await open(page, `${THREE}&speed=max`);
  await waitsFor(page, "Move 1: ");
  const pressFirst = async () => page.keyboard.press((await board(page))[0].toLowerCase());
  for (const other of ["#to-step", "#puzzle-daily", "#halt", "#share"]) {
    await page.focus(other);
    await pressFirst();
  }
  await page.waitForTimeout(500);
  await waitsFor(page, "Move 1: ");
  let move = 1;
  for (const own of ["#screen", "#hint-ask", "#pad button", undefined]) {
    if (own) await page.focus(own);
    else await page.evaluate(() => document.activeElement.blur());
    await pressFirst();
    await waitsFor(page, `Move ${(move += 1)}: `);
  }
});
