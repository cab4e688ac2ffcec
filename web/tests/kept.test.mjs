// Tests of what the page keeps: nothing that a visitor made is lost by a link, another program, another tab, a reload or a browser that
// keeps nothing. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

import { folder, link, open as openView, page as anyPage, serve, server, shows, visit, waitsFor } from "./browser.mjs";

/** The longest time in which a page may draw no frame, in milliseconds. It was seconds; a busy machine needs some. */
const LONGEST_FRAME = 1000;

/** Defines a test with a plain page. */
const page = (name, options, body) => anyPage(name, { plain: true, ...options }, body);

const packed = (value) => deflateRawSync(JSON.stringify(value)).toString("base64url");
const play = (name, text, more = {}) => link({ n: name, t: text, s: 1, ...more });
const prints = (word) => `10 PRINT "${word}"\n`;
const open = async (page, address = "") => {
  await page.goto("about:blank");
  await openView(page, address);
};
const reload = async (page) => {
  await page.reload();
  await page.waitForSelector("body.ready");
};
const told = (page, text) => page.locator("#notices .notice", { hasText: text }).waitFor();
const openFile = (page, name, text) => page.setInputFiles("#file", { name, mimeType: "text/plain", buffer: Buffer.from(text) });
const value = (page, selector) => page.inputValue(selector);
/** Types lines of a program into an empty machine. */
const typeProgram = async (page, ...lines) => {
  await page.click("#open");
  await page.click("#open-empty");
  await waitsFor(page, "At the prompt");
  for (const line of lines) {
    await page.keyboard.type(line);
    await page.keyboard.press("Enter");
  }
};
/** Returns what a view lists as earlier. The list stays open. */
const earlier = async (page, view) => {
  if (view === "play") await page.click("#open");
  await page.click(`#${view}-earlier`);
  await page.waitForSelector("#earlier-dialog[open]");
  return page.locator("#earlier-versions > *").allInnerTexts();
};
const bring = (page, text) => page.locator("#earlier-versions button", { hasText: text }).first().click();

page("every program that was replaced can be brought back", {}, async (page) => {
  await open(page);
  for (const word of ["ONE", "TWO", "THREE", "FOUR"]) {
    await openFile(page, `${word}.bas`, prints(word));
    await shows(page, word);
  }
  const listed = await earlier(page, "play");
  for (const [at, word] of ["THREE", "TWO", "ONE"].entries()) assert.match(listed[at], new RegExp(`10 PRINT "${word}"[^]*${word}.bas`));
  await bring(page, "ONE");
  await shows(page, "ONE");
  await reload(page);
  await shows(page, "ONE");
  assert.match((await earlier(page, "play")).join(), /TWO[^]*|FOUR/);
  await bring(page, "FOUR");
  await shows(page, "FOUR");
});

page("a program that was typed is brought back by one click beside a link, also after a reload", {}, async (page) => {
  await open(page);
  await typeProgram(page, '10 PRINT "MINE"');
  await open(page, play("other.bas", prints("OTHER")));
  await shows(page, "OTHER");
  await page.locator("#play-kept", { hasText: "This comes from a link. Your own work is kept." }).waitFor();
  await reload(page);
  await shows(page, "OTHER");
  await page.locator("#play-kept button").click();
  await waitsFor(page, "At the prompt");
  await page.keyboard.type("LIST");
  await page.keyboard.press("Enter");
  await shows(page, '10 PRINT "MINE"');
  assert.ok(await page.locator("#play-kept").isHidden());
  assert.match((await earlier(page, "play")).join(), /OTHER[^]*from a link/);
});

page("links within the page and its history do not lose what was typed", {}, async (page) => {
  await open(page);
  await typeProgram(page, '10 PRINT "MINE"');
  for (const word of ["FIRST", "SECOND"]) {
    await page.evaluate((hash) => (location.hash = hash), play(`${word}.bas`, prints(word)));
    await shows(page, word);
  }
  await page.goBack();
  await page.goForward();
  await page.locator("#play-kept button").click();
  await waitsFor(page, "At the prompt");
  assert.match((await earlier(page, "play")).join(), /SECOND/);
});

