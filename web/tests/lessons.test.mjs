// Tests of the view Step as a lesson: tasks, boards, writing and proving, exercises. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { open, page, server } from "./browser.mjs";

const code = (page, pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("step-code").textContent), pattern);
const assembled = (page, text) => page.waitForFunction((text) => document.getElementById("step-assembled").textContent === text, text);
const source = (page) => page.inputValue("#step-source");
const choose = async (page, task) => {
  await page.waitForSelector(`#step-task [value="${task}"]`, { state: "attached" });
  await page.selectOption("#step-task", task);
};

/** Waits for the editor of the sheet, with the place of the instructions selected. */
async function ready(page) {
  await page.waitForSelector("#step-editor .cm-content");
  await page.waitForFunction(() => document.querySelector("#step-editor .editor-host").shadowRoot.getSelection?.()?.toString().startsWith("; Your") ?? true);
}

page("a task is chosen from the list, for each processor, with an input that shows something", {}, async (page) => {
  await open(page, "#step");
  await code(page, "DAD");
  await choose(page, "RTURN");
  await code(page, "CPI");
  assert.match(await page.inputValue("#step-input"), /^position=02,board=4146/);
  assert.equal(await page.locator("#step-boards .cell").first().textContent(), "A₁");
  await page.check("#step-cpu [value='6502']", { force: true });
  await code(page, "LDA");
  await page.check("#step-cpu [value=Z80]", { force: true });
  await code(page, "CP {3}|LD {3}");
  await page.click("#step-prove-routine");
  await page.waitForSelector("#proof .verdict.holds");
  await page.reload();
  await code(page, "LD {3}");
  assert.equal(await page.isChecked("#step-cpu [value=Z80]"), true);
});

page("squares have counters, their changes are marked, and a screen reader hears them", {}, async (page) => {
  await open(page, "#step?target=TTAKE&in=number=00,board=1B2F");
  await page.waitForFunction(() => document.querySelectorAll("#step-boards .cell.stone").length === 9);
  assert.match(await page.locator("#step-boards .unseen").textContent(), /^Row 1: counter, counter, empty, empty\. Row 2/);
  await page.click("[data-command=continue]");
  await page.waitForFunction(() => document.querySelectorAll("#step-boards .cell.stone").length < 9);
  assert.ok((await page.locator("#step-boards .cell:is(.last, .start)").count()) > 0);
});

page("a program is chosen, reads what is typed, and a link to it does not contain its text", {}, async (page) => {
  await open(page, "#step");
  await code(page, "DAD");
  await choose(page, "programs/*/tactix.asm");
  await code(page, "LXI");
  await page.click("[data-command=continue]");
  await page.waitForFunction(() => document.getElementById("step-lists").textContent.includes("TACTIX"));
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) } }));
  await page.click("#step-share");
  await page.waitForFunction(() => globalThis.copied);
  assert.ok((await page.evaluate(() => globalThis.copied.length)) < 300);
  await page.check("#step-cpu [value='6502']", { force: true });
  await code(page, "JSR");
});

