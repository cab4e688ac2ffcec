import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const root = new URL("../", import.meta.url);
const text = (name) => readFileSync(new URL(name, root), "utf8");
const manifest = JSON.parse(text("package.json"));

/** Returns the names in the directory at the end of a zip file. */
function names(zip) {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const found = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const length = zip.readUInt16LE(at + 28);
    found.push(zip.toString("utf8", at + 46, at + 46 + length));
    at += 46 + length + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found.sort();
}

test("the packed extension has these files and no others", () => {
  assert.deepEqual(names(readFileSync(new URL(`arcadian-${manifest.version}.vsix`, root))), [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE-APACHE",
    "extension/LICENSE-MIT",
    "extension/dist/THIRD-PARTY.txt",
    "extension/dist/assembly.tmLanguage.json",
    "extension/dist/basic.tmLanguage.json",
    "extension/dist/extension.js",
    "extension/dist/panel.js",
    "extension/images/icon.png",
    "extension/language/assembly.json",
    "extension/language/basic.json",
    "extension/package.json",
    "extension/readme.md",
  ]);
});

test("the version is that of the program", () => {
  assert.equal(manifest.version, /^version = "(.+)"$/m.exec(text("../../Cargo.toml"))[1]);
});

test("the lock file names no registry", () => {
  assert.doesNotMatch(text("package-lock.json"), /"resolved"/);
});

test("the declaration has all attributes of docs/editors.md", () => {
  const table = text("../../docs/editors.md").split("\n## Attributes of a configuration\n")[1].split("\n## ")[0];
  const rows = [...table.matchAll(/^\| (`.+?) \|.*$/gm)];
  const documented = rows.flatMap(([row, names]) => [...names.matchAll(/`(\w+)`/g), ...row.matchAll(/`(sourcePath)`/g)].map(([, name]) => name));
  const editors = ["noDebug"];
  const declared = Object.keys(manifest.contributes.debuggers[0].configurationAttributes.launch.properties);
  assert.deepEqual([...declared, ...editors].sort(), documented.sort());
});

test("snippets and first configurations use declared attributes", () => {
  const [{ configurationAttributes, configurationSnippets, initialConfigurations }] = manifest.contributes.debuggers;
  const known = ["type", "request", "name", ...Object.keys(configurationAttributes.launch.properties)];
  for (const configuration of [...initialConfigurations, ...configurationSnippets.map(({ body }) => body)]) {
    assert.deepEqual(
      Object.keys(configuration).filter((key) => !known.includes(key)),
      [],
    );
  }
});

test("the variables in snippets reach launch.json", () => {
  const { configurationSnippets } = manifest.contributes.debuggers[0];
  const values = configurationSnippets.flatMap(({ body }) => Object.values(body)).filter((value) => /\$/.test(value));
  assert.ok(values.length > 0);
  // VS Code inserts what follows a caret as a snippet, in which a dollar sign is escaped.
  for (const value of values) assert.match(value, /^\^"\\\$\{\w+\}[^$]*"$/);
});
