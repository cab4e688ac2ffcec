// Tests of the page in a browser: `node --test web/tests/*.test.mjs`. See browser.mjs for what they need.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, openSync, closeSync, ftruncateSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";

import { accessible, browser, link, missing, missingProgram, open as openView, page as anyPage, program, server, shows, waitsFor } from "./browser.mjs";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const SEVEN = "#play?name=rotate&seed=7&speed=max";
/** What `arcadian run rotate --seed 7 --keys '4{GO}DB'` shows; another test compares the two. */
const AFTER_TWO = ["", "  LEVEL 4          A B C D", "                   E G K H", "                   I J O L", "  MOVE # 3?        M F N P"];

let scratch;
before(() => {
  if (!missing) scratch = mkdtempSync(join(tmpdir(), "arcadian-page-"));
});
after(() => scratch && rmSync(scratch, { recursive: true }));

const page = (name, options, body) => anyPage(name, { silent: true, ...options }, body);
const open = (page, address = SEVEN) => openView(page, address);
const rows = (page) => page.locator("#screen-text > div").allTextContents();
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
const startLevel4 = async (page) => {
  await waitsFor(page, "Press Start");
  await press(page, "4", "Enter");
  await waitsFor(page, "ap a group of four");
};
const notices = (page) => page.locator("#notices").innerText();

page("the same text as the command line for the same seed and keys", { skip: missingProgram }, async (page) => {
  await open(page);
  await startLevel4(page);
  await press(page, "d", "b", "j");
  await shows(page, "MOVE # 4?");
  const run = execFileSync(program, ["run", "rotate", "--seed", "7", "--keys", "4{GO}DBJ", "--json"], { encoding: "utf8" });
  assert.deepEqual(await rows(page), JSON.parse(run).text);
});

page("the pad types with its shifts", {}, async (page) => {
  await open(page);
  await waitsFor(page, "Press Start");
  const pad = page.locator("#pad");
  const tap = (...names) => names.reduce((done, name) => done.then(() => pad.getByRole("button", { name, exact: true }).click()), Promise.resolve());
  await tap("4", "GO");
  await waitsFor(page, "ap a group of four");
  await tap("GREEN");
  assert.equal(await pad.getByRole("button", { name: "GREEN" }).getAttribute("aria-pressed"), "true");
  await tap("D", "RED", "B");
  await shows(page, "MOVE # 3?");
  assert.deepEqual(await rows(page), AFTER_TWO);
});

page("the pad works by touch", { context: PHONE }, async (page) => {
  await open(page);
  await waitsFor(page, "Press Start");
  for (const name of ["4", "GO"]) await page.locator("#pad").getByRole("button", { name, exact: true }).tap();
  await shows(page, "LEVEL 4");
  await waitsFor(page, "ap a group of four");
  for (const name of ["GREEN", "D"]) await page.locator("#pad").getByRole("button", { name, exact: true }).tap();
  await shows(page, "MOVE # 2?");
});

page("words of the pad, a program of one's own, and HALT of an endless loop", {}, async (page) => {
  await open(page);
  await press(page, "Escape");
  await waitsFor(page, "At the prompt");
  await page.click("#reset");
  await waitsFor(page, "erased");
  await press(page, "1", "0");
  const pad = page.locator("#pad");
  for (const name of ["WORDS", "GOTO", "1", "0", "GO", "WORDS", "LIST", "GO"]) await pad.getByRole("button", { name, exact: true }).click();
  await shows(page, "10 GOTO 10");
  for (const name of ["WORDS", "RUN", "GO"]) await pad.getByRole("button", { name, exact: true }).click();
  await waitsFor(page, "Running");
  await page.click("#halt");
  await waitsFor(page, "At the prompt");
  await page.click("#reset");
  await page.locator("#answers").getByRole("button", { name: "No" }).click();
  await waitsFor(page, "At the prompt");
  await press(page, "l", "i", "s", "t", "Enter");
  await shows(page, "10 GOTO 10");
});