page("files that a program has saved are there after a link and in another tab", {}, async (page, context) => {
  await open(page);
  await typeProgram(page, '10 PRINT "MINE"', ':PRINT "SAVED"');
  await waitsFor(page, "Saved as SAVED.bas");
  await page.click("#open");
  await page.locator("#gallery-programs .exhibit", { hasText: "ROTATE" }).click();
  await shows(page, "LEVEL");
  await open(page, play("other.bas", prints("OTHER")));
  await shows(page, "OTHER");
  for (const tab of [page, await context.newPage()]) {
    if (tab !== page) await open(tab);
    await tab.click("#open");
    await tab.locator("#saved", { hasText: "SAVED.bas" }).waitFor();
  }
});

page("many links do not displace the visitor's own programs", { slow: true }, async (page) => {
  await open(page);
  for (const word of ["MINE", "ALSO"]) {
    await openFile(page, `${word}.bas`, prints(word));
    await shows(page, word);
  }
  for (let link = 0; link < 40; link += 1) {
    await page.evaluate((hash) => (location.hash = hash), play(`l${link}.bas`, prints(`LINK${link}.`)));
    await shows(page, `LINK${link}.`);
  }
  const listed = (await earlier(page, "play")).join("\n");
  assert.match(listed, /PRINT "MINE"[^]*PRINT "ALSO"|PRINT "ALSO"[^]*PRINT "MINE"/);
  assert.ok(listed.match(/from a link/g).length <= 6, listed);
});

page("RESET, a tape and a failure of the machine do not lose the program", {}, async (page) => {
  await page.addInitScript(() => {
    const { instantiate } = WebAssembly;
    WebAssembly.instantiate = async (...from) => {
      const instance = await instantiate.apply(WebAssembly, from);
      const advance = (time) => {
        if (globalThis.trap) {
          globalThis.trap = false;
          throw new WebAssembly.RuntimeError("unreachable");
        }
        return instance.exports.advance(time);
      };
      return { exports: { ...instance.exports, advance } };
    };
  });
  await open(page);
  await typeProgram(page, '10 PRINT "MINE BEFORE RESET"');
  await page.click("#reset");
  await page.locator("#answers").getByRole("button", { name: "Yes" }).click();
  await waitsFor(page, "erased");
  await page.waitForTimeout(1500);
  assert.match((await earlier(page, "play")).join(), /MINE BEFORE RESET/);
  await bring(page, "MINE BEFORE RESET");
  await waitsFor(page, "At the prompt");
  await page.keyboard.type('20 PRINT "AND MORE"');
  await page.keyboard.press("Enter");
  await page.waitForTimeout(1500);
  await page.evaluate(() => (globalThis.trap = true));
  await told(page, "failed and was started again");
  await shows(page, "AND MORE");
});

page("each tab has its own session, and a new one begins with the last work", {}, async (first, context) => {
  await open(first);
  await openFile(first, "first.bas", prints("FIRST"));
  await shows(first, "FIRST");
  const second = await context.newPage();
  await open(second);
  await shows(second, "FIRST");
  await openFile(second, "second.bas", prints("SECOND"));
  await shows(second, "SECOND");
  await visit(first, "listing");
  await first.fill("#listing-text", prints("LISTING OF THE FIRST"));
  await visit(second, "listing");
  await second.fill("#listing-text", prints("LISTING OF THE SECOND"));
  for (const page of [first, second, first]) await reload(page);
  assert.match(await value(first, "#listing-text"), /OF THE FIRST/);
  assert.match(await value(second, "#listing-text"), /OF THE SECOND/);
  for (const [page, word] of [
    [first, "FIRST"],
    [second, "SECOND"],
  ]) {
    await visit(page, "play");
    await shows(page, word);
  }
  // The tab that was used last. Pages without windows always have the focus.
  await second.waitForTimeout(2000);
  await second.evaluate(() => dispatchEvent(new Event("focus")));
  await first.close();
  await second.close();
  const third = await context.newPage();
  await open(third);
  await shows(third, "SECOND");
  assert.match((await earlier(third, "play")).join(), /FIRST/);
});

