// Tests of the view Compare. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";

import { accessible, folder, missingProgram, open, page, program, server } from "./browser.mjs";

const XOR = "#compare?cpu=Z80&old=LD%20A,0&new=XOR%20A";
const packed = (value) => `#compare?s=${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

const says = (page, text) => page.waitForFunction((text) => document.getElementById("compare-verdict").textContent.includes(text), text);
/** Types over the text of an editor. */
const retype = async (page, number, text) => {
  await page.locator("#view-compare .cm-content").nth(number).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.type(text);
};
const dead = (page) => page.locator("#compare-live [aria-pressed=false]").allTextContents();

page("the verdict while one types, and one click that makes the flags dead", {}, async (page) => {
  await open(page, XOR);
  await says(page, "The same if F is dead.");
  assert.match(await page.locator("#compare-verdict").innerText(), /has 1 byte, the old code 2\. It saves 3 cycles/);
  await page.click("#compare-verdict button");
  await says(page, "The same from every state (F not compared).");
  assert.deepEqual(await dead(page), ["S", "Z", "HF", "PV", "N", "CY"]);
  await page.click("#compare-live [data-name=CY]");
  await says(page, "The same if CY is dead");
  await page.click("#compare-all");
  await says(page, "The same if F is dead.");
  await retype(page, 1, "LD A,1");
  await says(page, "The same if A is dead.");
  await retype(page, 1, "LD A,0\nLD (4000H),A");
  await says(page, "Different: they leave different bytes in memory.");
});

page("the counterexample: the state on entry, and both parts line by line", {}, async (page) => {
  await open(page, "#compare?cpu=6502&old=STA+(PTR),Y%0ASTA+(PTR),Y&new=STA+(PTR),Y");
  await says(page, "different bytes in memory");
  assert.match(await page.locator("#compare-example .entry").innerText(), /They differ in this state \(everything else is 0\):.*PTR/);
  const rows = page.locator("#compare-example tbody tr");
  assert.equal(await rows.count(), 2);
  assert.match(await rows.first().innerText(), /STA \(PTR\),Y[^]*STA \(PTR\),Y/);
  assert.match(await page.locator("#compare-example tfoot").innerText(), /In the end *\([0-9A-F]{4}\)=00\s*In the end *\([0-9A-F]{4}\)=01/);
  await page.fill("#compare-requires", "PTR = 10H, (10H) = 0, (11H) = 20H, Y < 100");
  await says(page, "The same from every state (with PTR = 10H");
});

page("one click takes the condition on entry that makes the parts the same", {}, async (page) => {
  await open(page, "#compare?cpu=Z80&old=LD+(HL),B%0ALD+(DE),A&new=LD+(DE),A%0ALD+(HL),B");
  await says(page, "Different: they leave different bytes in memory.");
  await page.click("#compare-verdict button:has-text('On entry HL != DE')");
  await says(page, "The same from every state (with HL != DE on entry).");
  assert.equal(await page.inputValue("#compare-requires"), "HL != DE");
});

page("an error is underlined in its editor and said below it", {}, async (page) => {
  await open(page, XOR);
  await says(page, "The same if F");
  await retype(page, 1, "XOR A\nLD A,QQ,1");
  await says(page, "The code has errors.");
  await page.waitForSelector("#compare-new-faults .failed");
  assert.match(await page.locator("#compare-new-faults").innerText(), /^Line 2, column 4: LD does not take these operands/);
  assert.equal(await page.locator("#compare-old-faults li").count(), 0);
  const wrong = page.locator("#view-compare .cm-wrong");
  assert.deepEqual(await wrong.allTextContents(), ["A,QQ,1"]);
  await retype(page, 1, "<img src=x onerror=alert(1)>");
  await page.waitForFunction(() => /unexpected </.test(document.getElementById("compare-new-faults").textContent));
  assert.equal(await page.locator("#view-compare img").count(), 0);
  await retype(page, 1, "LD A,0");
  await says(page, "The same from every state.");
  assert.equal(await wrong.count(), 0);
});

page("the gallery: ten pairs, each with the verdict that it names", {}, async (page) => {
  await open(page, "#compare");
  await says(page, "The same if F is dead.");
  const lessons = page.locator("#compare-lessons button");
  assert.equal(await lessons.count(), 10);
  for (let number = 9; number >= 0; number -= 1) {
    const lesson = lessons.nth(number);
    const [, cpu, verdict] = /^(8080|Z80|6502), (.*)$/.exec(await lesson.locator(".facts").innerText());
    await lesson.click();
    const [word, names] = /^(?:different|same if|same)|(?<= if ).*$/g[Symbol.match](verdict);
    await says(page, { different: "Different:", same: "The same from every state.", "same if": `The same if ${names} ` }[word]);
    assert.ok(await page.isChecked(`#compare-cpu input[value="${cpu}"]`));
  }
});