page("from the blank page to a proof in three minutes, by the keyboard", {}, async (page) => {
  const start = Date.now();
  await page.goto(server.url);
  await page.waitForSelector("body.ready");
  await page.click("#to-step");
  await page.click("#step-exercises summary");
  await page.click("#step-exercise-list >> text=Returns the average");
  await ready(page);
  await page.keyboard.type("ADD  B\n        RRC", { delay: 60 });
  await page.waitForSelector("#proof .verdict.FAILS");
  for (const word of ["goes in", "comes out", "must come out"]) assert.match(await page.locator("#proof .values").innerText(), new RegExp(word));
  assert.match(await page.locator("#proof .values").innerText(), /[0-9A-F]{2,3}H \(\d+\)/);
  for (let typed = 0; typed < 3; typed += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("RAR", { delay: 60 });
  await page.waitForSelector("#proof .verdict.holds:has-text('Solved with 3 bytes')");
  assert.ok(Date.now() - start < 180_000);
  assert.equal(await page.locator("#step-exercise-list li:has-text('average') .facts").textContent(), "✓ solved");
  await page.reload();
  await page.waitForSelector("body.ready");
  assert.match(await source(page), /RAR/);
});

page("while one writes, errors are underlined and bytes are beside the lines", {}, async (page) => {
  await open(page, "#step?exercise=z80/larger.asm");
  await ready(page);
  await page.keyboard.type("CP   B\n        JP   NC,DONE\n        LDD  A,B\nDONE:");
  await assembled(page, "1 error");
  assert.equal(await page.locator("#step-editor .cm-wrong").innerText(), "A,B");
  assert.match(await page.locator("#step-faults li").innerText(), /^Line 13, column \d+: /);
  assert.equal(await page.locator("#proof").isVisible(), false);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  for (let typed = 0; typed < 6; typed += 1) await page.keyboard.press("Backspace");
  await page.keyboard.type("  A,B");
  await assembled(page, "6 bytes");
  assert.match(await page.locator("#step-editor .cm-beside").innerText(), /0100 B8[^]*0101 D2 05 01[^]*0104 78[^]*0105 C9/);
  await page.waitForSelector("#proof .verdict.holds:has-text('Solved')");
});

page("a solution under another header does not solve an exercise", { plain: true }, async (page) => {
  await open(page, "#step?exercise=8080/double.asm");
  await assembled(page, "1 byte");
  const easier = (await source(page)).replace("y = 2 * x mod 256", "y = 0").replace(/ +; Your.*/, "        XRA  A");
  await page.fill("#step-source", easier);
  await page.waitForSelector("#proof .verdict:has-text('not that of the exercise')");
  assert.equal(await page.locator("#proof >> text=Solved").count(), 0);
  // A condition on entry, written differently from the other lines.
  const narrower = easier.replace("y = 0", "y = 2 * x mod 256").replace("DOUBLE:", "\n;!   requires:  x = 0\nDOUBLE:");
  await page.fill("#step-source", narrower);
  await page.waitForSelector("#proof:not(.stale) .verdict:has-text('not that of the exercise')");
  assert.equal(await page.locator("#proof >> text=Solved").count(), 0);
  // The editor shows a part of a comment, the prover reads a condition.
  await page.fill("#step-source", narrower.replace(";!   requires:  x = 0", ";! requires: x = 0\u2028"));
  await page.waitForSelector("#proof:not(.stale) .verdict:has-text('requires demands something else')");
  assert.equal(await page.locator("#proof >> text=Solved").count(), 0);
});

page("Show me goes to the instruction that goes wrong, marks it, and says the values", {}, async (page) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, "#step?example=wrong/mean.asm&prove=yes");
  await page.waitForSelector("#proof .verdict.FAILS");
  await page.click("#proof >> text=Show me");
  await page.waitForSelector("#step-code .wrong");
  assert.match(await page.locator("#step-message").textContent(), /^After the marked instruction z stays [0-9A-F]+H \(\d+\); it must be [0-9A-F]+H \(\d+\)\.$/);
  const { y, height } = await page.locator("#step-code .wrong").boundingBox();
  assert.ok(y >= 0 && y + height <= 700, `the instruction is at ${y}`);
  await page.click("[data-command=step]");
  await page.waitForFunction(() => !document.querySelector("#step-code .wrong"));
});