page("a duplicated tab goes its own way", {}, async (page, context) => {
  await open(page);
  await openFile(page, "one.bas", prints("ONE"));
  await shows(page, "ONE");
  await page.waitForTimeout(200);
  // Like the menu of the browser, this copies the session storage.
  const [copy] = await Promise.all([context.waitForEvent("page"), page.evaluate(() => void open(location.href))]);
  await copy.waitForSelector("body.ready");
  await shows(copy, "ONE");
  await openFile(copy, "two.bas", prints("TWO"));
  await shows(copy, "TWO");
  await reload(page);
  await shows(page, "ONE");
  await reload(copy);
  await shows(copy, "TWO");
});

page("what is typed just before a reload is kept", {}, async (page) => {
  await open(page, "#listing");
  await page.fill("#listing-text", prints("FIRST"));
  await reload(page);
  assert.match(await value(page, "#listing-text"), /FIRST/);
});

page("a listing that was replaced by an example, a link, a paste or a repair can be brought back", {}, async (page) => {
  const mine = '(1793) 10 PRINT "A\n(1780) 20 PRINT "MINE\n';
  await open(page, "#listing");
  await page.fill("#listing-text", mine);
  await page.click("#listing-example");
  await page.waitForSelector("#account .damaged");
  await page.locator("#listing-kept button").click();
  assert.equal(await value(page, "#listing-text"), mine);
  await open(page, "#listing?name=rotate-1982.lst");
  await page.waitForFunction(() => document.querySelectorAll("#account li").length === 53);
  await reload(page);
  await page.locator("#listing-kept", { hasText: "This comes from a link." }).getByRole("button").click();
  assert.equal(await value(page, "#listing-text"), mine);
  await page.waitForSelector("#account .repair");
  await page.locator("#account .repair").first().click();
  const repaired = await value(page, "#listing-text");
  assert.notEqual(repaired, mine);
  await reload(page);
  assert.equal(await value(page, "#listing-text"), repaired);
  await earlier(page, "listing");
  await bring(page, "PRINT");
  assert.equal(await value(page, "#listing-text"), mine);
  await page.fill("#listing-text", prints("SOMETHING ELSE"));
  await reload(page);
  await earlier(page, "listing");
  await bring(page, '10 PRINT "A');
  assert.equal(await value(page, "#listing-text"), mine);
});

page("a link of Step opens beside the visitor's own sheet", {}, async (page) => {
  const sheet = (name) => `;! routine: ${name}\n        CPU  8080\n${name}:   INR  A\n        RET\n`;
  await open(page, "#step");
  await page.click("#step-editor summary");
  await page.fill("#step-source", sheet("MINE"));
  await page.waitForTimeout(500);
  for (const name of ["LINKA", "LINKB"]) {
    await page.evaluate((hash) => (location.hash = hash), `#step?s=${packed({ target: "own.asm", files: { "own.asm": sheet(name) } })}`);
    await page.waitForFunction((name) => document.getElementById("step-source").value.includes(name), name);
  }
  await reload(page);
  assert.equal(await value(page, "#step-source"), sheet("LINKB"));
  await page.locator("#step-kept", { hasText: "This comes from a link. Your own work is kept." }).getByRole("button").click();
  assert.equal(await value(page, "#step-source"), sheet("MINE"));
  await reload(page);
  assert.equal(await value(page, "#step-source"), sheet("MINE"));
  await earlier(page, "step");
  await bring(page, "LINKA");
  assert.equal(await value(page, "#step-source"), sheet("LINKA"));
});

page("a cartridge that was replaced is brought back", {}, async (page) => {
  await open(page, "#bally");
  const facts = (text) => page.locator("#bally-facts", { hasText: text }).waitFor();
  await facts("Arcadian BASIC");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#bally-file")]);
  const source = "        CPU  Z80\n        ORG  2000H\n        JP   START\nSTART:  JR   START\n";
  await chooser.setFiles([{ name: "own.asm", mimeType: "", buffer: Buffer.from(source) }]);
  await facts("own.asm");
  await page.click("#bally-basic");
  await facts("Arcadian BASIC");
  await page.locator("#bally-kept button").click();
  await facts("own.asm");
});