/** Collects the sound of a page. */
const collectSound = () => {
  const { copyToChannel } = AudioBuffer.prototype;
  window.heard = [];
  AudioBuffer.prototype.copyToChannel = function (samples, ...more) {
    window.heard.push(...samples);
    copyToChannel.call(this, samples, ...more);
  };
};

page("sound, after a click, at the speed of 1982", { prepare: collectSound }, async (page) => {
  const text = "10 NT=60;MU=69;MU=0;GOTO 10\n";
  await open(page, "#play?name=own.bas&text=" + encodeURIComponent(text));
  const heard = () => page.evaluate(() => window.heard.splice(0));
  await page.waitForTimeout(500);
  assert.deepEqual(await heard(), []);
  await page.click("#sound");
  await page.waitForSelector("#sound[aria-pressed=true]");
  await page.waitForFunction(() => window.heard.length > 4 * 44_100);
  const samples = await heard();
  // One second is the note, one is silent.
  const passages = samples.filter((sample, at) => sample >= 0.01 && samples[at - 1] < 0.01).length;
  const loud = samples.filter((sample) => Math.abs(sample) > 0.03).length;
  assert.ok(Math.abs((passages / loud) * 44_100 - 436.5) < 22, `${passages} passages in ${loud} samples`);
  await page.check("#speeds input[value=max]");
  await heard();
  await page.waitForTimeout(300);
  assert.deepEqual(await heard(), []);
  await page.check("#speeds input[value='1982']");
  await page.waitForFunction(() => window.heard.length > 4410);
  await page.click("#sound");
  await page.waitForSelector("#sound[aria-pressed=false]");
  await heard();
  await page.waitForTimeout(300);
  assert.deepEqual(await heard(), []);
});

page("a link opens the same screen, in another browser", {}, async (page) => {
  await open(page);
  await startLevel4(page);
  await press(page, "d", "b");
  await shows(page, "MOVE # 3?");
  await page.click("#share");
  await page.waitForSelector("#link-dialog[open]");
  const address = await page.inputValue("#link");
  assert.ok(address.length < 400, `${address.length} characters`);
  assert.equal(await page.locator("#command").innerText(), "arcadian run rotate --seed 7 --keys '4{GO}DB'");
  const other = await browser.newContext();
  const opened = await other.newPage();
  await opened.goto(address);
  await shows(opened, "MOVE # 3?");
  assert.deepEqual(await rows(opened), AFTER_TWO);
  await other.close();
});

page("a link contains a program of one's own", {}, async (page) => {
  const text = '10 PRINT "ÄPFEL"\n';
  await open(page, link({ n: "x.bas", t: '10 PRINT "×÷ OF ONE\'S OWN"\n', s: 1 }));
  await shows(page, "×÷ OF ONE'S OWN");
  await open(page, link({ n: "x.bas", t: text, s: 1 }));
  await page.waitForSelector("#notices .error");
  assert.match(await notices(page), /x\.bas:1:11/);
});

page("a reload continues where the player was", {}, async (page) => {
  await open(page);
  await startLevel4(page);
  await press(page, "d", "b");
  await shows(page, "MOVE # 3?");
  await page.waitForTimeout(1500);
  await page.goto(server.url);
  await page.reload();
  await shows(page, "MOVE # 3?");
  assert.deepEqual(await rows(page), AFTER_TWO);
  assert.equal(await page.locator("#speeds input:checked").getAttribute("value"), "max");
  await press(page, "j");
  await shows(page, "MOVE # 4?");
});

page("a link does not lose the program before it", {}, async (page) => {
  await open(page, link({ n: "mine.bas", t: '10 PRINT "MINE"\n', s: 1 }));
  await shows(page, "MINE");
  await page.waitForTimeout(1500);
  await open(page, link({ n: "other.bas", t: '10 PRINT "OTHER"\n', s: 1 }));
  await shows(page, "OTHER");
  await page.waitForTimeout(200);
  await page.reload();
  await shows(page, "OTHER");
  await page.click("#open");
  await page.click("#open-previous");
  await shows(page, "MINE");
});

