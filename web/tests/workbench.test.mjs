// Tests of the views Step and Bally, of the guides, and of the page in a single file. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { accessible, folder, missingProgram, open, page, program, server } from "./browser.mjs";

const STEP = "#step?target=T2CW&in=board=1B2F";

const place = (page, text) => page.waitForFunction((text) => document.getElementById("step-place").textContent.startsWith(text), text);
const says = (page, text) => page.waitForFunction((text) => document.getElementById("step-message").textContent.includes(text), text);
const value = (page, name) =>
  page.evaluate(
    (name) => [...document.querySelectorAll("#step-values .value")].find((value) => value.querySelector(".name").textContent === name)?.textContent,
    name,
  );
const send = async (page, command) => {
  await page.fill("#step-line", command);
  await page.press("#step-line", "Enter");
};
const log = (page) => page.locator("#step-log").innerText();

page("a routine is stepped forward and back, by buttons, keys and the slider", {}, async (page) => {
  await open(page, STEP);
  await place(page, "step 0 of 0");
  assert.equal(await value(page, "HL"), "HL 2F1B");
  await page.click("[data-command=step]");
  await place(page, "step 1 of 1");
  await page.locator("#step-code").focus();
  await page.keyboard.press("s");
  await place(page, "step 2 of 2");
  await page.keyboard.press("b");
  await place(page, "step 1 of 2");
  await page.click("[data-command=continue]");
  await says(page, "as the oracle says");
  await page.locator("#step-slider").fill("3");
  await place(page, "step 3 of");
  assert.match(await log(page), /> step[^]*> back[^]*> continue[^]*> go 3/);
  await page.click("[data-command=restart]");
  await place(page, "step 0 of");
  assert.equal(await value(page, "HL"), "HL 2F1B");
});

page("a link sets the options of the command line", {}, async (page) => {
  await open(page, "#step?target=HEXCL&place=set=40FE&poke=2041=0708&set=B=12&go=1");
  await place(page, "step 1 of");
  assert.deepEqual([await value(page, "HL"), await value(page, "BC")], ["HL 40FE", "BC 12FF"]);
  await send(page, "print [2042]");
  await page.waitForFunction(() => document.getElementById("step-log").textContent.includes("$08"));
  await page.evaluate(() => (location.hash = "#step?target=T2CW&same-as=T2CCW"));
  await page.waitForFunction(() => document.getElementById("step-log").textContent.includes("the same as T2CCW"));
  await page.evaluate(() => (location.hash = "#step?target=T2CW&pc=0105"));
  await page.waitForFunction(() => [...document.querySelectorAll("#step-values .value")].some((value) => value.textContent === "PC 0105"));
});

page("a link of Step with an option that it does not have is refused with words", {}, async (page) => {
  for (const [address, words] of [
    ["#step?target=T2CW&load=0100", "This link sets `load`, which Step does not have."],
    ["#step?target=T2CW&__proto__=1", "This link sets `__proto__`, which Step does not have."],
    ["#step?target=T2CW&go=soon", "This link is damaged"],
  ]) {
    await page.goto("about:blank");
    await open(page, address);
    await page.locator("#notices .error", { hasText: words }).waitFor();
  }
});

page("the command line says what the program says", { skip: missingProgram }, async (page) => {
  await open(page, STEP);
  await place(page, "step 0");
  const commands = ["step 3", "registers", "figure", "nonsense", "break 0107", "continue", "print HL + 1"];
  for (const command of commands) {
    await send(page, command);
    await page.waitForFunction((command) => document.getElementById("step-log").textContent.includes(`> ${command}`), command);
  }
  const args = ["step", "T2CW", "--in", "board=1B2F", ...commands.flatMap((command) => ["--command", command])];
  let printed;
  try {
    printed = execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    printed = error.stdout;
  }
  const plain = (text) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  const expected = plain(printed.slice(printed.indexOf("> step 3")));
  const shown = plain(await page.locator("#step-log").evaluate((log) => [...log.children].map((line) => line.textContent).join("\n")));
  assert.deepEqual(shown.slice(shown.indexOf("> step 3")), expected);
});

page("a breakpoint by a click stops the program, and another click deletes it", {}, async (page) => {
  await open(page, STEP);
  await place(page, "step 0");
  const stop = page.getByRole("button", { name: "Breakpoint at 0105" });
  await stop.click();
  await page.waitForFunction(() => document.querySelector("#step-code .stop[aria-pressed=true]"));
  await page.click("[data-command=continue]");
  await says(page, "breakpoint");
  assert.match(await page.locator("#step-code .here").innerText(), /0105/);
  await stop.click();
  await page.waitForFunction(() => !document.querySelector("#step-code .stop[aria-pressed=true]"));
});

