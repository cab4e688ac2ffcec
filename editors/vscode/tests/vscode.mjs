// A model of the module `vscode`: it records what the extension registers and shows. What is not modeled is a class without
// members, so that the packages in the extension can be loaded.

import Module, { createRequire } from "node:module";

const disposable = () => ({ dispose() {} });

const withDefaults = (members) =>
  new Proxy(members, {
    get: (target, name) => (name in target ? target[name] : typeof name === "string" && /^on/.test(name) ? disposable : class {}),
  });

/** Returns the model, with settings and the answer to messages. */
export function model(settings, answer) {
  const seen = { commands: {}, executed: [], errors: [], panels: [], terminals: [] };
  const register = (name) => (type, value) => {
    seen[name] = value;
    return disposable();
  };
  const Uri = { joinPath: (base, ...parts) => [base, ...parts].join("/") };
  const panel = () => {
    const view = { posted: [] };
    view.webview = {
      asWebviewUri: (uri) => `webview:${uri}`,
      onDidReceiveMessage: (receive) => (view.receive = receive),
      postMessage: (message) => view.posted.push(message),
    };
    view.onDidDispose = (dispose) => (view.dispose = dispose);
    view.reveal = () => (view.revealed = true);
    seen.panels.push(view);
    return view;
  };
  const vscode = withDefaults({
    Uri,
    ViewColumn: { Beside: -2 },
    version: "1.82.0",
    env: withDefaults({ language: "en" }),
    DebugAdapterExecutable: class {
      constructor(command, args, options) {
        Object.assign(this, { command, args, options });
      }
    },
    commands: withDefaults({
      registerCommand: (name, run) => ((seen.commands[name] = run), disposable()),
      executeCommand: async (...call) => void seen.executed.push(call),
    }),
    workspace: withDefaults({
      getConfiguration: () => ({ get: (name, fallback) => settings[name] ?? fallback }),
      onDidChangeConfiguration: (react) => ((seen.settingsChanged = react), disposable()),
      createFileSystemWatcher: (pattern) => ((seen.watched = pattern), disposable()),
    }),
    window: withDefaults({
      showErrorMessage: async (...message) => (seen.errors.push(message), answer),
      createWebviewPanel: (...options) => Object.assign(panel(), { options }),
    }),
    debug: withDefaults({
      registerDebugAdapterDescriptorFactory: register("adapters"),
      registerDebugConfigurationProvider: register("configurations"),
      registerDebugAdapterTrackerFactory: register("trackers"),
      activeDebugSession: undefined,
    }),
  });
  return { vscode, seen };
}

/** Loads the packed extension with a model of `vscode`, and activates it. */
export async function activate(settings, answer) {
  const { vscode, seen } = model(settings, answer);
  const original = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : original(name, ...rest));
  const require = createRequire(import.meta.url);
  const file = require.resolve("../dist/extension.js");
  delete require.cache[file];
  try {
    const extension = require(file);
    await extension.activate({ extensionUri: "extension:", subscriptions: [] });
  } finally {
    Module._load = original;
  }
  return seen;
}