page("a trap of the module: words, and a new machine", {}, async (page) => {
  await page.addInitScript(() => {
    const { instantiate } = WebAssembly;
    let isFirst = true;
    WebAssembly.instantiate = async (...from) => {
      const instance = await instantiate.apply(WebAssembly, from);
      if (!isFirst) return instance;
      isFirst = false;
      const advance = (time) => {
        if (globalThis.trap) throw new WebAssembly.RuntimeError("unreachable");
        return instance.exports.advance(time);
      };
      return { exports: { ...instance.exports, advance } };
    };
  });
  await open(page);
  await startLevel4(page);
  await page.evaluate(() => (globalThis.trap = true));
  await page.waitForSelector("#notices .error");
  assert.match(await notices(page), /failed and was started again/);
  await waitsFor(page, "Type an answer");
  await press(page, "4", "Enter");
  await shows(page, "LEVEL 4");
});

page("a reload in another view keeps the program of Play", { plain: true }, async (page) => {
  await open(page, "#play?name=own.bas&speed=max&text=" + encodeURIComponent('10 PRINT "MINE"\n'));
  await shows(page, "MINE");
  await page.waitForTimeout(1500);
  await open(page, "#listing");
  await page.reload();
  await page.waitForSelector("body.ready");
  await page.click("#listing-program");
  assert.match(await page.inputValue("#listing-text"), /MINE/);
  // Another program does not lose it.
  await page.fill("#listing-text", '10 PRINT "OTHER"\n');
  await page.click("#listing-run");
  await shows(page, "OTHER");
  await page.click("#open");
  await page.click("#open-previous");
  await shows(page, "MINE");
  // Nor does a link that cannot be opened.
  await page.waitForTimeout(1500);
  await page.goto("about:blank");
  await open(page, link({ n: "l.bas", t: "10 A=1\n", s: 1, k: "", m: 6_000_000 }));
  await page.waitForSelector("#notices .error");
  await shows(page, "MINE");
});

page("a view that could not be loaded is loaded the next time", { plain: true, mayFail: true }, async (page, context) => {
  await context.route("**/js/step.js", (route) => route.abort());
  await open(page);
  await page.click("#to-step");
  await page.waitForSelector("#notices .error");
  await page.click("#to-listing");
  await page.waitForSelector("#listing-text", { state: "visible" });
  await context.unroute("**/js/step.js");
  await page.click("#to-play");
  await page.waitForSelector("#screen", { state: "visible" });
});

page("damaged and hostile links are refused with words", {}, async (page) => {
  const whole = link({ n: "rotate", t: null, s: 7, k: "4{GO}", m: 284 });
  const links = [
    [whole.slice(0, -12), /damaged/],
    ["#play?s=%%%", /damaged/],
    ["#play?s=", /damaged/],
    [link("[1]"), /damaged/],
    [link({ n: {}, t: null, s: 7 }), /damaged/],
    [link({ n: "rotate", t: null, s: -1 }), /damaged/],
    [link('{"__proto__":1,"toString":1,"n":7}'), /damaged/],
    [link("[" + " ".repeat(50_000_000)), /4 million bytes/],
    [`#play?s=${"A".repeat(500_000)}`, /too long/],
    [link({ n: "rotate", t: null, s: 7, k: "{", m: 10 }), /brace/],
    [link({ n: "rotate", t: null, s: 7, k: "4{GO}", m: 9e12 }), /at most/],
  ];
  for (const [address, words] of links) {
    await page.goto("about:blank");
    await open(page, address);
    await page.waitForSelector("#notices .error");
    assert.match(await notices(page), words);
    await shows(page, "LEVEL");
  }
});

page("markup in names, programs and errors is text", { plain: true }, async (page) => {
  const markup = "<IMG SRC=X ONERROR=ALERT(1)>";
  await open(page, link({ n: `${markup}.bas`, t: `10 PRINT "${markup}\n`, s: 1 }));
  await shows(page, "<IMG SRC=X");
  await open(page, link({ n: `${markup}.bas`, t: `10 PRINT {${markup}\n`, s: 1 }));
  await page.waitForSelector("#notices .error");
  assert.match(await notices(page), /<IMG SRC/);
  await page.goto(`${server.url}#listing`);
  await page.fill("#listing-text", `(1700) 10 PRINT "${markup}\n(1) 20 ${markup}\n`);
  await page.waitForSelector("#account .damaged");
  assert.equal(await page.locator("img:not(header img)").count(), 0);
});