page("the link keeps everything, and so does a reload", {}, async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, "#compare?cpu=8080&old=MVI+A,0&new=XRA+A&dead=S&dead=Z&requires=A=1");
  await says(page, "(with A=1 on entry, S and Z not compared)");
  const before = await page.locator("#compare-verdict").innerText();
  await page.click("#compare-share");
  await page.waitForSelector("#notices .note");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await says(other, before.split("\n")[0]);
  assert.deepEqual(await dead(other), ["S", "Z"]);
  assert.ok(await other.isChecked("#compare-cpu input[value='8080']"));
  await page.reload();
  await says(page, before.split("\n")[0]);
  assert.equal(await page.inputValue("#compare-requires"), "A=1");
});

page("what a pair of the gallery replaces can be brought back", { plain: true }, async (page) => {
  await open(page, "#compare");
  await says(page, "The same if F");
  await page.fill("#compare-new", "        SUB  A\n        NOP\n");
  await says(page, "The same if F");
  await page.click("#compare-lessons button >> nth=6");
  await says(page, "The same from every state");
  await page.click("#compare-kept button");
  await says(page, "The same if F is dead");
  assert.match(await page.inputValue("#compare-new"), /SUB {2}A/);
  assert.ok(await page.isChecked("#compare-cpu input[value=Z80]"));
});

page("what takes longer than five seconds is given up, and the view goes on", { plain: true }, async (page) => {
  await open(page, XOR);
  await says(page, "The same if F");
  await page.fill("#compare-old", "LD A,(");
  await page.waitForSelector("#compare-old-faults .failed");
  // 256 stores at unknown addresses take minutes.
  await page.fill("#compare-old", "LOOP: LD (HL),A\nINC HL\nDEC B\nJR NZ,LOOP");
  await page.fill("#compare-new", "LOOP: LD (HL),A\nINC HL\nDJNZ LOOP");
  await says(page, "Comparing …");
  await says(page, "Not decided within 5 s.");
  assert.equal(await page.locator("#view-compare .faults li").count(), 0);
  await page.fill("#compare-old", "LD A,0");
  await page.fill("#compare-new", "LD A,0");
  await says(page, "The same from every state.");
});

for (const [what, fragment] of [
  ["a damaged link", "#compare?s=%%%"],
  ["a link with fields of wrong types", packed({ cpu: "Z80", old: 7 })],
  ["a link with an unknown processor", "#compare?cpu=68000&old=NOP&new=NOP"],
  ["a link with an unknown register", "#compare?cpu=Z80&old=NOP&new=NOP&dead=Q7"],
  ["a link with an unknown field", "#compare?cpu=Z80&old=NOP&speed=9"],
  ["a link with too much code", packed({ cpu: "Z80", old: "NOP\n".repeat(10_000), new: "" })],
  ["a link to another request", packed({ do: "contents", dead: "F" })],
]) {
  page(`${what}: words, and the view works`, { plain: true }, async (page) => {
    await open(page, fragment);
    await page.waitForSelector("#notices .error");
    await says(page, "The same if F is dead.");
    await page.fill("#compare-new", "LD A,0");
    await says(page, "The same from every state.");
  });
}

page("the keyboard reaches everything", { plain: true }, async (page) => {
  await open(page, XOR);
  await says(page, "The same if F");
  await page.focus("#compare-requires");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Nothing uses F afterwards");
  await page.keyboard.press("Enter");
  await says(page, "F not compared");
  assert.equal(await page.evaluate(() => document.activeElement.id), "compare-verdict");
  await page.focus("#compare-live [data-name=A]");
  await page.keyboard.press("Space");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "A");
  assert.ok((await dead(page)).includes("A"));
});

