// Tests of the view Learn: lessons, progress, courses of teachers. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";

import { open, page, server } from "./browser.mjs";

const CPUS = ["8080", "6502"];
const packed = (value) => `#learn?course=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;
const code = (page, pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("step-code").textContent), pattern);
const source = (page) => page.inputValue("#step-source");
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const lessonCard = (page, number) => page.locator("#learn-lessons li").nth(number - 1);

/** Opens an exercise of a lesson by its link, and replaces the line of the instructions. */
async function solve(page, link, routine, instructions) {
  await link.click();
  await page.waitForFunction((routine) => document.getElementById("step-source").value.includes(routine), routine);
  await page.fill("#step-source", (await source(page)).replace(/ +; Your.*/, instructions));
  await page.waitForSelector("#proof:not(.stale) .verdict.holds:has-text('Solved')");
}

for (const width of [390, 1280]) {
  page(
    `from the blank page to the first own proven routine, ${width} pixels wide`,
    { plain: true, context: { viewport: { width, height: 844 } } },
    async (page) => {
      await page.goto(server.url);
      await page.waitForSelector("body.ready");
      await page.click("#to-learn");
      await page.click("#learn-next:has-text('Begin with lesson 1')");
      await page.waitForSelector("#learn-text h1:has-text('1. A byte')");
      assert.equal(await page.locator("#learn-text h2:has-text('With the 6502')").isVisible(), false);
      assert.ok(await fits(page));
      // The machine opens below the code that one reaches, and leaves the focus alone.
      await page.locator("#learn-text .try button").first().scrollIntoViewIfNeeded();
      await code(page, "MVI");
      assert.equal(await page.evaluate(() => document.activeElement.closest("#view-step")), null);
      await page.click("#view-step [data-command=step]");
      await page.waitForSelector("#step-log >> text=A FF→28");
      assert.ok(await fits(page));
      // The exercise opens below its line, without the code of before.
      await solve(page, page.getByRole("listitem").getByRole("link", { name: "8080" }).first(), "BYTE1", "        MVI  A,42");
      assert.equal(await page.locator(".stepper").isVisible(), false);
      assert.equal(await page.locator("li #view-step").count(), 1);
      assert.ok(await fits(page));
      await page.waitForSelector("#learn-text li a.solved");
      // The next one opens below its own line.
      await page.click("#proof >> text=Next: Adds 5");
      await page.waitForFunction(() => document.getElementById("step-source").value.includes("BYTE2"));
      assert.equal(await page.locator("li:has(#view-step) > a").first().getAttribute("href"), "#learn?exercise=course%2F8080%2Fbyte-2.asm");
      await page.fill("#step-source", (await source(page)).replace(/ +; Your.*/, "        ADI  5"));
      await page.waitForSelector("#proof:not(.stale) .verdict.holds:has-text('Solved')");
      // That of the next lesson opens the lesson.
      await page.click("#proof >> text=Next:");
      await page.waitForSelector("#learn-text h1:has-text('2. Registers')");
      await page.waitForSelector("li #view-step");
      await page.click("#learn-all");
      await lessonCard(page, 1).getByText("✓ solved").waitFor();
      assert.equal(await page.locator("#learn-next").textContent(), "Go on with lesson 2");
      await page.reload();
      await page.waitForSelector("#learn-lessons li:first-child:has-text('✓ solved')");
    },
  );
}

page("the other processor is chosen and remembered, and an address of an exercise chooses it", { plain: true }, async (page) => {
  await open(page, "#learn?exercise=course/6502/byte-1.asm");
  await page.waitForFunction(() => document.getElementById("step-source").value.includes("cpu: 6502"));
  assert.equal(await page.isChecked("#learn-cpu [value='6502']"), true);
  await page.check("#learn-cpu [value=both]", { force: true });
  for (const cpu of CPUS) assert.equal(await page.locator(`#learn-text h2:has-text('With the ${cpu}')`).isVisible(), true);
  await open(page, "#learn");
  await page.reload();
  await page.waitForSelector("#learn-lessons li:first-child:has-text('0 of 4 exercises')");
});

page("a lesson is read and solved by the keyboard", {}, async (page) => {
  await open(page, "#learn?lesson=01-byte");
  await page.waitForSelector("#learn-text h1");
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(() => document.activeElement.matches("#learn-text li > a"))) break;
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("li .editor-host")?.shadowRoot.getSelection?.()?.toString().startsWith("; Your") ?? true);
  await page.waitForSelector("li .cm-content");
  await page.keyboard.type("MVI  A,42", { delay: 30 });
  await page.waitForSelector("#proof .verdict.holds:has-text('Solved')");
});

page("the view Step is whole again after a lesson, and what was written in the lesson is there", { plain: true }, async (page) => {
  await open(page, "#learn?exercise=course/8080/byte-1.asm");
  await page.waitForFunction(() => document.getElementById("step-source").value.includes("BYTE1"));
  await page.locator("#step-source").pressSequentially("; begun");
  await page.click("#to-step");
  await page.waitForSelector("main > #view-step #step-open-form");
  await code(page, "DAD");
  await page.locator("#step-code").focus();
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.getElementById("step-place").textContent.startsWith("step 1"));
  assert.match(await source(page), /begun/);
  await page.goBack();
  await page.waitForSelector("li #view-step");
  await page.waitForFunction(() => document.getElementById("step-source").value.includes("begun"));
  await page.click("#to-boards");
  await page.waitForSelector("#boards-board .square");
  assert.equal(await page.locator("#view-step").isVisible(), false);
});