page("refused storage: the page works and says so", {}, async (page) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "indexedDB", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await open(page);
  assert.match(await notices(page), /forgets your program/);
  await startLevel4(page);
  await press(page, "d");
  await shows(page, "MOVE # 2?");
});

page("full storage: the page works and says so", {}, async (page) => {
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await open(page);
  await startLevel4(page);
  await page.waitForSelector("#notices .notice");
  assert.match(await notices(page), /storage is full/);
});

page("repairs of a damaged listing, and it runs", {}, async (page) => {
  await open(page, "#listing");
  await page.click("#listing-example");
  await page.waitForSelector("#account .damaged");
  assert.equal(await page.locator("#account li").count(), 53);
  assert.equal(await page.locator("#account .damaged").count(), 13);
  for (let repairs = 0; (await page.locator("#account .damaged").count()) > 0; repairs += 1) {
    assert.ok(repairs < 20, await page.locator("#account").innerText());
    await page.locator("#account .repair").first().click();
    await page.waitForFunction(() => !document.getElementById("account").inert);
  }
  assert.match(await page.locator("#account-summary").innerText(), /Every printed number holds. 1660 of 1804/);
  await page.click("#listing-run");
  await shows(page, "LEVEL");
});

page("the editor marks damaged lines, and repairs are undone", {}, async (page) => {
  await open(page, "#listing");
  await page.click("#listing-example");
  const editor = page.locator("#view-listing .cm-content");
  await editor.waitFor();
  const marked = () => page.locator("#view-listing .cm-marked").count();
  await page.waitForSelector("#view-listing .cm-marked");
  const before = await page.inputValue("#listing-text");
  await page.locator("#account .repair").first().click();
  assert.notEqual(await page.inputValue("#listing-text"), before);
  await editor.focus();
  await page.keyboard.press("Control+z");
  await page.waitForFunction((before) => document.getElementById("listing-text").value === before, before);
  assert.ok((await marked()) > 0);
  // What is typed is checked.
  await page.keyboard.press("Control+a");
  await page.keyboard.type("10 PRINT 5");
  await page.waitForFunction(() => document.querySelectorAll("#account li").length === 1);
  assert.equal(await page.inputValue("#listing-text"), "10 PRINT 5");
  // The keyboard is not caught.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.closest(".editor-host")), null);
});

page("a listing is kept and checked as it is typed", { plain: true }, async (page) => {
  await open(page, "#listing");
  await page.fill("#listing-text", '(1793) 10 PRINT "A\n(1780) 20 PRINT "B');
  await page.waitForSelector("#account .damaged");
  await page.reload();
  await page.waitForSelector("#account .damaged");
  assert.match(await page.inputValue("#listing-text"), /20 PRINT/);
});

page("files: programs, keys, and those that are refused", {}, async (page) => {
  await open(page);
  const choose = async (name, contents) => {
    const path = join(scratch, name);
    if (typeof contents === "number") {
      const file = openSync(path, "w");
      ftruncateSync(file, contents);
      closeSync(file);
    } else writeFileSync(path, contents);
    await page.setInputFiles("#file", path);
  };
  await choose("hello.bas", '10 PRINT "HELLO"\n');
  await shows(page, "HELLO");
  await choose("archived.txt", ". A COMMENT\n10print #1,6mul 7\n20goto 20\n");
  await shows(page, "42");
  await choose("game.keys", "#! arcadian keys\n#! program: rotate\n#! seed: 7\n#! statements: 100000\n4{GO}DB");
  await shows(page, "MOVE # 3?");
  assert.deepEqual(await rows(page), AFTER_TWO);
  await choose("large.bas", 100_000_000);
  await page.waitForSelector("#notices .error");
  assert.match(await notices(page), /large.bas has 100.0 million bytes/);
  await choose("picture.bas", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0]));
  await page.locator("#notices", { hasText: "is not a text" }).waitFor();
  await shows(page, "MOVE # 3?");
});

