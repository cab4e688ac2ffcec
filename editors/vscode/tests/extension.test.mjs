import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { folder } from "./folder.mjs";
import { activate } from "./vscode.mjs";

const { contributes, capabilities } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const unix = { skip: process.platform === "win32" && "scripts are not programs there" };
const OF_SERVER = ["arcadian.prove", "arcadian.step", "arcadian.shorten"];
/** Waits until promises that nobody waits for are done. */
const settled = () => new Promise((done) => setTimeout(done, 20));

test("the commands of the declaration are those of the extension and of the server", async () => {
  const seen = await activate({ path: "/no/arcadian" });
  const declared = contributes.commands.map(({ command }) => command);
  assert.deepEqual(declared.sort(), [...OF_SERVER, ...Object.keys(seen.commands)].sort());
});

test("a workspace that is not trusted cannot name the program", () => {
  assert.ok(capabilities.untrustedWorkspaces.restrictedConfigurations.includes("arcadian.path"));
  assert.ok("arcadian.path" in contributes.configuration.properties);
});

test("a missing program is an error with two ways out", async () => {
  for (const [answer, expected] of [
    ["Open Setting", ["workbench.action.openSettings", "arcadian.path"]],
    ["How to Install", ["markdown.showPreview", "extension:/README.md"]],
  ]) {
    const seen = await activate({ path: "/no/arcadian" }, answer);
    await settled();
    assert.deepEqual(seen.errors, [["The setting arcadian.path names /no/arcadian, which is not a program.", "Open Setting", "How to Install"]]);
    assert.deepEqual(seen.executed.at(-1), expected);
  }
});

test("a program that is too old starts no session", unix, async (t) => {
  const path = join(folder(t, { arcadian: "#!/bin/sh\nexit 2\n" }), "arcadian");
  const seen = await activate({ path });
  await assert.rejects(seen.adapters.createDebugAdapterDescriptor({ configuration: {} }), /has no command dap: it is too old/);
});

test("the adapter runs in the folder of the workspace, or of the program", unix, async (t) => {
  const path = join(folder(t, { arcadian: '#!/bin/sh\n[ "$1" = dap ]\n' }), "arcadian");
  const seen = await activate({ path });
  const cases = [
    [{ workspaceFolder: { uri: { fsPath: "/project" } }, configuration: { program: "/other/a.asm" } }, { cwd: "/project" }],
    [{ configuration: { program: "/other/a.asm" } }, { cwd: "/other" }],
    [{ configuration: { cart: "/other/c.bin" } }, { cwd: "/other" }],
    [{ configuration: { program: "T2CW" } }, {}],
  ];
  for (const [session, options] of cases) {
    const { command, args, options: found } = await seen.adapters.createDebugAdapterDescriptor(session);
    assert.deepEqual({ command, args, options: found }, { command: path, args: ["dap"], options });
  }
});

test("F5 without a configuration steps through the file", async () => {
  const { configurations } = await activate({ path: "/no/arcadian" });
  const resolve = (configuration) => configurations.resolveDebugConfiguration(undefined, configuration);
  assert.equal(resolve({}).program, "${file}");
  assert.deepEqual(resolve({ noDebug: true }).noDebug, true);
  const own = { type: "arcadian", request: "launch", name: "x", program: "T2CW" };
  assert.equal(resolve(own), own);
});

const SESSION = {
  type: "arcadian",
  customRequest: async (command) =>
    ({
      evaluate: { result: "<b>board</b>" },
      stackTrace: { stackFrames: [{ id: 1 }] },
      scopes: { scopes: [{ name: "Screen", variablesReference: 4 }] },
      variables: { variables: [{ value: "⣿" }] },
    })[command],
};

test("the panel loads only its own script, and follows the session", async () => {
  const seen = await activate({ path: "/no/arcadian" });
  seen.commands["arcadian.showPanel"]();
  const [view] = seen.panels;
  const { html } = view.webview;
  const [, nonce] = /content="default-src 'none'; script-src 'nonce-(\S+)'; style-src 'nonce-\1'"/.exec(html);
  assert.deepEqual([...html.matchAll(/<script[^>]*>/g)].join(), `<script nonce="${nonce}" src="webview:extension:/dist/panel.js">`);
  assert.deepEqual(view.options[3].localResourceRoots, ["extension:/dist"]);

  view.receive("ready");
  assert.deepEqual(view.posted.at(-1), { note: "No program is stopped in the debugger." });
  const tracker = seen.trackers.createDebugAdapterTracker(SESSION);
  tracker.onDidSendMessage({ type: "event", event: "stopped" });
  await settled();
  assert.deepEqual(view.posted.at(-1), { board: "<b>board</b>", screen: { place: "", rows: ["11", "11", "11", "11"] } });
  assert.ok(!html.includes("board</b>"));

  tracker.onWillStopSession();
  assert.deepEqual(view.posted.at(-1), { note: "No program is stopped in the debugger." });
  seen.commands["arcadian.showPanel"]();
  assert.ok(view.revealed && seen.panels.length === 1);
});

test("the answer about an earlier stop is dropped", async () => {
  const seen = await activate({ path: "/no/arcadian" });
  seen.commands["arcadian.showPanel"]();
  let answer;
  const slow = { ...SESSION, customRequest: (command) => (command === "evaluate" ? new Promise((done) => (answer = done)) : SESSION.customRequest(command)) };
  seen.trackers.createDebugAdapterTracker(slow).onDidSendMessage({ type: "event", event: "stopped" });
  seen.trackers.createDebugAdapterTracker(SESSION).onDidSendMessage({ type: "event", event: "stopped" });
  answer({ result: "old" });
  await settled();
  assert.ok(!seen.panels[0].posted.some(({ board }) => board === "old"));
});
