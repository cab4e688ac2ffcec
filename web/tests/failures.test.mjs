// Tests of what the page says when a part of it fails: a worker that dies or hangs, a browser that lacks something, a page that does not
// start. See browser.mjs for what they need.

import assert from "node:assert/strict";

import { cpSync, mkdtempSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

import { folder, link, open, page, serve, server, version, waitsFor } from "./browser.mjs";

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
    // Nobody does anything.
    ask: (page) => page.clock.fastForward(5_500),
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
  await page.waitForTimeout(1500);
  await page.clock.fastForward(10_500);
  await page.waitForSelector(`#notices >> text=The search for a hint ${SILENT}`);
  await page.click("#hint-ask");
  await page.waitForSelector("#notices > *", { state: "detached" });
  assert.ok(page.url().startsWith(server.url));
});

const message = (page, text) => page.waitForFunction((text) => document.getElementById("notices").textContent.includes(text), text);

page("a page without its scripts says why, and reloads", { mayFail: true }, async (page) => {
  let isLost = true;
  await page.route("**/js/main.js", (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(server.url);
  await message(page, "The page could not be loaded: the connection is slow or lost, or this browser is older than 2023.");
  isLost = false;
  await page.click("#notices button");
  await page.waitForSelector("body.ready");
  assert.equal(await page.locator("#notices button").count(), 0);
});

page("scripts that an old browser cannot read are named", { mayFail: true }, async (page) => {
  await page.route("**/js/main.js", (route) => route.fulfill({ contentType: "text/javascript", body: "class A { #b; static { c d } }" }));
  await page.goto(server.url);
  await message(page, "this browser is older than 2023");
});

page("scripts that never come are named after 10 seconds, and the page starts if they come later", {}, async (page) => {
  let come;
  const isThere = new Promise((done) => (come = done));
  await page.route("**/js/main.js", async (route) => {
    await isThere;
    await route.continue();
  });
  await page.clock.install();
  await page.goto(server.url, { waitUntil: "commit" });
  await page.waitForSelector("footer", { state: "attached" });
  await page.waitForTimeout(500);
  // A deferred script of its own does not wait for the others.
  await page.clock.fastForward(10_500);
  await message(page, "The page could not be loaded");
  come();
  await page.waitForSelector("body.ready");
  await waitsFor(page, "Press Start");
});

page("a deployment during a first visit: the page says that it is old, and mixes nothing", { plain: true, mayFail: true }, async (page) => {
  const copy = mkdtempSync(join(tmpdir(), "arcadian-deployment-"));
  const other = await serve(copy);
  try {
    cpSync(folder, copy, { recursive: true });
    await page.goto(other.url);
    await page.waitForSelector("body.ready");
    const old = basename(version());
    renameSync(join(copy, old), join(copy, "next"));
    const index = join(copy, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replaceAll(`"${old}/`, '"next/'));
    await page.click("#to-compare");
    await page.waitForSelector("#notices >> text=A new version of this page is here");
    await page.click("#notices >> text=Reload");
    await page.waitForSelector("body.ready");
    await page.waitForSelector("#compare-gallery, #view-compare >> visible=true");
    assert.ok(other.asked.includes("/next/js/compare.js"));
  } finally {
    await other.close();
    rmSync(copy, { recursive: true });
  }
});

page("a page that is opened from a folder names the single file", { mayFail: true }, async (page) => {
  await page.goto(pathToFileURL(join(folder, "index.html")).href);
  await message(page, "Open the file arcadian.html of a release instead.");
});

for (const name of ["__proto__", "toString", "constructor"]) {
  page(`${name} is not an example`, {}, async (page) => {
    await open(page, `#step?example=${name}`);
    await page.waitForSelector(`#notices >> text=There is no example \`${name}\`.`);
  });
}

page(
  "a browser that cannot compress says so",
  { prepare: () => (delete globalThis.CompressionStream, delete globalThis.DecompressionStream) },
  async (page) => {
    await open(page, "");
    await page.click("#share");
    await page.waitForSelector("#notices >> text=This browser is too old for links");
    await open(page, link({ n: "a.bas", t: "10 PRINT 7\n", s: 1 }));
    await page.reload();
    await page.waitForSelector("#notices >> text=This browser is too old for links");
  },
);

function refuseSettings() {
  Storage.prototype.setItem = () => {
    throw new DOMException("refused", "SecurityError");
  };
}
page(
  "a browser that keeps no settings says so when an exercise is solved, and knows it until it is closed",
  { plain: true, prepare: refuseSettings },
  async (page) => {
    await open(page, "#step?exercise=8080/double.asm");
    await page.waitForFunction(() => document.getElementById("step-source").value.includes("DOUBLE"));
    const text = await page.inputValue("#step-source");
    await page.fill("#step-source", text.replace("; Your instructions come here.", "ADD A\n        RET"));
    await page.waitForSelector("#proof >> text=Solved with");
    await page.waitForSelector("#notices >> text=This browser does not let the page keep which exercises are solved.");
  },
);

page("a pasted text of 10 million characters is refused at once", {}, async (page) => {
  await open(page, "");
  const taken = await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "10 PRINT 1\n".repeat(900_000));
    const start = performance.now();
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    return performance.now() - start;
  });
  await page.waitForSelector("#notices >> text=The text has 9.9 million bytes. At most 1 million are pasted. Open it as a file.");
  assert.ok(taken < 1000, `${taken} ms`);
});

