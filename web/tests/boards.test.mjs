// Tests of the view Boards. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { accessible, folder, missingProgram, open, page, program, server } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const contains = (id) => (page, text) => page.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text]);
const status = contains("boards-status");
const says = contains("boards-message");
const square = (page, name) => page.locator(`#boards-board [aria-label^="${name}, "]`);
/** Waits until a number of moves have been made, the last one by the program or by a person, and a person is to move. */
const made = (page, count) =>
  page.waitForFunction(
    (count) =>
      document.getElementById("boards-at").textContent === `After move ${count} of ${count}` && document.getElementById("boards-board").ariaBusy === "false",
    count,
  );
/** The moves of the whole game. */
const moves = (page) => page.locator("#boards-moves span").evaluateAll((all) => all.map((span) => span.textContent.replace(/^\d+\./, "").trim()));
const isOver = async (page) => /ha(s|ve) won|A draw|Solved/.test(await page.textContent("#boards-status"));

/** Opens the view with a new game. */
async function begin(page, game, fields = {}) {
  await open(page, "#boards");
  await status(page, "counters");
  await page.check(`#boards-game [value=${game}]`, { force: true });
  for (const [id, value] of Object.entries(fields)) {
    const field = page.locator(`#boards-${id}`);
    await ((await field.evaluate((field) => field.tagName)) === "SELECT" ? field.selectOption(value) : field.fill(value));
  }
  await page.click("#boards-new");
  await page.waitForFunction(() => document.getElementById("boards-moves").textContent === "");
}

/** Returns the record of a game: its fields and moves. */
const record = (game, rules, start, players, text = "") =>
  `arcadian game 1\ngame: ${game}\nrules: ${rules}\nstart: ${start}\n${players.map((player, at) => `${["first", "second"][at]}: ${player}\n`).join("")}seed: 1\n\n${text}`;
