import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import test from "node:test";
import { folder } from "./folder.mjs";
import { load } from "./load.mjs";

const { findProgram, requireCommand, ProgramError } = await load("program");
const unix = { skip: process.platform === "win32" && "scripts are not programs there" };
const system = (...folders) => ({ platform: process.platform, env: { PATH: folders.join(delimiter) } });

test("a name is searched in the absolute folders of PATH", unix, async (t) => {
  const path = folder(t, { arcadian: "#!/bin/sh\n" });
  assert.equal(await findProgram("arcadian", system("/nothing", path)), join(path, "arcadian"));
  assert.equal(await findProgram(join(path, "arcadian"), system()), join(path, "arcadian"));
  const near = relative(process.cwd(), path);
  await assert.rejects(findProgram("arcadian", system(near, ".", "")), /is not in PATH. Install arcadian, or set arcadian.path/);
});

test("what is not a program is refused with the reason", unix, async (t) => {
  const path = folder(t, {});
  mkdirSync(join(path, "arcadian"));
  const cases = [
    ["", /is empty/],
    ["./arcadian", /is relative: it must be an absolute path/],
    ["bin/arcadian", /is relative/],
    [join(path, "arcadian"), /which is not a program/],
    [join(path, "missing"), /which is not a program/],
    ["arcadian", /is not in PATH/],
  ];
  for (const [setting, why] of cases) {
    await assert.rejects(findProgram(setting, system(path)), (error) => error instanceof ProgramError && why.test(error.message), setting);
  }
});

test("a program without the command is too old", unix, async (t) => {
  const path = folder(t, { old: "#!/bin/sh\nexit 2\n", good: '#!/bin/sh\n[ "$1 $2" = "lsp --help" ]\n', broken: "#!/no/such/shell\n" });
  await requireCommand(join(path, "good"), "lsp");
  await assert.rejects(requireCommand(join(path, "old"), "lsp"), /has no command lsp: it is too old/);
  await assert.rejects(requireCommand(join(path, "broken"), "lsp"), /cannot be started/);
});