page("each view has a footer: version, source, licence, report, privacy", { context: { permissions: ["clipboard-read", "clipboard-write"] } }, async (page) => {
  await open(page, "");
  for (const view of ["play", "listing", "step", "compare", "boards", "bally"]) {
    await page.click(`#to-${view}`);
    await page.waitForSelector(`#view-${view}:not([hidden])`);
    assert.match(
      await page.locator("footer").innerText(),
      /^arcadian \d+\.\d+\.\d+.* · Source, MIT or Apache-2\.0 · Report a fault · What you enter stays in this browser/,
    );
  }
  await page.click("#report");
  await page.waitForSelector("#notices >> text=The first lines of a report are in the clipboard.");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^arcadian \d+\.\d+\.\d+.*, view #bally, Mozilla/);
});

page(
  "two deployments on one origin keep work and files apart, and the first visit works offline",
  { plain: true, mayFail: true, context: { serviceWorkers: "allow" } },
  async (page, context) => {
    const root = mkdtempSync(join(tmpdir(), "arcadian-deployments-"));
    const other = await serve(root);
    try {
      for (const name of ["page", "preview"]) {
        mkdirSync(join(root, name));
        cpSync(folder, join(root, name), { recursive: true });
      }
      const worker = join(root, "preview/service-worker.js");
      writeFileSync(worker, readFileSync(worker, "utf8").replace(/VERSION="\w+"/, 'VERSION="preview"'));
      for (const name of ["page", "preview"]) {
        await page.goto(`${other.url}${name}/#listing`);
        await page.waitForSelector("body.ready");
        assert.equal(await page.inputValue("#listing-text"), "");
        await page.fill("#listing-text", `10 PRINT "${name}"\n`);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await page.waitForTimeout(800);
      }
      assert.deepEqual((await page.evaluate(() => caches.keys())).map((name) => name.split(" ").slice(0, 2).join(" ")).sort(), [
        "arcadian /page/",
        "arcadian /preview/",
      ]);
      await context.setOffline(true);
      await page.goto(`${other.url}page/#listing`);
      await page.waitForSelector("body.ready");
      assert.equal(await page.inputValue("#listing-text"), '10 PRINT "page"\n');
    } finally {
      await other.close();
      rmSync(root, { recursive: true });
    }
  },
);

page(
  "what all deployments on an origin shared is there in each of them",
  { plain: true, mayFail: true, context: { serviceWorkers: "allow" } },
  async (page) => {
    const root = mkdtempSync(join(tmpdir(), "arcadian-deployments-"));
    const other = await serve(root);
    try {
      cpSync(folder, root, { recursive: true });
      cpSync(folder, join(root, "page"), { recursive: true });
      await page.goto(`${other.url}#listing`);
      await page.waitForSelector("body.ready");
      await page.fill("#listing-text", "10 PRINT 5\n");
      await page.waitForTimeout(800);
      await page.goto(`${other.url}page/#listing`);
      await page.waitForSelector("body.ready");
      assert.equal(await page.inputValue("#listing-text"), "10 PRINT 5\n");
    } finally {
      await other.close();
      rmSync(root, { recursive: true });
    }
  },
);

for (const [system, chosen, ground] of [
  ["light", "dark", "rgb(22, 23, 27)"],
  ["dark", "light", "rgb(246, 243, 238)"],
]) {
  page(`the theme can be ${chosen} where the system is ${system}, also in the guides`, { context: { colorScheme: system } }, async (page) => {
    const shows = (color) => page.waitForFunction((color) => getComputedStyle(document.body).backgroundColor === color, color);
    await open(page, "");
    await page.selectOption("#theme", chosen);
    await shows(ground);
    await page.reload();
    await shows(ground);
    await page.goto(`${server.url}read/rotate.html`);
    await shows(ground);
    await open(page, "");
    await page.selectOption("#theme", "");
    await shows(system === "light" ? "rgb(246, 243, 238)" : "rgb(22, 23, 27)");
  });
}

page("a change of view gives the focus to the heading of the view, and Play has its keys there", {}, async (page) => {
  await open(page, "#play?name=rotate&seed=7&keys=3{GO}&speed=max");
  await waitsFor(page, "Move 1: ");
  for (const [view, name] of Object.entries({ listing: "Listing", step: "Step", compare: "Compare", boards: "Boards", play: "Play" })) {
    await page.focus(`#to-${view}`);
    await page.keyboard.press("Enter");
    await page.waitForFunction((name) => document.activeElement.localName === "h2" && document.activeElement.textContent === name, name);
  }
  const letter = await page.evaluate(() => /\b([A-P]) (?:[A-P] ){2}[A-P]/.exec(document.getElementById("screen-text").textContent)[1]);
  await page.keyboard.press(letter.toLowerCase());
  await waitsFor(page, "Move 2: ");
});