page("saved files: the program in every format, and the picture", { skip: missingProgram }, async (page) => {
  await open(page);
  await startLevel4(page);
  const click = async (act) => {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return [download.suggestedFilename(), readFileSync(await download.path())];
  };
  const save = async (format) => {
    await page.click("#save");
    return click(() => page.locator("#save-formats button", { hasText: `(.${format})` }).click());
  };
  const path = (ending) => join(scratch, `rotate.${ending}`);
  for (const ending of ["prg", "wav"]) execFileSync(program, ["tape", "encode", "rotate", "-o", path(ending)]);
  const expected = {
    bas: execFileSync(program, ["list", "rotate"]),
    lst: execFileSync(program, ["list", path("prg"), "--as", "printed"]),
    prg: readFileSync(path("prg")),
    wav: readFileSync(path("wav")),
  };
  for (const [format, contents] of Object.entries(expected)) {
    const [name, saved] = await save(format);
    assert.equal(name, `rotate.${format}`);
    assert.ok(saved.equals(contents), format);
  }
  const [picture, png] = await click(() => page.click("#picture-file"));
  assert.equal(picture, "rotate.png");
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [160 * 6, 88 * 7]);
});

page("tapes: programs, several on one, damaged ones, and files that are none", { skip: missingProgram }, async (page) => {
  await open(page);
  const encode = (name, text) => {
    const [source, tape] = [join(scratch, `${name}.bas`), join(scratch, `${name}.wav`)];
    writeFileSync(source, text);
    execFileSync(program, ["tape", "encode", source, "-o", tape]);
    return readFileSync(tape);
  };
  const choose = async (name, contents) => {
    writeFileSync(join(scratch, name), contents);
    await page.setInputFiles("#file", join(scratch, name));
  };
  const one = encode("one", '10 PRINT "ONE"\n');
  const two = encode("two", '10 PRINT "TWO"\n');
  await choose("one.wav", one);
  await shows(page, "ONE");
  await choose("two.prg", Buffer.from([49, 48, 116, 34, 84, 87, 79, 33, 13]));
  await shows(page, "TWO!");

  const both = Buffer.concat([one, two.subarray(44)]);
  both.writeUInt32LE(both.length - 44, 40);
  await choose("side.wav", both);
  const programs = page.locator("#tape-programs button");
  await programs.nth(1).waitFor();
  assert.match(await programs.nth(1).innerText(), /^10 PRINT "TWO"\n.* 300 baud, .*: 1 line, then :RETURN$/);
  await programs.nth(1).click();
  await shows(page, "TWO");
  await choose("side.wav", both);
  await programs.first().waitFor();
  await page.locator("#tape-dialog [value=cancel]").click();
  await shows(page, "TWO");

  const damaged = Buffer.from(one);
  const start = 44 + Math.round(22050 * (5 + (6 * 11) / 300));
  damaged.fill(128, start, start + 400);
  await choose("damaged.wav", damaged);
  await page.locator("#notices .notice", { hasText: /damaged.wav: line 10: `\?` stands for/ }).waitFor();

  await page.goto(`${server.url}#listing`);
  await page.waitForSelector("#listing-open");
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("#listing-open")]);
  await chooser.setFiles(join(scratch, "one.wav"));
  await page.waitForFunction(() => document.querySelector("#listing-text").value === '10 PRINT "ONE"\n');

  await page.goto(`${server.url}#play`);
  for (const [name, contents, words] of [
    ["noise.wav", Buffer.from("RIFF and nothing"), /cannot read noise.wav as a tape: it is not a WAV file/],
    ["silence.wav", Buffer.concat([one.subarray(0, 44), Buffer.alloc(100_000, 128)]), /no bytes with 300 baud/],
    ["c64.prg", Buffer.from([1, 8, 0, 0]), /no program on this tape/],
  ]) {
    await choose(name, contents);
    await page.locator("#notices .error", { hasText: words }).waitFor();
  }
  const large = openSync(join(scratch, "large.wav"), "w");
  ftruncateSync(large, 200_000_000);
  closeSync(large);
  await page.setInputFiles("#file", join(scratch, "large.wav"));
  await page.locator("#notices .error", { hasText: "large.wav has 200.0 million bytes" }).waitFor();
  await press(page, "Escape");
});

