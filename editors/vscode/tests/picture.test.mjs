import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

const { decodeScreen, readPicture } = await load("picture");

test("braille characters become two by four pixels", () => {
  const { place, rows } = decodeScreen(["⣿ ", "⠁⢀"]);
  assert.equal(place, "");
  assert.deepEqual(rows, ["1100", "1100", "1100", "1100", "1000", "0000", "0000", "0001"]);
});

test("a beam has its place and a column for its mark", () => {
  const { place, rows } = decodeScreen(["line 100, cycle 7", " ⠁", "▶⡀"]);
  assert.equal(place, "line 100, cycle 7");
  assert.deepEqual(rows, ["10", "00", "00", "00", "00", "00", "00", "10"]);
});

test("hostile rows are pixels or nothing", () => {
  assert.deepEqual(decodeScreen([]), { place: "", rows: [] });
  const { rows } = decodeScreen(["<b>", "<script>alert(1)</script>", "⣿".repeat(3)]);
  assert.ok(rows.every((row) => /^[01]*$/.test(row)));
});

test("a session without a board and a screen", async () => {
  const answers = { stackTrace: { stackFrames: [{ id: 1 }] }, scopes: { scopes: [{ name: "Registers", variablesReference: 1 }] } };
  const session = { customRequest: (command) => (command in answers ? Promise.resolve(answers[command]) : Promise.reject(new Error("no"))) };
  assert.deepEqual(await readPicture(session), {});
});