page("a link for a class adds a copy: nobody's own work is lost, and a copy is found again", {}, async (page, context) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) } }));
  await open(page, "#step?exercise=6502/ones.asm");
  await ready(page);
  await page.click("#step-class");
  await page.waitForFunction(() => globalThis.copied);
  const link = await page.evaluate(() => globalThis.copied);
  assert.match(link, /#step\?copy=/);
  const student = await context.browser().newContext();
  const other = await student.newPage();
  await other.goto(`${server.url}#step`);
  await other.waitForSelector("body.ready");
  await other.click("#step-editor summary");
  await other.waitForSelector("#step-editor .cm-content");
  await other.locator("#step-editor .cm-content").click();
  await other.keyboard.type("; mine ");
  const mine = await source(other);
  assert.match(mine, /; mine/);
  await other.goto(link);
  await other.waitForFunction(() => document.getElementById("step-exercise").textContent.includes("Counts the bits"));
  assert.match(await source(other), /popcount/);
  await other.locator("#step-kept", { hasText: "Your own work is kept" }).waitFor();
  await other.locator("#step-editor .cm-content").click();
  await other.keyboard.type("; begun ");
  await other.goto(`${server.url}#step?exercise=6502/double.asm`);
  await other.waitForFunction(() => document.getElementById("step-source").value.includes("DOUBLE"));
  await other.goto(link);
  await other.waitForFunction(() => document.getElementById("step-source").value.includes("; begun"));
  await other.locator("#notices >> text=Begin again").click();
  await other.waitForFunction(() => !document.getElementById("step-source").value.includes("; begun"));
  await other.click("#step-earlier");
  await other.waitForFunction(() => document.getElementById("earlier-versions").textContent.includes("routine: MEAN"));
  await student.close();
});

page("a damaged link for a class, and an exercise or example that is missing: words, and the view works", {}, async (page) => {
  for (const address of ["#step?copy=%%%", "#step?exercise=8080/none.asm", "#step?example=none.asm"]) {
    await open(page, address);
    await page.waitForSelector("#notices .error");
    await code(page, "DAD");
  }
});

page("a proof of a guide runs in the guide", {}, async (page) => {
  await page.goto(`${server.url}read/verify.html`);
  await page.locator(".live button").nth(1).click();
  const frame = page.frameLocator("iframe.example");
  await frame.locator("#proof .verdict.FAILS").waitFor();
  await frame.locator("#proof >> text=Show me").click();
  await frame.locator("#step-code .wrong").waitFor();
});

for (const width of [390, 1280]) {
  page(
    `a lesson has a machine below its code, and its exercise is solved there, ${width} pixels wide`,
    { plain: true, context: { viewport: { width, height: 844 } } },
    async (page) => {
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      await page.goto(`${server.url}read/course-01-byte.html`);
      assert.equal(await page.locator("iframe").count(), 0);
      await page.locator(".live").first().scrollIntoViewIfNeeded();
      const machine = page.frameLocator(".live + iframe >> nth=0");
      await machine.locator("#step-code", { hasText: "MVI" }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
      await machine.locator("[data-command=step]").click();
      await machine.locator("#step-log", { hasText: "A FF→28" }).waitFor();
      // The code can be changed.
      const text = await machine.locator("#step-source").inputValue();
      await machine.locator("#step-source").fill(text.replace("MVI  A,40", "MVI  A,41"));
      await machine.locator("#step-own").click();
      await machine.locator("#step-code", { hasText: "29H" }).waitFor();
      assert.ok(await fits());
      assert.ok(await machine.locator("body").evaluate((body) => body.scrollWidth <= body.ownerDocument.defaultView.innerWidth));
      // The machine of the other processor opens on the way to the exercises.
      await page.locator(".live").nth(1).scrollIntoViewIfNeeded();
      await page.frameLocator(".live + iframe >> nth=1").locator("#step-code", { hasText: "LDA" }).waitFor();
      await page.getByRole("listitem").getByRole("link", { name: "8080", exact: true }).first().click();
      const exercise = page.frameLocator("li iframe");
      await exercise.locator("#step-exercise", { hasText: "Returns the number 42" }).waitFor();
      assert.equal(await exercise.locator(".stepper").isVisible(), false);
      await exercise.locator("#step-prove").click();
      await exercise.locator("#proof >> text=Show me").click();
      await exercise.locator("#step-code .wrong").waitFor();
      const given = await exercise.locator("#step-source").inputValue();
      await exercise.locator("#step-source").fill(given.replace(/ +; Your.*/, "        MVI  A,42"));
      await exercise.locator("#proof .verdict.holds", { hasText: "Solved with 3 bytes" }).waitFor();
      assert.match(await exercise.locator("#proof .verdict button").textContent(), /^Next: Adds 5/);
      await page.locator("li a.solved").waitFor();
      assert.ok(await fits());
      await page.reload();
      await page.locator("li a.solved").waitFor();
    },
  );
}