page("the last seconds as GIF, which the browser decodes to the picture", {}, async (page) => {
  await open(page);
  await startLevel4(page);
  // On a fast machine two moves at once are one picture.
  for (const [key, text] of [
    ["d", "MOVE # 2?"],
    ["b", "MOVE # 3?"],
  ]) {
    await page.waitForTimeout(500);
    await press(page, key);
    await shows(page, text);
  }
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#gif")]);
  assert.equal(saved.suggestedFilename(), "rotate.gif");
  const bytes = [...readFileSync(await saved.path())];
  const [frames, differences] = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
    await decoder.tracks.ready;
    await decoder.completed;
    const { frameCount } = decoder.tracks.selectedTrack;
    const { image } = await decoder.decode({ frameIndex: frameCount - 1 });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const screen = document.getElementById("picture").getContext("2d");
    let differences = 0;
    for (let y = 0; y < 88; y += 1) {
      for (let x = 0; x < 160; x += 1) {
        const [one, other] = [context.getImageData(3 * x, Math.ceil(3.5 * y), 1, 1).data, screen.getImageData(x, y, 1, 1).data];
        differences += one.some((value, at) => value !== other[at]) ? 1 : 0;
      }
    }
    return [frameCount, differences];
  }, bytes);
  assert.ok(frames > 2, `${frames} frames`);
  assert.equal(differences, 0);
});

page("saved keys open again, and the command line replays them", {}, async (page) => {
  await open(page);
  await startLevel4(page);
  await press(page, "d", "b");
  await shows(page, "MOVE # 3?");
  await page.click("#share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#keys")]);
  const path = join(scratch, download.suggestedFilename());
  await download.saveAs(path);
  assert.equal(download.suggestedFilename(), "rotate.keys");
  await page.keyboard.press("Escape");
  await page.setInputFiles("#file", path);
  await shows(page, "MOVE # 3?");
  assert.deepEqual(await rows(page), AFTER_TWO);
  if (!program) return;
  const run = execFileSync(program, ["run", "rotate", "--keys-file", path, "--json"], { encoding: "utf8" });
  assert.deepEqual(JSON.parse(run).text, AFTER_TWO);
});

page("arrows and buttons move the hand controller", {}, async (page) => {
  await open(page, link({ n: "x.bas", t: '10 IF JX(1)>0PRINT "RIGHT"\n20 IF TR(1)PRINT "TRIGGER"\n25 IF TR(1)=0IF JX(1)=0PRINT "REST"\n30 GOTO 10\n', s: 1 }));
  await waitsFor(page, "Running");
  await page.keyboard.down("ArrowRight");
  await shows(page, "RIGHT");
  await page.keyboard.up("ArrowRight");
  await page.click("#controller summary");
  const { x, y, width, height } = await page.locator("#stick .trigger").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await shows(page, "TRIGGER");
  await page.waitForTimeout(400);
  const lines = async () => (await rows(page)).slice(-4);
  assert.ok(
    (await lines()).every((row) => !row || row === "TRIGGER"),
    String(await lines()),
  );
  await page.mouse.up();
});

page("pasted lines are typed", {}, async (page) => {
  await open(page, link({ n: null, t: null, s: 1 }));
  await waitsFor(page, "At the prompt");
  await page.click("#type");
  await page.fill("#type-text", '10 PRINT "PASTED"\nRUN');
  await page.click("#type-go");
  await page.waitForFunction(() => /^PASTED$/m.test([...document.querySelectorAll("#screen-text > div")].map((row) => row.textContent).join("\n")));
});

