// Tests of the gallery: programs, demonstrations of machine code and cartridges, chosen or named by a link. See browser.mjs for what
// they need.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { folder, missing, open, page, shows, version } from "./browser.mjs";

const { programs, demonstrations, cartridges } = missing
  ? { programs: [], demonstrations: [], cartridges: [] }
  : JSON.parse(readFileSync(join(version(), "gallery.json"), "utf8"));

const card = (page, list, title) => page.locator(`${list} .exhibit`, { has: page.getByText(title, { exact: true }) });
const told = (page, text) => page.locator("#notices .error", { hasText: text }).waitFor();
const inserted = (page, text) => page.locator("#bally-facts", { hasText: text }).waitFor();
const reload = async (page) => {
  await page.reload();
  await page.waitForSelector("body.ready");
};

page("a program of the gallery is chosen by its picture, and a reload continues with it", { plain: true }, async (page) => {
  await open(page, "");
  await page.click("#puzzle-gallery");
  await card(page, "#gallery-programs", "Stars").waitFor();
  const shown = await page.locator("#open-dialog .exhibit img").evaluateAll((all) => all.map((picture) => picture.complete && picture.naturalWidth));
  assert.deepEqual(new Set(shown), new Set([160]));
  assert.equal(shown.length, programs.length + demonstrations.length + cartridges.length);
  await card(page, "#gallery-programs", "Stars").click();
  await shows(page, "THE NIGHT SKY");
  assert.match(await page.locator("#facts").innerText(), /^stars\.bas/);
  await page.waitForTimeout(1500);
  await reload(page);
  await shows(page, "THE NIGHT SKY");
  await page.click("#open");
  await card(page, "#gallery-programs", "Bricks").click();
  await shows(page, "BALLS 3");
  assert.ok(await page.locator("#stick .trigger").isVisible(), "the hand controller is there");
});

for (const { name, file } of programs) {
  page(`a link opens ${name}, which runs`, { plain: true }, async (page) => {
    await open(page, `#play?program=${name}&speed=max&seed=5`);
    await page.waitForFunction(() => / [1-9][\d,]* statements · seed 5/.test(document.getElementById("facts").textContent));
    await page.waitForTimeout(1000);
    assert.ok(await page.locator("#fault").isHidden(), await page.locator("#message").innerText());
    assert.match(await page.locator("#facts").innerText(), new RegExp(`^${file ?? "ROTATE"}`));
    assert.equal(new URL(page.url()).hash, "#play");
  });
}

page("a link to what the gallery does not have says what it has", { plain: true }, async (page) => {
  await open(page, "#play?program=tetris");
  await told(page, "The gallery has no program `tetris`. It has rotate, bricks,");
  await shows(page, "LEVEL");
  await open(page, "#bally?cartridge=constructor");
  await told(page, "The gallery has no cartridge `constructor`. It has picture, tune.");
});

page("a gallery that cannot be loaded is told, and loaded the next time", { plain: true, mayFail: true }, async (page, context) => {
  await context.route("**/gallery.json", (route) => route.abort());
  await open(page, "");
  await page.click("#open");
  await page.locator("#notices .error").waitFor();
  await page.keyboard.press("Escape");
  await context.unroute("**/gallery.json");
  await page.click("#open");
  await card(page, "#gallery-programs", "Stars").waitFor();
});

for (const { title, link } of demonstrations) {
  page(`machine code: ${title}`, { plain: true }, async (page) => {
    await open(page, "");
    await page.click("#open");
    await card(page, "#gallery-code", title).click();
    // The list of tasks has each program once, for all processors.
    const task = new URLSearchParams(link.split("?")[1]).get("target").replace(/^programs\/\w+/, "programs/*");
    const steps = () => page.waitForFunction((task) => document.getElementById("step-task").value === task && document.querySelector("#step-code .here"), task);
    await steps();
    await reload(page);
    await page.waitForSelector("#view-step", { state: "visible" });
    await steps();
    await page.goBack();
    await page.waitForSelector("#view-play", { state: "visible" });
    assert.equal(await page.locator("#notices .error").count(), 0);
  });
}

page("the Bally runs programs and cartridges of the gallery, chosen or linked", { plain: true }, async (page) => {
  await open(page, "#bally");
  await inserted(page, "Mirrors in Arcadian BASIC");
  await page.click("#bally-gallery");
  await card(page, "#bally-cartridges", "Fish").click();
  await inserted(page, "Fish");
  await reload(page);
  await inserted(page, "Fish");
  await page.click("#bally-gallery");
  await card(page, "#bally-programs", "Guess").click();
  await inserted(page, "Guess in Arcadian BASIC");
  await page.waitForFunction(() => document.getElementById("bally-text").textContent.includes("GUESS"));
  await open(page, "");
  await page.click("#open");
  await card(page, "#gallery-cartridges", "Prelude in C").click();
  await inserted(page, "Prelude in C");
  await page.goBack();
  await page.waitForSelector("#view-play", { state: "visible" });
});

page("the page in a single file has the gallery", {}, async (page) => {
  await page.goto(pathToFileURL(join(folder, "arcadian.html")).href);
  await page.waitForSelector("body.ready");
  await page.click("#open");
  await card(page, "#gallery-programs", "Stars").click();
  await shows(page, "THE NIGHT SKY");
});
