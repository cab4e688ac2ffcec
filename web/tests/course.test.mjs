// Tests of the view Learn: lessons, progress, courses of teachers. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { find, folder, missing, open, page, server } from "./browser.mjs";

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
  page(`from the blank page to the first own proven routine, ${width} pixels wide`, { plain: true, context: { viewport: { width, height: 844 } } }, async (page) => {
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
    assert.match(await lessonCard(page, 1).textContent(), /✓ solved/);
    assert.equal(await page.locator("#learn-next").textContent(), "Go on with lesson 2");
    await page.reload();
    await page.waitForSelector("#learn-lessons li:first-child:has-text('✓ solved')");
  });
}