page("a wrong sheet: a counterexample, shown in the debugger; the right one holds", { plain: true }, async (page) => {
  await open(page, "#step");
  await place(page, "step 0");
  await page.click("#step-editor summary");
  await page.click("#step-prove");
  await page.waitForSelector("#proof .verdict.FAILS");
  await page.click("text=Show me");
  await page.waitForFunction(() => document.getElementById("step-code").textContent.includes("ORA"));
  await page.click("[data-command=continue]");
  await says(page, "but not z = (x + y) / 2");
  const right = (await page.inputValue("#step-source")).replace(/^.*ORA.*\n/m, "");
  await page.fill("#step-source", right);
  await page.click("#step-prove");
  await page.waitForSelector("#proof .verdict.holds");
  await page.fill("#step-source", "<img src=x onerror=alert(1)>");
  await page.click("#step-prove");
  await page.waitForSelector("#proof .failed");
  assert.equal(await page.locator("#proof img").count(), 0);
});

page("the editor marks the line of an error in a sheet", {}, async (page) => {
  await open(page, "#step");
  await place(page, "step 0");
  await page.click("#step-editor summary");
  const editor = page.locator("#step-editor .cm-content");
  await editor.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("nonsense\n");
  await page.click("#step-prove");
  await page.waitForSelector("#proof .failed");
  assert.match(await page.locator("#step-editor .cm-marked").innerText(), /nonsense/);
  await editor.focus();
  for (let typed = 0; typed < 9; typed += 1) await page.keyboard.press("Control+z");
  await page.click("#step-prove");
  await page.waitForSelector("#proof .verdict");
  await page.waitForFunction(() => !document.querySelector("#step-editor .editor-host").shadowRoot.querySelector(".cm-marked"));
});

page("a bundled routine is proven for 2^136 inputs", {}, async (page) => {
  await open(page, "#step?target=RSPEC");
  await place(page, "step 0");
  await page.click("#step-prove-routine");
  await page.waitForSelector("#proof .verdict.holds");
  assert.match(await page.locator("#proof").innerText(), /2\^136/);
});

page("a proof that runs long is stopped", {}, async (page) => {
  await open(page, "#step?target=HKHOPS");
  await place(page, "step 0");
  await page.click("#step-prove-routine");
  await page.click("#proof button:has-text('Stop')");
  await page.waitForFunction(() => document.getElementById("proof").textContent.includes("stopped"));
  await page.click("[data-command=step]");
  await place(page, "step 1");
});

page("a second proof takes the place of the first", {}, async (page) => {
  await open(page, "#step?target=HKHOPS");
  await place(page, "step 0");
  await page.click("#step-prove-routine");
  await page.waitForTimeout(500);
  await page.waitForSelector("#step-task [value=RSPEC]", { state: "attached" });
  await page.selectOption("#step-task", "RSPEC");
  await page.click("#step-prove-routine");
  await page.waitForSelector("#proof .verdict.holds");
  assert.match(await page.locator("#proof").innerText(), /RSPEC/);
});

page("the link that skips the navigation stays in the view", {}, async (page) => {
  await open(page, "#step");
  await place(page, "step 0");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.closest("section").id), "view-step");
  assert.match(await page.title(), /^Step/);
});

page("BASIC is stepped with its screen, and a link leads to the same step", {}, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#play?name=rotate&seed=7&speed=max");
  await page.evaluate(() => (location.hash = "step"));
  await place(page, "step 0");
  await page.click("#step-basic");
  await page.waitForFunction(() => document.getElementById("step-code").textContent.includes("ROTATE"));
  await send(page, "until 14");
  await says(page, "waiting for an answer to INPUT");
  assert.match(await page.locator("#step-screen-text").textContent(), /LEVEL/);
  const before = await page.locator("#step-place").textContent();
  await page.click("#step-share");
  await page.waitForSelector("#notices .note");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await other.waitForFunction((before) => document.getElementById("step-place").textContent === before, before);
});

page("an endless loop stops at the budget, and Stop ends the debugger", { plain: true }, async (page) => {
  await open(page, "#step");
  await place(page, "step 0");
  await page.click("#step-editor summary");
  await page.fill("#step-source", "        CPU  8080\nSTART:  INR  A\n        JMP  START\n");
  await page.click("#step-own");
  await page.waitForFunction(() => document.getElementById("step-code").textContent.includes("JMP"));
  await page.click("[data-command=continue]");
  await place(page, "step 20000000");
  await page.click("[data-command=continue]");
  await page.click("#step-stop");
  await place(page, "step 0 of 0");
});