/** Endless, and each statement takes long. */
const SLOW = `10 PRINT "${"MINE ".repeat(18)}"\n20 GOTO 10\n`;
const measureFrames = () => {
  globalThis.longest = 0;
  let last;
  const tick = (time) => {
    if (document.body?.classList.contains("ready")) {
      globalThis.longest = Math.max(globalThis.longest, time - (last ?? time));
      last = time;
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
};

page("a link of a long run: the page stays alive, shows how far it is, and stops", { prepare: measureFrames }, async (page) => {
  await open(page, play("slow.bas", SLOW, { k: "", m: 5_000_000 }));
  await waitsFor(page, "% of 5,000,000 statements");
  // It runs on meanwhile, and may not end before it is stopped.
  await page.click("#to-listing");
  await page.waitForSelector("#view-listing", { state: "visible" });
  await visit(page, "play");
  await page.locator("#answers").getByRole("button", { name: "Stop" }).click();
  await waitsFor(page, "Running.");
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < LONGEST_FRAME, `a frame took ${longest} ms`);
  await page.keyboard.press("Escape");
  await waitsFor(page, "At the prompt");
});

page("a run that takes long is not repeated at the next visit, but its program is there", { prepare: measureFrames }, async (page) => {
  await open(page, play("slow.bas", SLOW, { k: "", m: 5_000_000 }));
  await waitsFor(page, "% of 5,000,000 statements");
  await reload(page);
  await told(page, "Its run of 5,000,000 statements was not repeated");
  await page.waitForFunction(() => document.getElementById("facts").textContent.startsWith("slow.bas"));
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < LONGEST_FRAME, `a frame took ${longest} ms`);
  await reload(page);
  await waitsFor(page, "Running.");
  assert.equal(await page.locator("#notices .notice").count(), 0);
});

page("a run that is asked for again is repeated, and HALT stops that", {}, async (page) => {
  await open(page, play("slow.bas", SLOW, { k: "", m: 5_000_000 }));
  await waitsFor(page, "% of 5,000,000");
  await reload(page);
  await told(page, "was not repeated");
  await page.getByRole("button", { name: "Repeat it" }).click();
  await waitsFor(page, "% of 5,000,000");
  await page.waitForTimeout(1500);
  await waitsFor(page, "% of 5,000,000");
  await page.focus("#screen");
  await page.keyboard.press("Escape");
  await told(page, "was not repeated");
});

page("a run is repeated to its end in parts", {}, async (page) => {
  await open(page, play("sum.bas", '10 FOR I=1TO 30000;A=A+1;NEXT I\n20 PRINT "SUM",A\n30 K=KP\n40 PRINT "KEY",K\n', { k: "A", m: 200_000 }));
  await shows(page, "KEY");
  await shows(page, "30000");
});

page("a link of Step to a late step shows how far it is, stops, and is not gone to at the next visit", { prepare: measureFrames }, async (page) => {
  const place = (pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(document.getElementById("step-place").textContent), pattern);
  await open(page, `#step?s=${packed({ target: "slow.bas", files: { "slow.bas": SLOW }, go: 20_000_000 })}`);
  await page.locator("#step-message", { hasText: "Going to step 20,000,000" }).waitFor();
  await reload(page);
  await told(page, "going to step 20,000,000 takes long");
  await place("^step 0 ");
  await page.getByRole("button", { name: "Go there" }).click();
  await place("^step [1-9]");
  await page.click("#step-stop");
  await place("^step 0 of 0");
  await page.click("[data-command=step]");
  await place("^step 1 of 1");
  await reload(page);
  await place("^step 0 of 0");
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < LONGEST_FRAME, `a frame took ${longest} ms`);
});

