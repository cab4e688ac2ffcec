// Tests of the keyboard table, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { meaning } from "../js/keyboard.js";

const pressed = (key, modifiers = {}) => meaning({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...modifiers });

test("letters are capitals with and without shift", () => {
  for (const key of ["a", "A"]) assert.deepEqual(pressed(key), { key: "A" });
  assert.deepEqual(pressed("*", { shiftKey: true }), { key: "{MUL}" });
});

test("/ and * are ÷ and ×, with Alt the characters", () => {
  assert.deepEqual(pressed("/"), { key: "{DIV}" });
  assert.deepEqual(pressed("/", { altKey: true }), { key: "/" });
  assert.deepEqual(pressed("*", { altKey: true }), { key: "*" });
});

test("the keys of the terminal", () => {
  assert.deepEqual(pressed("Enter"), { key: "{GO}" });
  assert.deepEqual(pressed("Backspace"), { key: "{ERASE}" });
  assert.deepEqual(pressed("Escape"), { halt: true });
  assert.deepEqual(pressed("ArrowUp"), { control: "up" });
  assert.deepEqual(pressed("ArrowUp", { altKey: true }), { key: "{UP}" });
  assert.deepEqual(pressed("Enter", { shiftKey: true }), { control: "trigger" });
});

test("AltGr types characters", () => {
  assert.deepEqual(pressed("@", { ctrlKey: true, altKey: true, altGraph: true }), { key: "@" });
});

test("the browser keeps its shortcuts, Tab, and keys that the machine lacks", () => {
  for (const key of ["r", "c", "v"]) {
    assert.equal(pressed(key, { ctrlKey: true }), undefined);
    assert.equal(pressed(key, { metaKey: true }), undefined);
  }
  for (const key of ["Tab", "F5", "Home", "é", "{", "Shift"]) assert.equal(pressed(key), undefined);
  assert.equal(pressed("a", { altKey: true }), undefined);
});