const openRecord = (page, text) => page.setInputFiles("#boards-file", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

/** Asks for a hint and returns its move. */
async function hint(page) {
  await page.click("#boards-hint");
  await says(page, "Hint: ");
  return /Hint: ([^,]+),/.exec(await page.textContent("#boards-message"))[1];
}

page("TACTIX by taps on a phone: the hints win 3 × 3 against the program", { context: PHONE }, async (page) => {
  await begin(page, "tactix", { size: "3", tactix: "misere", level: "1" });
  for (let count = 0; !(await isOver(page)); count = (await moves(page)).length) {
    const [first, last = first] = (await hint(page)).split("-");
    assert.ok((await page.locator("#boards-board [data-mark=hint]").count()) > 0);
    await square(page, first).tap();
    await page.waitForSelector("#boards-board [aria-selected=true]");
    await square(page, last).tap();
    await page.waitForFunction((count) => document.getElementById("boards-at").textContent !== `After move ${count} of ${count}`, count);
    await page.waitForFunction(() => document.getElementById("boards-board").ariaBusy === "false");
  }
  await status(page, "You have won");
});

page("ROTATE by taps on a phone: the hints solve a puzzle of two turns", { context: PHONE }, async (page) => {
  await begin(page, "rotate", { turns: "2" });
  for (let count = 1; !(await isOver(page)); count += 1) {
    const move = await hint(page);
    if (move.length === 2) await page.tap("#boards-special");
    await page
      .locator(`#boards-board [aria-label*=", ${move.at(-1)}"]`)
      .first()
      .tap();
    await made(page, count);
  }
  await status(page, "Solved in");
});

page("Ataxx: the program plays a game with walls to its end, and the replay steps through it", { slow: true, context: PHONE }, async (page) => {
  await open(page, "#boards");
  await page.check("#boards-game [value=ataxx]", { force: true });
  await page.tap("[aria-label='wall on c6']");
  assert.equal(await page.inputValue("#boards-mask"), "0040");
  assert.equal(await page.locator("#boards-picture [aria-pressed=true]").count(), 4);
  await page.selectOption("#boards-program", "both");
  await page.selectOption("#boards-level", "1");
  await page.click("#boards-new");
  await page.waitForFunction(() => /has won|A draw/.test(document.getElementById("boards-status").textContent), undefined, { timeout: 120_000 });
  assert.equal(await page.locator("#boards-board [data-piece=wall]").count(), 4);
  const total = (await moves(page)).length;
  await page.locator("#boards-slider").fill("1");
  await page.waitForFunction((total) => document.getElementById("boards-at").textContent === `After move 1 of ${total}`, total);
  await page.waitForTimeout(600);
  assert.equal(await page.textContent("#boards-at"), `After move 1 of ${total}`, "the program waits during a replay");
});

page("Ataxx on a phone: a person makes the last move of a game", { context: PHONE }, async (page) => {
  await open(page, "#boards");
  await openRecord(page, record("ataxx", "standard", "x3x1o/7/7/7/7/7/7 x 0 9", ["person", "program 1"]));
  await status(page, "Your move as x; x 2, o 1");
  await square(page, "e7").tap();
  await square(page, "f7").tap();
  await status(page, "You have won; x 4, o 0");
  await page.fill("#boards-move", "g6");
  await page.keyboard.press("Enter");
  await says(page, "the game is over");
});

page("Halma on a phone: a person goes the last steps, and taps beside a small square count", { context: PHONE }, async (page) => {
  await open(page, "#boards");
  await openRecord(page, record("halma", "standard", "16/16/16/16/16/16/b15/16/16/16/16/16/12w3/16/16/16 w", ["person", "person"]));
  await status(page, "White to move; in the opposite camp: White 0, Black 0");
  const box = await square(page, "204").boundingBox();
  assert.ok(box.width >= 24, `a square has ${box.width} pixels`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is beside the window");
  // Half a square too far to the left: there is nothing to select.
  await page.touchscreen.tap(box.x - 4, box.y + box.height / 2);
  await page.waitForSelector("#boards-board [aria-selected=true]");
  await square(page, "221").tap();
  await status(page, "White has won; in the opposite camp: White 1");
  await square(page, "221").tap();
  await says(page, "the game is over: White has won");
});

page("the keyboard alone: cursor, selection, notation", {}, async (page) => {
  await begin(page, "ataxx", { level: "1" });
  await page.focus("#boards-back");
  for (let tabs = 0; tabs < 30 && !(await page.evaluate(() => document.activeElement.getAttribute("role") === "gridcell")); tabs += 1) {
    await page.keyboard.press("Shift+Tab");
  }
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.equal(await focused(), "a7, x stone");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#boards-board [aria-selected=true]");
  assert.equal(await focused(), "a7, x stone, selected");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#boards-board [aria-selected=true]", { state: "detached" });
  await page.keyboard.press("Enter");
  await page.waitForSelector("#boards-board [aria-selected=true]");
  for (const key of ["ArrowRight", "ArrowDown", "ArrowUp", "End", "Home", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await focused(), "b7, empty, can go here");
  await page.keyboard.press("Space");
  await made(page, 2);
  assert.equal((await moves(page))[0], "b7");
  await page.keyboard.type("g2");
  assert.equal(await page.evaluate(() => document.activeElement.id), "boards-move");
  await page.keyboard.press("Enter");
  await made(page, 4);
  assert.equal((await moves(page))[2], "g2");
  assert.equal(await page.inputValue("#boards-move"), "");
});

page("an illegal move is refused with its reason, and the text stays", {}, async (page) => {
  await begin(page, "halma", { program: "none" });
  await square(page, "100").click();
  await says(page, "square 100 is empty");
  await page.fill("#boards-move", "4-40");
  await page.keyboard.press("Enter");
  await says(page, "40 cannot be reached from 4 by a step or by hops");
  assert.equal(await page.inputValue("#boards-move"), "4-40");
  assert.equal(await page.locator("#boards-message.failed").count(), 1);
  await page.fill("#boards-move", "4-21");
  await page.keyboard.press("Enter");
  await status(page, "Black to move");
  assert.equal(await page.locator("#boards-message.failed").count(), 0);
  assert.match(await square(page, "21").getAttribute("aria-label"), /^21, white piece, camp, last move$|^21, white piece, last move$/);
});

page("Take back ends the thinking of the program, and so does a new game", {}, async (page) => {
  await begin(page, "ataxx", { level: "5" });
  await page.fill("#boards-move", "b7");
  await page.keyboard.press("Enter");
  await status(page, "Thinking …");
  await square(page, "a7").click();
  await says(page, "The program is thinking.");
  await page.click("#boards-back");
  await page.waitForFunction(() => document.getElementById("boards-moves").textContent === "");
  assert.doesNotMatch(await page.textContent("#boards-status"), /Thinking/);
  await page.fill("#boards-move", "b7");
  await page.keyboard.press("Enter");
  await status(page, "Thinking …");
  await page.check("#boards-game [value=tactix]", { force: true });
  await status(page, "16 counters");
  assert.doesNotMatch(await page.textContent("#boards-status"), /Thinking/);
  await page.click("#boards-back");
  await says(page, "there is no move of a person to take back");
});

page("a saved game opens again, here and on the command line", { skip: missingProgram }, async (page) => {
  await begin(page, "tactix", { size: "4", level: "5" });
  await page.fill("#boards-move", "00-03");
  await page.keyboard.press("Enter");
  await made(page, 2);
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#boards-save")]);
  assert.equal(download.suggestedFilename(), "tactix.txt");
  const place = mkdtempSync(join(tmpdir(), "arcadian-boards-"));
  try {
    const path = join(place, "tactix.txt");
    await download.saveAs(path);
    const text = readFileSync(path, "utf8");
    assert.match(text, /^arcadian game 1\ngame: tactix\nrules: misere\nstart: xxxx\/xxxx\/xxxx\/xxxx\nfirst: person\nsecond: program 5\n/);
    const said = execFileSync(program, ["board", "tactix", "play", "--replay", path], { input: "", encoding: "utf8", timeout: 60_000 });
    const before = await page.textContent("#boards-status");
    assert.ok(said.includes(before.replace("Your move", "The first player to move").replace(/\.$/, "")), said);
    await page.click("#boards-new");
    await page.waitForFunction(() => document.getElementById("boards-moves").textContent === "");
    await page.setInputFiles("#boards-file", path);
    await status(page, before);
    assert.equal((await moves(page))[0], "00-03");
  } finally {
    rmSync(place, { recursive: true });
  }
});

for (const [game, result] of [
  ["tactix", " won"],
  ["halma", "Black has won; in the opposite camp: White 15, Black 19"],
  ["ataxx", " won"],
  ["rotate", "Solved in"],
]) {
  page(`the whole game of ${game} in docs/boards/games opens on a phone, and the slider shows its start`, { context: PHONE }, async (page) => {
    await open(page, "#boards");
    await page.setInputFiles("#boards-file", join(import.meta.dirname, `../../docs/boards/games/${game}.txt`));
    await status(page, result);
    assert.ok(await page.isChecked(`#boards-game [value=${game}]`));
    const total = (await moves(page)).length;
    await page.locator("#boards-slider").fill("0");
    await page.waitForFunction((total) => document.getElementById("boards-at").textContent === `After move 0 of ${total}`, total);
    await page.click("#boards-continue");
    await page.waitForSelector("#boards-continue", { state: "hidden" });
    await page.click("#boards-earlier");
    await page.click(`#earlier-versions button:has-text(", ${total} moves")`);
    await status(page, result);
  });
}

page("a file that is not a game is refused with the place of the error, and the game stays", {}, async (page) => {
  await begin(page, "tactix");
  await openRecord(page, "chess");
  await says(page, "game.txt: line 1, column 1: this is not the record of a game");
  await openRecord(page, record("tactix", "misere", "xx/xx", ["person", "person"], "1. 00 00"));
  await says(page, "game.txt: line 9, column 7: move 2: 00 has no counter");
  await status(page, "16 counters");
});

page("a reload, a link and the list of earlier games keep a game", {}, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await begin(page, "tactix", { program: "none" });
  await page.fill("#boards-move", "00-03");
  await page.keyboard.press("Enter");
  await status(page, "The second player to move; 12 counters");
  await page.reload();
  await status(page, "The second player to move; 12 counters");
  await page.click("#boards-share");
  await page.waitForSelector("#notices >> text=The link to this game is in the clipboard.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.check("#boards-game [value=halma]", { force: true });
  await status(page, "Your move as White");
  await page.click("#boards-earlier");
  await page.click("#earlier-versions button:has-text('TACTIX, misere, 1 move')");
  await status(page, "The second player to move; 12 counters");
  const other = await context.newPage();
  await other.goto(link);
  await status(other, "The second player to move; 12 counters");
  assert.ok(await other.isChecked("#boards-game [value=tactix]"));
});

for (const fragment of ["#boards?s=%%%", "#boards?s=eJw"]) {
  page(`a damaged link ${fragment}: words, and the view works`, {}, async (page) => {
    await open(page, fragment);
    await says(page, "This link is damaged");
    await status(page, "16 counters");
  });
}

for (const context of [PHONE, { viewport: { width: 320, height: 568 } }, { viewport: { width: 1280, height: 900 } }]) {
  page(`Boards does not overflow at ${context.viewport.width} pixels`, { context }, async (page) => {
    await open(page, "#boards");
    for (const game of ["tactix", "halma", "ataxx", "rotate"]) {
      await page.check(`#boards-game [value=${game}]`, { force: true });
      await page.waitForSelector(`#boards-board [aria-label^="${{ tactix: "TACTIX", halma: "Halma", ataxx: "Ataxx", rotate: "ROTATE" }[game]}"]`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), game);
    }
  });
}

accessible("Boards", async (page, check) => {
  await open(page, "#boards");
  for (const [game, name] of [
    ["tactix", "00"],
    ["halma", "4"],
    ["ataxx", "a7"],
    ["rotate", "row 1, column 1"],
  ]) {
    await page.check(`#boards-game [value=${game}]`, { force: true });
    await square(page, name).click();
    await page.waitForTimeout(800);
    await check(game);
  }
});

page("the status speaks to the one person who plays", {}, async (page) => {
  await open(page, "#boards");
  for (const [players, text] of [
    [["person", "program 1"], "Your move; 1 counter"],
    [["person", "person"], "The first player to move; 1 counter"],
  ]) {
    await openRecord(page, record("tactix", "normal", "x./..", players));
    await status(page, text);
  }
  await openRecord(page, record("tactix", "normal", "x./..", ["person", "program 1"], "1. 00\n"));
  await status(page, "You have won");
  await openRecord(page, record("tactix", "misere", "x./..", ["person", "program 1"], "1. 00\n"));
  await status(page, "The program has won");
  await openRecord(page, record("tactix", "normal", "x./..", ["program 1", "person"], "1. 00\n"));
  await status(page, "The program has won");
});

page("the moves are a list to click, and arrow keys walk through it", {}, async (page) => {
  await open(page, "#boards");
  await openRecord(page, record("tactix", "misere", "xxx/xxx/xxx", ["person", "person"], "1. 00 01 02 10\n"));
  await status(page, "5 counters");
  assert.deepEqual(await moves(page), ["00", "01", "02", "10"]);
  const at = (number) => page.waitForFunction((number) => document.getElementById("boards-at").textContent === `After move ${number} of 4`, number);
  await page.locator("#boards-moves label").nth(1).click();
  await at(2);
  assert.equal(await square(page, "01").getAttribute("data-mark"), "last");
  await page.keyboard.press("ArrowRight");
  await at(3);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await at(1);
  assert.equal(await page.locator("#boards-moves :checked").inputValue(), "1");
  // A move from there replaces the later ones.
  await square(page, "22").dblclick();
  await made(page, 2);
  assert.deepEqual(await moves(page), ["00", "22"]);
});

page("the board is turned round, and its keys with it", {}, async (page) => {
  await begin(page, "halma", { program: "none" });
  const top = async (name) => (await square(page, name).boundingBox()).y;
  assert.ok((await top("0")) < (await top("255")));
  await page.click("#boards-turn");
  assert.ok((await top("0")) > (await top("255")));
  await square(page, "238").focus();
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^237, /);
  await page.fill("#boards-move", "4-21");
  await page.keyboard.press("Enter");
  await status(page, "Black to move");
  await page.click("#boards-turn");
  assert.ok((await top("0")) < (await top("255")));
});

page("a finger drags a piece to its square", { context: { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } } }, async (page, context) => {
  await open(page, "#boards");
  await page.check("#boards-game [value=halma]", { force: true });
  await square(page, "4").waitFor();
  const boxes = await page.locator(".square").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  assert.ok(Math.min(...boxes) >= 24, `${Math.min(...boxes)} px`);
  await square(page, "4").scrollIntoViewIfNeeded();
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const [from, to] = [await middle("4"), await middle("21")];
  const client = await context.newCDPSession(page);
  const touch = (type, points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [from]);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  await touch("touchEnd", []);
  await page.waitForFunction(() => /4-21/.test(document.getElementById("boards-moves").textContent));
});

