// The language server `arcadian lsp`.

import * as vscode from "vscode";
import { LanguageClient, type ExecuteCommandSignature, type Middleware } from "vscode-languageclient/node";
import { includedFolders, program, setting, showFailure } from "./settings";
import { openTerminal, isCommandLine } from "./terminal";

/** The languages of the server. */
const LANGUAGES = ["arcadian-asm", "arcadian-basic"];

/** Starts, restarts and stops the server. One change is made at a time. */
export class Server {
  private client: LanguageClient | undefined;
  private changes: Promise<void> = Promise.resolve();

  /** A change of a project concerns all documents below it. */
  private readonly projects = vscode.workspace.createFileSystemWatcher("**/arcadian.toml");

  constructor(private readonly context: vscode.ExtensionContext) {
    context.subscriptions.push(this.projects);
  }

  restart(): Promise<void> {
    return this.change(async () => {
      await this.end();
      await this.begin().catch((error: unknown) => void showFailure(this.context, error));
    });
  }

  stop(): Promise<void> {
    return this.change(() => this.end());
  }

  private change(action: () => Promise<void>): Promise<void> {
    this.changes = this.changes.then(action, action);
    return this.changes;
  }

  private async begin(): Promise<void> {
    const command = await program("lsp");
    const client = {
      documentSelector: LANGUAGES.flatMap((language) => ["file", "untitled"].map((scheme) => ({ scheme, language }))),
      initializationOptions: { terminal: true, ...options() },
      middleware,
      synchronize: { fileEvents: this.projects },
    };
    this.client = new LanguageClient("arcadian", "arcadian", { command, args: ["lsp"] }, client);
    await this.client.start();
    await vscode.commands.executeCommand("setContext", "arcadian.serverRuns", true);
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await vscode.commands.executeCommand("setContext", "arcadian.serverRuns", false);
    await client?.dispose();
  }
}

/** Returns the initialization options that settings give. */
function options(): Record<string, string | string[]> {
  const names = ["cpu", "dialect"] as const;
  const given = names.map((name) => [name, setting(name)] as const).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(given), include: includedFolders() };
}

/** Completes commands from the palette, which have no argument, and opens a terminal for a command line. */
const middleware: Middleware = {
  async executeCommand(command: string, args: unknown[], next: ExecuteCommandSignature): Promise<unknown> {
    const uri = args.length > 0 ? args : active();
    const result: unknown = await next(command, uri);
    if (isCommandLine(result)) await openTerminal(result);
    return result;
  },
};

function active(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new Error("Open a sheet or a program first.");
  return [editor.document.uri.toString()];
}