page("the course works offline", { plain: true, context: { serviceWorkers: "allow" } }, async (page, context) => {
  await open(page, "#learn");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await page.click("#learn-lessons a >> nth=2");
  await page.waitForSelector("#learn-text h1:has-text('3. Flags')");
  // The machine opens at code that comes into sight.
  await page.locator("#learn-text .try button").first().scrollIntoViewIfNeeded();
  await code(page, "CPI");
});

page("a lesson that could not be loaded is loaded the next time", { plain: true, mayFail: true }, async (page, context) => {
  await open(page, "#learn");
  await page.waitForSelector("#learn-lessons .lesson");
  await context.route("**/read/course-*", (route) => route.abort());
  await page.click("#learn-lessons a >> nth=0");
  await page.waitForSelector("#notices .error");
  assert.equal(await page.locator("#learn-lessons").isVisible(), true);
  await context.unroute("**/read/course-*");
  await page.click("#learn-next");
  await page.waitForSelector("#learn-text h1");
});

const SHEET = (name, title) =>
  `;! routine: ${name}\n;! cpu: 8080\n;! org: 0100H\n;! title: ${title}\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n;! ensures: y = x\n${name}:\n        ; Your instructions come here.\n        RET\n`;

page("a teacher's course: a link to several sheets, a list for the students, and what they have solved", { plain: true }, async (page, context) => {
  await open(page, "#learn");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => (globalThis.copied = text) } }));
  await page.click("#view-learn summary");
  const choose = async (files) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#learn-link")]);
    await chooser.setFiles(files.map(([name, text]) => ({ name, mimeType: "", buffer: Buffer.from(text) })));
  };
  const files = [
    ["10-last.asm", SHEET("LAST", "The last <b>one</b>")],
    ["2-first.asm", SHEET("FIRST", "The first one")],
  ];
  await choose(files);
  await page.waitForSelector("#notices .error:has-text('has no title')");
  await page.fill("#learn-title", "Class <i>5</i>");
  await choose([["bad.asm", "NOP\n"]]);
  await page.waitForSelector("#notices .error:has-text('bad.asm: ')");
  await choose(files);
  await page.waitForFunction(() => globalThis.copied);
  const link = await page.evaluate(() => globalThis.copied);
  const student = await context.browser().newContext();
  const other = await student.newPage();
  await other.goto(link);
  await other.waitForSelector("#notices >> text=“Class <i>5</i>” is above the lessons.");
  assert.equal(new URL(other.url()).hash, "#learn");
  assert.deepEqual(await other.locator("#learn-courses li > a").allTextContents(), ["The first one", "The last <b>one</b>"]);
  await other.click("#learn-courses a >> nth=0");
  await other.waitForSelector("li:first-child #step-exercise:has-text('The first one')");
  await other.locator("#step-source").pressSequentially(" ");
  await other.waitForSelector("#proof .verdict.holds:has-text('Solved')");
  await other.waitForSelector("#learn-courses li:first-child > a.solved");
  await other.click("#proof >> text=Next: The last");
  await other.waitForSelector("li:nth-child(2) #step-exercise:has-text('The last')");
  // The same link again: one list, and what was solved.
  await other.goto("about:blank");
  await other.goto(link);
  await other.waitForSelector("#learn-courses a.solved");
  assert.equal(await other.locator("#learn-courses h2").count(), 1);
  await other.click("#learn-courses >> text=Remove");
  await other.waitForFunction(() => document.getElementById("learn-courses").textContent === "");
  await other.reload();
  await other.waitForSelector("#learn-lessons .lesson");
  assert.equal(await other.locator("#learn-courses li").count(), 0);
  await student.close();
});

page("damaged and hostile links of courses, and lessons that are missing: words, and the view works", { silent: true }, async (page) => {
  const sheet = { title: "A", text: SHEET("A", "A") };
  const links = [
    "#learn?course=%%%",
    "#learn?course=A",
    ...[
      null,
      [],
      { title: "A" },
      { title: "A", sheets: [] },
      { title: " ", sheets: [sheet] },
      { title: "A".repeat(300), sheets: [sheet] },
      { title: {}, sheets: [sheet] },
      { title: "A", sheets: { length: 2 } },
      { title: "A", sheets: [null] },
      { title: "A", sheets: [{ title: "A" }] },
      { title: "A", sheets: [{ title: 1, text: "A" }] },
      { title: "A", sheets: [{ title: "A", text: "A".repeat(30_000) }] },
      { title: "A", sheets: Array.from({ length: 100 }, () => sheet) },
    ].map(packed),
    `#learn?course=${"A".repeat(50_000)}`,
    "#learn?lesson=__proto__",
    "#learn?lesson=../index",
    "#learn?exercise=own-a/b",
    "#learn?exercise=course/8080/none-1.asm",
    "#learn?exercise=<img src=x onerror=alert(1)>",
  ];
  for (const link of links) {
    await page.goto("about:blank");
    await open(page, link);
    await page.waitForSelector("#notices .error");
    await page.waitForSelector("#learn-lessons .lesson");
    assert.equal(await page.locator("#learn-courses li").count(), 0, link);
  }
  // A course whose sheet cannot be solved is listed, and says so when it is opened.
  await open(page, packed({ title: "<img src=x onerror=alert(1)>", sheets: [{ title: "B", text: "<script>" }], __proto__: { a: 1 } }));
  await page.click("#learn-courses a");
  await page.waitForSelector("li #step-exercise:has-text('B')");
  assert.equal(await page.locator("#learn-courses img").count(), 0);
});