for (const [what, fragment] of [
  ["a damaged link", "#step?s=%%%"],
  ["a link with fields of wrong types", `#step?s=${deflateRawSync('{"target":7}').toString("base64url")}`],
  ["an unknown routine", "#step?target=NOPE"],
  ["a link that names another request", `#step?s=${deflateRawSync(JSON.stringify({ target: "NOPE", do: "prove", name: "T5REF" })).toString("base64url")}`],
]) {
  page(`${what}: words, and the view works`, {}, async (page) => {
    await open(page, fragment);
    await page.waitForSelector("#notices .error");
    await place(page, "step 0");
    await page.waitForSelector("#step-task [value=T3CW]", { state: "attached" });
    await page.selectOption("#step-task", "T3CW");
    await page.check("#step-cpu [value='6502']", { force: true });
    await page.waitForFunction(() => /LD[AXY]|TA[XY]/.test(document.getElementById("step-code").textContent));
  });
}

page("the Bally plays ROTATE by its keypad, and by the keyboard", {}, async (page) => {
  await open(page, "#bally");
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("Arcadian BASIC"));
  await page.click("#bally-rotate");
  await page.check("#bally-speeds input[value=fast]");
  const colors = () =>
    page.locator("#bally-picture").evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let hash = 0;
      for (const byte of data) hash = (hash * 31 + byte) | 0;
      return hash;
    });
  await page.waitForTimeout(1500);
  const asked = await colors();
  await page.check("#bally-speeds input[value=real]");
  await page.locator("#bally-pad").getByRole("button", { name: "4", exact: true }).click({ delay: 120 });
  await page.waitForTimeout(600);
  const answered = await colors();
  assert.notEqual(answered, asked);
  await page.focus("#bally-screen");
  await page.keyboard.press("Enter");
  await page.waitForTimeout(4000);
  assert.notEqual(await colors(), answered);
  assert.match(await page.locator("#bally-text").textContent(), /LEVEL/);
});

page("the interpreter beside the Bally: the same keys, the same screen", {}, async (page) => {
  await open(page, "#bally");
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("Arcadian BASIC"));
  await page.check("#bally-both");
  await page.click("#bally-rotate");
  const both = (text) =>
    page.waitForFunction((text) => ["bally-text", "beside-text"].every((id) => document.getElementById(id).textContent.includes(text)), text);
  await both("LEVEL");
  await page.focus("#bally-screen");
  await page.keyboard.type("4");
  await both("LEVEL 4");
  await page.keyboard.press("Enter");
  await both("MOVE # 1?");
  const tap = async (name) => page.locator("#bally-pad").getByRole("button", { name, exact: true }).click({ delay: 120 });
  await tap("GREEN");
  await page.waitForTimeout(300);
  await tap("A");
  await both("MOVE # 2?");
  const rows = (id) => page.locator(`#${id} > div`).allTextContents();
  await page.waitForTimeout(1500);
  assert.deepEqual((await rows("bally-text")).slice(0, 5), (await rows("beside-text")).slice(0, 5));
  await page.uncheck("#bally-both");
  await page.locator("#beside").waitFor({ state: "hidden" });
});

page("a cartridge of the user, and a file that is none", {}, async (page) => {
  await open(page, "#bally");
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("Arcadian BASIC"));
  const choose = async (files) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#bally-file")]);
    await chooser.setFiles(files);
  };
  for (const size of [0, 513 * 1024]) {
    await choose([{ name: "odd.bin", mimeType: "", buffer: Buffer.alloc(size) }]);
    await page.locator("#notices .error", { hasText: `this file has ${size};` }).waitFor();
  }
  // An image of an odd size is filled up.
  await choose([{ name: "short.bin", mimeType: "", buffer: Buffer.alloc(100) }]);
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("short.bin"));
  const source = "        CPU  Z80\n        ORG  2000H\n        JP   START\nSTART:  JR   START\n";
  await choose([{ name: "own.asm", mimeType: "", buffer: Buffer.from(source) }]);
  await page.waitForFunction(() => document.getElementById("bally-facts").textContent.includes("own.asm"));
});