page("a listing whose repairs take long to find leaves the page alive", { prepare: measureFrames }, async (page) => {
  const line = "PRINT A(1)".padEnd(100, "X=Y+1;");
  const lines = Array.from({ length: 15 }, (_, at) => `(${1793 - 7 * at}) ${10 * at + 10} ${line}\n`);
  await open(page, "#listing");
  await page.fill("#listing-text", lines.join(""));
  await page.waitForTimeout(300);
  await page.locator("#listing-text").press("Control+End");
  await page.keyboard.type("160 STOP");
  await page.waitForFunction(() => document.querySelectorAll("#account li").length === 16);
  const longest = await page.evaluate(() => globalThis.longest);
  assert.ok(longest < LONGEST_FRAME, `a frame took ${longest} ms`);
});

const silent = () => {
  IDBFactory.prototype.open = () => ({});
};
const refused = () => {
  Object.defineProperty(globalThis, "indexedDB", {
    get: () => {
      throw new DOMException("denied", "SecurityError");
    },
  });
};
const failing = () => {
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("gone", "InvalidStateError");
  };
};
const stuck = () => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const stuck = transaction.apply(this, given);
    const table = stuck.objectStore("kept");
    const again = () => (table.count().onsuccess = again);
    again();
    return stuck;
  };
};
for (const [what, prepare] of [
  ["never answers", silent],
  ["refuses", refused],
  ["fails", failing],
  ["never finishes", stuck],
]) {
  page(`storage that ${what}: the page starts and says so, and nothing is lost until it is closed`, { prepare }, async (page) => {
    const start = Date.now();
    await open(page);
    assert.ok(Date.now() - start < 10_000, `it started after ${Date.now() - start} ms`);
    await told(page, "This browser does not let the page keep your work");
    await shows(page, "LEVEL");
    await openFile(page, "one.bas", prints("ONE"));
    await shows(page, "ONE");
    await openFile(page, "two.bas", prints("TWO"));
    await shows(page, "TWO");
    await page.click("#open");
    await page.click("#open-previous");
    await shows(page, "ONE");
    await visit(page, "listing");
  });
}

page("storage that refuses: the browser asks before work is closed", { prepare: refused }, async (page) => {
  await open(page);
  await typeProgram(page, '10 PRINT "MINE"');
  await shows(page, "MINE");
  await page.waitForTimeout(1500);
  const [dialog] = await Promise.all([page.waitForEvent("dialog"), page.close({ runBeforeUnload: true })]);
  assert.equal(dialog.type(), "beforeunload");
  await dialog.accept();
});

page("storage that answers late: what was kept before and what came since are both there", {}, async (page, context) => {
  await open(page);
  await openFile(page, "old.bas", prints("OLD"));
  await shows(page, "OLD");
  await page.waitForTimeout(200);
  await context.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const late = {};
      setTimeout(() => {
        const request = open.apply(indexedDB, given);
        request.onupgradeneeded = () => late.onupgradeneeded?.();
        request.onsuccess = () => {
          late.result = request.result;
          late.onsuccess?.();
        };
      }, 3000);
      return late;
    };
  });
  await reload(page);
  await told(page, "does not let the page keep your work");
  await openFile(page, "new.bas", prints("NEW"));
  await shows(page, "NEW");
  await told(page, "lets the page keep your work now");
  await shows(page, "NEW");
  assert.match((await earlier(page, "play")).join(), /OLD/);
  await bring(page, "OLD");
  await shows(page, "OLD");
});