page("a pasted text of the archive is opened, because its signs cannot be typed", {}, async (page) => {
  await open(page, link({ n: null, t: null, s: 1 }));
  await waitsFor(page, "At the prompt");
  await page.click("#type");
  await page.fill("#type-text", ". TITLE\n10print #1,6mul 7\n20goto 20\n");
  await page.click("#type-go");
  await shows(page, "42");
});

page("a pasted listing is opened, wherever the program is", {}, async (page) => {
  const paste = (text) =>
    page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await open(page);
  await waitsFor(page, "Press Start");
  await paste('10 PRINT "LISTED"\n20 PRINT "TWICE"\n');
  await shows(page, "TWICE");
  await waitsFor(page, "At the prompt");
  await paste('30 PRINT "THREE\n40 PRINT "FOUR\nRUN\n');
  await shows(page, "FOUR");
  assert.match(await page.locator("#facts").innerText(), /4 lines/);
  await paste('#! e: =\n(1790) 1. bbbX\n(1784) 2 GOTO 3\n(1763) 3 PRINT "PRINTED FORM"\n');
  await shows(page, "PRINTED FORM");
});

page("the keyboard alone reaches everything", {}, async (page) => {
  await open(page);
  const ids = new Set();
  for (let tabs = 0; tabs < 60; tabs += 1) {
    await page.keyboard.press("Tab");
    ids.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent));
  }
  for (const id of ["screen", "to-listing", "halt", "reset", "open", "type", "save", "share"]) assert.ok(ids.has(id), `${id}: ${[...ids]}`);
  await page.focus("#open");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#open-dialog[open]");
  await page.keyboard.press("Escape");
  await page.focus("#pad button:nth-child(9)");
  await page.keyboard.press("Enter");
  await page.focus("#pad button:nth-child(1)");
  await page.keyboard.press("Space");
  await shows(page, "LEVEL 4");
});

page("a phone shows everything without overflow", { context: PHONE }, async (page) => {
  for (const address of [SEVEN, "#listing", `?embed${SEVEN}`]) {
    await page.goto("about:blank");
    await open(page, address);
    if (address === "#listing") {
      await page.click("#listing-example");
      await page.waitForSelector("#account .damaged");
    }
    const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= room, `${address}: ${width} of ${room}`);
  }
});

page("a frame has only the screen and the pad, and keeps nothing", {}, async (page) => {
  await open(page, `?embed${SEVEN}`);
  assert.ok(await page.locator("#pad").isVisible());
  for (const id of ["header", "#tools", "#help", "#facts"]) assert.ok(!(await page.locator(id).first().isVisible()), id);
  assert.deepEqual(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)), []);
});

page("a reload works offline", { plain: true, context: { serviceWorkers: "allow" } }, async (page, context) => {
  await open(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await context.setOffline(true);
  await page.reload();
  await shows(page, "LEVEL");
  await page.click("#to-listing");
  await page.waitForSelector("#listing-run");
});

accessible("Play and Listing", async (page, check) => {
  await open(page);
  await startLevel4(page);
  await check();
  await page.setInputFiles("#file", { name: "mine.bas", mimeType: "text/plain", buffer: Buffer.from('10 PRINT "MINE"\n') });
  await shows(page, "MINE");
  await open(page, link({ n: "slow.bas", t: "10 GOTO 10\n", s: 1, k: "", m: 5_000_000 }));
  await page.waitForSelector("#play-kept:not([hidden])");
  await check();
  await page.click("#open");
  await check();
  await page.click("#play-earlier");
  await page.waitForSelector("#earlier-dialog[open]");
  await check();
  await page.keyboard.press("Escape");
  await page.click("#to-listing");
  await page.click("#listing-example");
  await page.waitForSelector("#account .damaged");
  await check();
});

page("the first picture, timed", {}, async (page, _, t) => {
  await open(page, "");
  const time = await page.evaluate(() => performance.getEntriesByName("first picture")[0]?.startTime);
  assert.ok(time > 0);
  t.diagnostic(`first picture after ${Math.round(time)} ms`);
});