page("every guide opens without scripts, and its links lead to guides and views", { context: { javaScriptEnabled: false } }, async (page) => {
  const files = readdirSync(join(folder, "read")).filter((name) => name.endsWith(".html"));
  assert.ok(files.length > 10);
  for (const file of files) {
    await page.goto(`${server.url}read/${file}`);
    const links = await page.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    for (const link of links) {
      const [path, anchor] = link.split("#");
      const target = path === "" ? file : path;
      if (target.startsWith("../") || /^https?:/.test(link)) continue;
      assert.ok(files.includes(target), `${file}: ${link}`);
      if (anchor) assert.ok(readFileSync(join(folder, "read", target), "utf8").includes(`id="${anchor}"`), `${file}: ${link}`);
    }
  }
});

page("a guide's example runs below its text, and its board turns", {}, async (page) => {
  await page.goto(`${server.url}read/five-minutes.html`);
  await page.getByRole("button", { name: "Try it here" }).first().click();
  await page.frameLocator("iframe.example").locator("#screen-text").getByText("MOVE # 4?").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Close" }).click();
  assert.equal(await page.locator("iframe").count(), 0);
  await page.goto(`${server.url}read/boards.html`);
  const bytes = page.locator(".turning .bytes");
  assert.equal(await bytes.textContent(), "byte 2  05  ·····1·1\nbyte 1  0C  ····11··");
  await page.getByRole("button", { name: "clockwise ⟳", exact: true }).click();
  // As the guide says below it.
  assert.equal(await bytes.textContent(), "byte 2  50  ·1·1····\nbyte 1  C0  11······");
  // The turn is over before the finger comes.
  await page.waitForFunction(() => document.querySelector(".squares").getAnimations().length === 0);
  const box = await page.locator(".squares").boundingBox();
  await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.8 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.8 * box.width, box.y + 0.2 * box.height, { steps: 5 });
  await page.mouse.up();
  assert.equal(await bytes.textContent(), "byte 2  05  ·····1·1\nbyte 1  0C  ····11··");
});

for (const [what, context] of [
  ["a phone", { viewport: { width: 390, height: 844 } }],
  ["a wide screen", { viewport: { width: 1280, height: 900 } }],
]) {
  page(`no view overflows on ${what}`, { context }, async (page) => {
    for (const address of [`${STEP}&go=3`, "#bally", "read/verify.html", "read/bally-machine.html", "read/course.html", "read/index.html"]) {
      await page.goto(server.url + address);
      await page.waitForTimeout(1200);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${address}: ${overflow}`);
    }
  });
}

accessible("Step, Bally and the guides", async (page, check) => {
  for (const address of [`${STEP}&go=3`, "#bally", "read/five-minutes.html", "read/boards.html", "read/course-01-byte.html"]) {
    await page.goto(server.url + address);
    await page.waitForTimeout(1500);
    await check(address);
  }
});

page("the page in a single file works without a server", {}, async (page) => {
  await page.goto(pathToFileURL(join(folder, "arcadian.html")).href);
  await page.waitForSelector("body.ready");
  await page.waitForFunction(() => document.getElementById("screen-text").textContent.includes("LEVEL"));
  await page.click("#to-step");
  await place(page, "step 0");
  await page.click("[data-command=step]");
  await place(page, "step 1");
  await page.click("#to-listing");
  await page.click("#listing-example");
  await page.waitForFunction(() => /need a look/.test(document.getElementById("account-summary").textContent));
  await page.click("#to-learn");
  await page.click("#learn-lessons a >> nth=0");
  await page.locator("#learn-text .try button").first().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.getElementById("step-code").textContent.includes("MVI"));
  assert.equal(await page.locator("#view-learn a[href^='read/']").count(), 0);
  await page.getByRole("listitem").getByRole("link", { name: "8080" }).first().click();
  await page.waitForSelector("li #step-exercise:has-text('Returns the number 42')");
});

page("a sheet is opened by a button, and what is open is saved", { plain: true }, async (page) => {
  await open(page, "#step");
  await page.waitForFunction(() => document.getElementById("step-place").textContent.startsWith("step"));
  const save = async () => {
    const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#step-save")]);
    return [saved.suggestedFilename(), readFileSync(await saved.path(), "utf8")];
  };
  const [name, routine] = await save();
  assert.match(name, /^\w+\.asm$/);
  assert.match(routine, /;! routine: T2CW/);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#step-open")]);
  const text =
    ";! routine: TWICE\n;! cpu: 8080\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n;! ensures: y = x + x\nTWICE:  ADD A\n        RET\n";
  await chooser.setFiles({ name: "homework.asm", mimeType: "text/plain", buffer: Buffer.from(text) });
  await page.waitForFunction(() => document.getElementById("step-source").value.includes("TWICE"));
  assert.deepEqual(await save(), ["twice.asm", text]);
});