for (const [what, context] of [
  ["a phone", { viewport: { width: 390, height: 844 } }],
  ["a wide screen", { viewport: { width: 1280, height: 900 } }],
]) {
  page(`Compare does not overflow on ${what}, and the parts are ${context.viewport.width < 900 ? "below" : "beside"} each other`, { context }, async (page) => {
    await open(page, XOR);
    await says(page, "The same if F");
    await page.click("#compare-gallery summary");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    const [old, other] = await page.locator("#view-compare .part").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
    assert.equal(old.right <= other.left, context.viewport.width > 900);
  });
}

accessible("Compare", async (page, check) => {
  for (const address of [XOR, "#compare?cpu=6502&old=LDA+%231,Q&new=STA+(PTR),Y", "#compare?cpu=8080&old=NOP&new=INX+H&dead=A"]) {
    await open(page, "#play");
    await open(page, address);
    await page.waitForSelector("#compare-verdict .verdict");
    await page.evaluate(() => (document.getElementById("compare-gallery").open = true));
    await page.waitForTimeout(800);
    await check(address);
  }
});

page("the page in a single file compares", {}, async (page) => {
  await page.goto(pathToFileURL(join(folder, "arcadian.html")).href + XOR);
  await says(page, "The same if F is dead.");
  assert.ok(!page.url().startsWith(server.url));
});

page("a first visit sees the gallery open, a later one and a link do not", {}, async (page) => {
  const isOpen = () => page.evaluate(() => document.getElementById("compare-gallery").open);
  await open(page, packed({ cpu: "Z80", old: "NOP", new: "NOP", dead: [], requires: "" }));
  assert.equal(await isOpen(), false);
  const context = await page.context().browser().newContext();
  try {
    const other = await context.newPage();
    await open(other, "#compare");
    assert.equal(await other.evaluate(() => document.getElementById("compare-gallery").open), true);
    await other.reload();
    await other.waitForSelector("body.ready");
    assert.equal(await other.evaluate(() => document.getElementById("compare-gallery").open), false);
  } finally {
    await context.close();
  }
});

page("a pair is saved as a file of the command line, and opened again", { skip: missingProgram }, async (page) => {
  const pair = { cpu: "8080", old: "MVI A,0", new: "XRA A", dead: ["CY", "P"], requires: "B != C" };
  await open(page, packed(pair));
  await page.waitForSelector("#compare-verdict .verdict");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#compare-save")]);
  assert.equal(saved.suggestedFilename(), "compare.asm");
  const text = readFileSync(await saved.path(), "utf8");
  assert.equal(text, "; arcadian compare compare.asm --cpu 8080 --dead CY,P --requires 'B != C'\nMVI A,0\n---\nXRA A\n");
  const said = spawnSync(program, ["compare", await saved.path(), "--cpu", "8080"], { encoding: "utf8" }).stdout;
  assert.match(said, /^the same if /);
  const choose = async (...files) => {
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#compare-open")]);
    await chooser.setFiles(files.map(([name, text]) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) })));
  };
  const shown = () => page.evaluate(() => ["compare-old", "compare-new", "compare-requires"].map((id) => document.getElementById(id).value));
  await choose(["one.asm", "NOP"]);
  await page.waitForSelector("#notices >> text=one.asm needs one line of dashes");
  await choose(["old.asm", "NOP\n"], ["new.asm", "XRA B\n"]);
  await page.waitForFunction(() => document.getElementById("compare-new").value === "XRA B");
  assert.deepEqual(await shown(), ["NOP", "XRA B", ""]);
  await choose(["compare.asm", text]);
  await page.waitForFunction(() => document.getElementById("compare-new").value === "XRA A");
  assert.deepEqual(await shown(), [pair.old, pair.new, pair.requires]);
  assert.deepEqual(await page.locator("#compare-live [aria-pressed=false]").evaluateAll((all) => all.map(({ dataset }) => dataset.name)), ["P", "CY"]);
});