page("a piece is dragged to its square, and a run of counters by its ends", {}, async (page) => {
  const drag = async (from, to) => {
    const [a, b] = [await square(page, from).boundingBox(), await square(page, to).boundingBox()];
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
    await page.mouse.up();
  };
  await begin(page, "halma", { program: "none" });
  await drag("4", "21");
  await status(page, "Black to move");
  await drag("238", "100");
  await says(page, "100 cannot be reached");
  await page.check("#boards-game [value=tactix]", { force: true });
  await status(page, "16 counters");
  await drag("00", "03");
  await status(page, "12 counters");
});

page("each game has its rules, with a picture and the guide", { context: PHONE }, async (page) => {
  await open(page, "#boards");
  for (const game of ["tactix", "halma", "ataxx", "rotate"]) {
    await page.check(`#boards-game [value=${game}]`, { force: true });
    const rules = page.locator(".boards-rules:visible");
    assert.equal(await rules.count(), 1);
    await rules.locator("summary").tap();
    assert.ok((await rules.locator("svg").first().boundingBox()).height > 100);
    const guide = new URL(await rules.getByRole("link").getAttribute("href"), server.url);
    const text = await (await page.request.get(guide.href)).text();
    assert.ok(text.includes(`id="${guide.hash.slice(1)}"`), guide.href);
  }
});

for (const context of [PHONE, { viewport: { width: 1280, height: 900 } }]) {
  page(`nothing jumps when Boards starts at ${context.viewport.width} pixels`, { context, prepare: observeShifts }, async (page) => {
    await open(page, "#boards");
    await status(page, "16 counters");
    await page.waitForTimeout(500);
    const shift = await page.evaluate(() => globalThis.shift);
    assert.ok(shift < 0.05, `layout shift ${shift}`);
  });
}

function observeShifts() {
  globalThis.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

page("the page in a single file plays", {}, async (page) => {
  await page.goto(`${pathToFileURL(join(folder, "arcadian.html")).href}#boards`);
  await status(page, "16 counters");
  await square(page, "00").dblclick();
  await made(page, 2);
  assert.ok(!page.url().startsWith(server.url));
});
