// Tests of the way from view to view while parts of the page come late, in any order, or not at all. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { link, open, page, server, visit, waitsFor } from "./browser.mjs";

const VIEWS = ["play", "listing", "step", "compare", "boards", "bally"];
/** What is loaded after the start: scripts, modules and data. */
const PARTS = /\.(js|wasm|json|lst|bas)$/;

/** Returns a generator of random numbers below a limit. */
function randomNumbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Delays or aborts what the page loads: `fate` returns the milliseconds, or nothing for a failure. */
const fates = (page, fate) =>
  page.route(
    (url) => PARTS.test(url.pathname),
    async (route) => {
      const delay = fate(new URL(route.request().url()).pathname);
      if (delay === undefined) return route.abort();
      await new Promise((done) => setTimeout(done, delay));
      return route.continue().catch(() => {});
    },
  );

const shown = (page) =>
  page.evaluate((views) => {
    const marked = views.filter((view) => document.getElementById(`to-${view}`).getAttribute("aria-current") === "page");
    return { visible: views.filter((view) => !document.getElementById(`view-${view}`).hidden), marked, hash: location.hash, title: document.title };
  }, VIEWS);

/** Waits until a view is shown, and nothing else. */
const settles = (page, view) =>
  page.waitForFunction(
    ([views, view]) => {
      const visible = views.filter((one) => !document.getElementById(`view-${one}`).hidden);
      const isMarked = document.getElementById(`to-${view}`).getAttribute("aria-current") === "page";
      return visible.length === 1 && visible[0] === view && isMarked && /^#?(\w*)/.exec(location.hash)[1] === view;
    },
    [VIEWS, view],
  );

for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
  page(`the view that was asked for last wins, however late the others come: ${seed}`, {}, async (page) => {
    const random = randomNumbers(seed);
    await open(page, "");
    await fates(page, () => random(700));
    const targets = ["#listing", "#step", "#step?exercise=8080/double.asm", "#compare", "#boards", "#bally", "#play", "#step?example=product.asm"];
    let visited = 0;
    for (let visit = 0; visit < 12; visit += 1) {
      const choice = random(10);
      if (choice < 7 || visited < 2) {
        const target = targets[random(targets.length)];
        await page.evaluate((hash) => (location.hash = hash), target);
        visited += 1;
      } else if (choice === 7) {
        await page.evaluate(() => history.back());
      } else if (choice === 8) {
        await page.evaluate(() => history.forward());
      } else {
        await page.click(`#to-${VIEWS[random(VIEWS.length)]}`);
        visited += 1;
      }
      await page.waitForTimeout(random(250));
    }
    await page.waitForTimeout(100);
    const last = /^#?(\w*)/.exec((await shown(page)).hash)[1] || "play";
    await settles(page, last);
    // What comes later changes nothing.
    await page.waitForTimeout(1600);
    assert.deepEqual((await shown(page)).visible, [last]);
    assert.match((await shown(page)).title, / · arcadian$/);
    for (const view of [...VIEWS, last]) {
      await page.click(`#to-${view}`);
      await settles(page, view);
    }
  });
}

page("a link that opens late does not take the visitor back, and its view works", {}, async (page) => {
  await open(page, "#listing");
  await fates(page, (path) => (/gallery\.json|lessons\.json|step\.wasm/.test(path) ? 900 : 0));
  for (const late of [
    "#play?program=mirrors",
    "#bally?program=mirrors",
    "#step?exercise=8080/double.asm",
    link({ name: "a.bas", text: "10 PRINT 7\n", seed: 1 }),
  ]) {
    await page.evaluate((hash) => (location.hash = hash), late);
    await page.waitForTimeout(50);
    await page.click("#to-compare");
    await settles(page, "compare");
    await page.waitForTimeout(1500);
    assert.deepEqual((await shown(page)).visible, ["compare"], late);
    assert.equal((await shown(page)).hash, "#compare", late);
    const view = /^#(\w+)/.exec(late)[1];
    await page.click(`#to-${view}`);
    await settles(page, view);
  }
});

