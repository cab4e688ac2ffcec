// The extension's entry: it connects VS Code to the program `arcadian`.

import * as vscode from "vscode";
import { AdapterFactory, ConfigurationProvider } from "./debug";
import { Panel } from "./panel";
import { Server } from "./server";

const TYPE = "arcadian";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const panel = new Panel(context.extensionUri);
  const started = new Server(context);
  server = started;
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, new AdapterFactory(context)),
    vscode.debug.registerDebugConfigurationProvider(TYPE, new ConfigurationProvider()),
    vscode.debug.registerDebugAdapterTrackerFactory(TYPE, panel),
    vscode.commands.registerCommand("arcadian.restartServer", () => started.restart()),
    vscode.commands.registerCommand("arcadian.showPanel", () => panel.open()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("arcadian")) void started.restart();
    }),
  );
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
