// Clients of the real program, which the variable ARCADIAN names.

import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver-protocol/node.js";
import protocol from "vscode-languageserver-protocol/node.js";

/** The options of a test that needs the program. */
export const needsProgram = { skip: process.env.ARCADIAN === undefined && "SKIPPED, NOT TESTED: ARCADIAN does not name the program" };

function start(test, command, cwd) {
  const child = spawn(resolve(process.env.ARCADIAN), [command], { cwd, stdio: ["pipe", "pipe", "inherit"] });
  test.after(() => child.kill());
  return child;
}

/** Starts the language server as the extension does. */
export async function languageServer(test, options) {
  const { stdin, stdout } = start(test, "lsp");
  const connection = protocol.createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
  const diagnostics = new Map();
  const waiting = new Map();
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics: found }) => {
    diagnostics.set(uri, found);
    waiting.get(uri)?.();
  });
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, initializationOptions: options });
  await connection.sendNotification("initialized", {});
  return {
    capabilities,
    request: (method, params) => connection.sendRequest(method, params),
    /** Opens a document and returns its diagnostics. */
    async open(uri, languageId, text) {
      const analyzed = new Promise((done) => waiting.set(uri, done));
      await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
      await analyzed;
      return diagnostics.get(uri);
    },
  };
}

/** Starts the debug adapter. Its messages have the same frame as those of a language server. */
export function debugAdapter(test, cwd) {
  const { stdin, stdout } = start(test, "dap", cwd);
  const writer = new StreamMessageWriter(stdin);
  const answers = new Map();
  const events = [];
  let wake = () => {};
  new StreamMessageReader(stdout).listen((message) => {
    if (message.type === "event") events.push(message);
    else answers.get(message.request_seq)?.(message);
    wake();
  });
  let seq = 0;
  const request = (command, args = {}) =>
    new Promise((done, fail) => {
      seq += 1;
      answers.set(seq, ({ success, body, message }) => (success ? done(body) : fail(Object.assign(new Error(message), body.error))));
      void writer.write({ seq, type: "request", command, arguments: args });
    });
  return {
    request,
    customRequest: request,
    /** Waits for an event, and returns its body. */
    async event(name) {
      for (;;) {
        const index = events.findIndex(({ event }) => event === name);
        if (index >= 0) return events.splice(0, index + 1).at(-1).body;
        await new Promise((done) => (wake = done));
      }
    },
  };
}
