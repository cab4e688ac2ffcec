// Tests of what the page says when a part of it fails: a worker that dies or hangs, a browser that lacks something, a page that does not
// start. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { open, page, server, waitsFor } from "./browser.mjs";

const SILENT = "has not answered for 10 seconds";

/** Lets workers fall silent, as one that has died or hangs. */
function silence() {
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (...message) {
    if (!globalThis.isSilent) postMessage.apply(this, message);
  };
}

/** What asks a worker in each view, and what shows that it answers again. */
const VIEWS = {
  listing: {
    ask: (page) => page.fill("#listing-text", "10 PRINT 1\n"),
    answers: (page) => page.waitForFunction(() => document.querySelectorAll("#account li").length > 0),
  },
  step: {
    ask: (page) => page.click("#view-step [data-command=step]"),
    answers: (page) => page.waitForFunction(() => document.getElementById("step-place").textContent.startsWith("step 0 of")),
  },
  boards: {
    ask: (page) => page.click("#boards-hint"),
    answers: async (page) => {
      await page.click("#boards-hint");
      await page.waitForFunction(() => document.getElementById("boards-message").textContent.includes("Hint: "));
    },
  },
  bally: {
    ask: (page) => page.click("#bally-reset"),
    answers: async (page) => {
      const picture = () => page.evaluate(() => document.getElementById("bally-picture").toDataURL());
      const before = await picture();
      await page.waitForFunction((before) => document.getElementById("bally-picture").toDataURL() !== before, before);
    },
  },
};
for (const [view, { ask, answers }] of Object.entries(VIEWS)) {
  page(`a silent worker is named, and begins again: ${view}`, { plain: true, prepare: silence }, async (page) => {
    await page.clock.install();
    await open(page, `#${view}`);
    await page.waitForTimeout(1500);
    await page.evaluate(() => (globalThis.isSilent = true));
    await ask(page);
    await page.waitForTimeout(500);
    await page.clock.fastForward(10_500);
    await page.waitForSelector(`#notices >> text=${SILENT}`);
    await page.evaluate(() => (globalThis.isSilent = false));
    await page.click("#notices >> text=Restart");
    assert.equal(await page.locator("#notices > *").count(), 0);
    await answers(page);
  });
}

page("a worker that answers late is not reported any more", { plain: true, prepare: silence }, async (page) => {
  await page.clock.install();
  await open(page, "#play?name=rotate&seed=1&keys=40{GO}&speed=max");
  await waitsFor(page, "Move 1: ");
  await page.click("#hint-ask");
  await page.clock.fastForward(10_500);
  await page.waitForSelector(`#notices >> text=The search for a hint ${SILENT}`);
  await page.click("#hint-ask");
  await page.waitForSelector("#notices > *", { state: "detached" });
  assert.ok(page.url().startsWith(server.url));
});