page("full storage: the program is there, the page says so, and later changes are kept again", {}, async (page) => {
  await open(page);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    globalThis.isFull = true;
    IDBObjectStore.prototype.put = function (...given) {
      if (globalThis.isFull) throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await openFile(page, "mine.bas", prints("MINE"));
  await shows(page, "MINE");
  await told(page, "storage is full");
  await openFile(page, "next.bas", prints("NEXT"));
  await shows(page, "NEXT");
  await page.evaluate(() => (globalThis.isFull = false));
  assert.match((await earlier(page, "play")).join(), /MINE/);
  await bring(page, "MINE");
  await shows(page, "MINE");
  await reload(page);
  await shows(page, "MINE");
});

page("what an earlier page kept is still there", {}, async (page) => {
  await page.goto(`${server.url}read/index.html`);
  await page.evaluate(
    (mine) =>
      new Promise((done) => {
        const request = indexedDB.open("arcadian", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("kept");
        request.onsuccess = () => {
          const transaction = request.result.transaction("kept", "readwrite");
          const table = transaction.objectStore("kept");
          const session = (text) => ({ opening: { name: "mine.bas", text, seed: 1 }, program: text, speed: "max", files: {} });
          table.put(session(mine), "session");
          table.put(session('10 PRINT "BEFORE"\n'), "previous");
          table.put({ name: "l.lst", text: "10 PRINT 1\n" }, "listing");
          table.put("; MY SHEET\n", "sheet");
          table.put({ target: "T3CW" }, "step");
          transaction.oncomplete = done;
        };
      }),
    prints("MINE"),
  );
  await open(page);
  await shows(page, "MINE");
  assert.match((await earlier(page, "play")).join(), /BEFORE/);
  await page.keyboard.press("Escape");
  await visit(page, "listing");
  assert.equal(await value(page, "#listing-text"), "10 PRINT 1\n");
});

page("old tabs are forgotten, but not the visitor's own work in them", { slow: true }, async (page, context) => {
  await open(page);
  await openFile(page, "mine.bas", prints("OLDEST"));
  await shows(page, "OLDEST");
  await page.close();
  for (let tab = 0; tab < 23; tab += 1) {
    const opened = await context.newPage();
    await open(opened, play(`l${tab}.bas`, prints(`LINK${tab}.`)));
    await shows(opened, `LINK${tab}.`);
    if (tab < 22) await opened.close();
  }
  const last = context.pages().at(-1);
  assert.match((await earlier(last, "play")).join(), /OLDEST/);
  const tabs = await last.evaluate(
    () =>
      new Promise((done) => {
        indexedDB.open("arcadian", 1).onsuccess = ({ target }) => {
          const table = target.result.transaction("kept").objectStore("kept");
          table.getAllKeys(IDBKeyRange.bound(["used"], ["used", []])).onsuccess = ({ target }) => done(target.result.length);
        };
      }),
  );
  assert.ok(tabs <= 21, `${tabs} tabs`);
});

page("a new version is offered, and taken without losing work", { mayFail: true, context: { serviceWorkers: "allow" } }, async (page) => {
  const copy = mkdtempSync(join(tmpdir(), "arcadian-page-"));
  const other = await serve(copy);
  try {
    cpSync(folder, copy, { recursive: true });
    await page.goto(`${other.url}#listing`);
    await page.waitForSelector("body.ready");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForSelector("body.ready");
    const editor = page.locator("#view-listing .cm-content");
    await editor.click();
    await page.keyboard.type("10 PRINT 1");
    // As earlier versions named theirs.
    await page.evaluate(async () => (await caches.open("arcadian-1234")).add("index.html"));
    const [worker, changed] = ["service-worker.js", "read/index.html"].map((name) => join(copy, name));
    const hash = (file) => createHash("sha256").update(readFileSync(file)).digest("base64");
    const [text, before] = [readFileSync(worker, "utf8"), hash(changed)];
    appendFileSync(changed, "<!-- changed -->");
    assert.ok(text.includes(before));
    writeFileSync(worker, text.replace(/VERSION="\w+"/, 'VERSION="next"').replace(before, hash(changed)));
    other.asked.length = 0;
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.waitForSelector("#notices >> text=A new version of this page is here");
    // What has not changed is not fetched again.
    assert.deepEqual([...new Set(other.asked)].sort(), ["/read/index.html", "/service-worker.js"]);
    const reloaded = page.waitForEvent("load");
    await page.click("#notices >> text=Use it");
    await reloaded;
    await page.waitForSelector("body.ready");
    assert.deepEqual(await page.evaluate(() => caches.keys()), ["arcadian / next"]);
    assert.equal(await editor.innerText(), "10 PRINT 1");
  } finally {
    await other.close();
    rmSync(copy, { recursive: true });
  }
});
