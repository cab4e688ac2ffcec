// The program itself, driven as the extension drives it.

import assert from "node:assert/strict";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { debugAdapter, languageServer, needsProgram } from "./connect.mjs";
import { folder } from "./folder.mjs";
import { load } from "./load.mjs";
import { tokenizer } from "./tokens.mjs";

const { readPicture } = await load("picture");
const SHEET = new URL("../../../asm/8080/t2cw.asm", import.meta.url);
const { contributes } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));

const labels = (result) => (result.items ?? result).map(({ label, detail }) => ({ label, detail }));

for (const cpu of ["8080", "z80", "6502"]) {
  test(`every word that completion offers is highlighted: ${cpu}`, needsProgram, async (t) => {
    const server = await languageServer(t, {});
    const uri = `file:///${cpu}.asm`;
    await server.open(uri, "arcadian-asm", `;! cpu: ${cpu}\n;! \n        \n        X \n`);
    const at = async (line, character) => labels(await server.request("textDocument/completion", { textDocument: { uri }, position: { line, character } }));
    const tokens = await tokenizer("assembly");
    const scope = (text, index = 0) => tokens(text)[0].filter(([word]) => word.trim() !== ":")[index]?.[1];
    const words = await at(2, 8);
    assert.ok(words.length > 100);
    for (const { label, detail } of words) {
      // A grammar does not know the processor: RES and SET are directives, and instructions of the Z80.
      const expected = detail === "instruction" ? /^keyword\.mnemonic$/ : /^keyword\.(?:control\.directive|mnemonic)$/;
      assert.match(scope(`\t${label} x`), expected, label);
      assert.match(scope(label.toLowerCase()), expected, `${label} in column one`);
    }
    for (const { label } of await at(3, 10)) assert.equal(scope(`\tLD ${label}`, 1), "support.type.register", label);
    for (const { label } of await at(1, 3)) assert.equal(scope(`;! ${label}: x`, 1), "keyword.other.header", label);
  });
}

test("every word of BASIC that completion offers is highlighted", needsProgram, async (t) => {
  const server = await languageServer(t, {});
  await server.open("file:///a.bas", "arcadian-basic", "#! dialect: astro\n10 \n");
  const found = await server.request("textDocument/completion", { textDocument: { uri: "file:///a.bas" }, position: { line: 1, character: 3 } });
  const tokens = await tokenizer("basic");
  const words = labels(found);
  assert.ok(words.length > 30);
  for (const { label } of words) assert.match(tokens(`10 ${label}(1)`)[0][1][1], /^(?:keyword|support|variable.language)/, label);
});

test("the server accepts the options and commands of the extension", needsProgram, async (t) => {
  const path = folder(t, {});
  copyFileSync(SHEET, join(path, "t2cw.asm"));
  const server = await languageServer(t, { terminal: true, cpu: "z80" });
  const { commands } = server.capabilities.executeCommandProvider;
  const own = contributes.commands.map(({ command }) => command);
  assert.deepEqual(
    commands.filter((command) => !own.includes(command)),
    [],
  );
  const uri = pathToFileURL(join(path, "t2cw.asm")).href;
  assert.deepEqual(await server.open(uri, "arcadian-asm", readFileSync(SHEET, "utf8")), []);
  const execute = (command) => server.request("workspace/executeCommand", { command, arguments: [uri] });
  assert.deepEqual(await execute("arcadian.step"), { commandLine: "arcadian step t2cw.asm", folder: path });
  assert.equal((await execute("arcadian.prove")).verdict, "holds");
});

async function stopped(adapter, launch) {
  await adapter.request("initialize", { adapterID: "arcadian" });
  const launching = adapter.request("launch", launch);
  await adapter.event("initialized");
  await adapter.request("configurationDone");
  await launching;
  await adapter.event("stopped");
}

test("a routine has a board, which a step back restores", needsProgram, async (t) => {
  const adapter = debugAdapter(t, folder(t, {}));
  await stopped(adapter, { program: "T2CW", inputs: { board: "1B2F" } });
  const first = await readPicture(adapter);
  assert.match(first.board, /^board: figure 2\n/);
  assert.equal(first.screen, undefined);
  for (const command of ["next", "next"]) {
    await adapter.request(command, { threadId: 1 });
    await adapter.event("stopped");
  }
  assert.notEqual((await readPicture(adapter)).board, first.board);
  for (const command of ["stepBack", "stepBack"]) {
    await adapter.request(command, { threadId: 1 });
    await adapter.event("stopped");
  }
  const { board } = await readPicture(adapter);
  // Marks show which cells the last steps changed.
  assert.ok(board.replaceAll(">", " ").startsWith(first.board));
});

test("the editor shows no message if there is no board", needsProgram, async (t) => {
  const path = folder(t, { "a.bas": "10 STOP\n" });
  const adapter = debugAdapter(t, path);
  await stopped(adapter, { program: "a.bas" });
  await assert.rejects(adapter.request("evaluate", { expression: ":figure", context: "repl" }), { showUser: false });
});

test("a BASIC program has a screen of 160 by 88 dots", needsProgram, async (t) => {
  const path = folder(t, { "box.bas": "10 CLEAR\n20 BOX 0,0,2,2,1\n30 STOP\n" });
  const adapter = debugAdapter(t, path);
  await stopped(adapter, { program: join(path, "box.bas") });
  const dots = async () => (await readPicture(adapter)).screen.rows;
  const blank = await dots();
  assert.deepEqual([blank.length, blank[0].length, blank.join("").includes("1")], [88, 160, false]);
  for (const command of ["next", "next"]) {
    await adapter.request(command, { threadId: 1 });
    await adapter.event("stopped");
  }
  assert.equal((await dots()).join("").split("1").length - 1, 4);
});

test("a cartridge has a screen and the place of the beam", needsProgram, async (t) => {
  const path = folder(t, {});
  for (const name of ["picture.asm", "bally.inc"]) copyFileSync(new URL(`../../../roms/bally/${name}`, import.meta.url), join(path, name));
  const adapter = debugAdapter(t, path);
  await stopped(adapter, { cart: "picture.asm" });
  const { screen } = await readPicture(adapter);
  assert.notEqual(screen.place, "");
  assert.ok(screen.rows.every((row) => row.length === screen.rows[0].length));
});