page("the last of two links to the same view is opened", {}, async (page) => {
  await open(page, "#listing");
  await fates(page, (path) => (/lessons\.json/.test(path) ? 900 : 0));
  await page.evaluate(() => (location.hash = "#step?exercise=8080/double.asm"));
  await page.waitForTimeout(100);
  await page.evaluate(() => (location.hash = "#step?exercise=8080/mean.asm"));
  await page.waitForFunction(() => document.getElementById("step-exercise").textContent.includes("average"));
  await page.waitForTimeout(1200);
  assert.match(await page.textContent("#step-exercise"), /average/);
  assert.match(await page.inputValue("#step-source"), /MEAN/);
});

page("a view that cannot be loaded says so, and its link loads it again", { mayFail: true }, async (page) => {
  await open(page, "");
  for (const [view, part] of [
    ["listing", "listing.js"],
    ["step", "step.js"],
    ["compare", "compare.wasm"],
    ["boards", "boards.js"],
    ["bally", "bally.js"],
  ]) {
    let isOffline = true;
    await page.evaluate(() => document.getElementById("notices").replaceChildren());
    await fates(page, (path) => (isOffline && path.endsWith(`/${part}`) ? undefined : 0));
    await page.click(`#to-${view}`);
    await page.waitForSelector("#notices .error");
    const before = (await shown(page)).visible;
    assert.equal(before.length, 1);
    assert.notEqual(before[0], view);
    isOffline = false;
    // The address names the view already.
    await page.click(`#to-${view}`);
    await settles(page, view);
    await page.unrouteAll();
  }
});

page("a page that starts with a view that cannot be loaded shows Play, and tries again", { mayFail: true }, async (page) => {
  let isOffline = true;
  await fates(page, (path) => (isOffline && path.endsWith("/boards.js") ? undefined : 0));
  await open(page, "#boards");
  await page.waitForSelector("#notices .error");
  assert.deepEqual((await shown(page)).visible, ["play"]);
  isOffline = false;
  await page.click("#notices >> text=Try again");
  await settles(page, "boards");
});

page("back and forward quickly end at the view of the address", {}, async (page) => {
  await open(page, "");
  for (const view of ["listing", "step", "boards", "bally"]) {
    await page.click(`#to-${view}`);
    await settles(page, view);
  }
  await fates(page, () => 300);
  for (const steps of [
    [-1, -1, 1],
    [1, -1, -1],
    [-1, 1, -1, 1, 1],
    [-2, 1],
  ]) {
    for (const step of steps) await page.evaluate((step) => history.go(step), step);
    await page.waitForTimeout(300);
    await settles(page, /^#?(\w*)/.exec((await shown(page)).hash)[1] || "play");
  }
});

page("a view that is opened first does not wait for Play, shows how much has arrived, and code to read meanwhile", {}, async (page) => {
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1)));
  let come;
  const isThere = new Promise((done) => (come = done));
  await page.route("**/contracts.wasm", async (route) => {
    await isThere;
    await route.continue();
  });
  await page.goto(`${server.url}#step`);
  await page.waitForSelector("#step-code > li.text >> nth=5");
  await page.waitForFunction(() => / of \d\.\d MB$/.test(document.body.dataset.loading));
  assert.ok(!asked.includes("play.wasm") && !asked.includes("prove.wasm"), asked.join());
  come();
  await page.waitForFunction(() => document.getElementById("step-place").textContent.startsWith("step 0"));
  await page.waitForSelector("#step-code .stop");
  await page.waitForSelector("body.ready:not([data-loading])");
  await visit(page, "play");
  await waitsFor(page, "Press Start");
  assert.ok(asked.includes("play.wasm"));
});

page("Play is there for a view that was opened first", {}, async (page) => {
  await open(page, "#listing");
  await page.click("#listing-program");
  await page.waitForFunction(() => document.getElementById("listing-text").value.includes("ROTATE"));
});
