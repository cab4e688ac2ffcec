// Tests of the page for visitors who want nothing to move, use forced colors, enlarge the page or have only a keyboard. See browser.mjs
// for what they need.

import assert from "node:assert/strict";

import { accessible, open, page, server, waitsFor } from "./browser.mjs";

const ROTATE = "#play?name=rotate&seed=7&keys=1{GO}";
/** The views and a guide, and what is there when they are complete. */
const VIEWS = [
  ["#play", ".turns"],
  ["#listing", "#view-listing .cm-content"],
  ["#compare", "#compare-verdict .verdict"],
  ["#boards", ".square"],
  ["#bally", "#bally-pad .key"],
  ["#learn", "#learn-lessons .lesson"],
  ["#learn?exercise=course/8080/byte-1.asm", "li .cm-content"],
  ["read/boards.html", ".squares"],
  ["read/index.html", "article li"],
];
const show = async (page, [address, complete]) => {
  await page.goto("about:blank");
  await (address.startsWith("#") ? open(page, address) : page.goto(server.url + address));
  await page.locator(complete).first().waitFor();
};

/** Counts animations. */
const countAnimations = () => {
  const { animate } = Element.prototype;
  window.animations = 0;
  Element.prototype.animate = function (...how) {
    window.animations += 1;
    return animate.apply(this, how);
  };
};
for (const reducedMotion of ["no-preference", "reduce"]) {
  page(`turns are animated: motion ${reducedMotion}`, { plain: true, prepare: countAnimations, context: { reducedMotion } }, async (page) => {
    const expected = reducedMotion === "reduce" ? 0 : 1;
    await open(page, ROTATE);
    await waitsFor(page, "ap a group of four");
    const { x, y, width, height } = await page.locator(".turns").boundingBox();
    await page.mouse.click(x + width / 2, y + height / 2);
    await waitsFor(page, "You won");
    assert.equal(Math.sign(await page.evaluate(() => window.animations)), expected);
    await show(page, ["read/boards.html", ".squares"]);
    await page.locator(".turning button", { hasText: "clockwise" }).first().click();
    assert.equal(Math.sign(await page.evaluate(() => window.animations)), expected);
  });
}

page("the Bally begins with its prompt where nothing may move by itself", { plain: true, context: { reducedMotion: "reduce" } }, async (page) => {
  await open(page, "#bally");
  await page.locator("#bally-facts", { hasText: /^Arcadian BASIC/ }).waitFor();
});

page("forced colors: what is chosen, damaged or a screen is still seen", { plain: true, context: { forcedColors: "active" } }, async (page) => {
  const style = (selector, name, pseudo) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, pseudo]) => getComputedStyle(element, pseudo)[name], [name, pseudo]);
  await open(page, ROTATE);
  const [chosen, other] = [
    await style("#speeds input:checked + span", "backgroundColor"),
    await style("#speeds input:not(:checked) + span", "backgroundColor"),
  ];
  assert.notEqual(chosen, other);
  assert.notEqual(await style("#to-play", "backgroundColor"), await style("#to-listing", "backgroundColor"));
  assert.equal(await style("#screen", "borderTopStyle"), "solid");
  await page.click("#puzzle-gallery");
  assert.equal(await style(".exhibit", "borderTopStyle"), "solid");
  await page.keyboard.press("Escape");
  await page.click("#to-listing");
  await page.click("#listing-example");
  await page.waitForSelector("#account .damaged");
  assert.equal(await style("#account .damaged", "borderLeftWidth"), "4px");
  assert.notEqual(await style(".bar", "backgroundColor"), await style("#account", "backgroundColor"));
  await show(page, ["#boards", ".square"]);
  assert.notEqual(await style('.square[data-piece="counter"]', "backgroundColor", "::before"), await style(".square", "backgroundColor"));
  await show(page, ["read/boards.html", ".squares"]);
  assert.notEqual(await style('.square[aria-pressed="true"]', "backgroundColor", "::before"), await style(".square", "backgroundColor"));
});

// A window of 1280 × 1024 at 400 %.
page(
  "enlarged to 400 % nothing is cut off, and the picture grows",
  { context: { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4 } },
  async (page) => {
    for (const view of VIEWS) {
      await show(page, view);
      const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= room, `${view[0]}: ${width} of ${room}`);
      const [picture] = await page.locator("section:not([hidden]) .screen > canvas:visible").all();
      if (picture) assert.ok((await picture.boundingBox()).width > 240, view[0]);
    }
    await open(page, "");
    await page.click("#open");
    await page.locator("#gallery-code .exhibit").first().waitFor();
    const [width, room] = await page.locator("#open-dialog").evaluate((dialog) => [dialog.scrollWidth, dialog.clientWidth]);
    assert.ok(width <= room, `the dialog: ${width} of ${room}`);
  },
);

page("the gallery is reached and used by the keyboard", { plain: true }, async (page) => {
  await open(page, "");
  await page.focus("#puzzle-gallery");
  await page.keyboard.press("Enter");
  await page.locator("#gallery-programs .exhibit").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), "open-title");
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /^ROTATE/);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement.id), "puzzle-gallery");
});

accessible("any view", async (page, check) => {
  for (const view of VIEWS) {
    await show(page, view);
    await check(view[0]);
  }
  for (const [view, button, complete] of [
    ["#play", "#open", "#gallery-cartridges .exhibit"],
    ["#bally", "#bally-gallery", "#bally-cartridges .exhibit"],
  ]) {
    await show(page, [view, button]);
    await page.click(button);
    await page.locator(complete).first().waitFor();
    await check(`${view}: ${button}`);
  }
});
