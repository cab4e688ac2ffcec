// The settings, and the message about a program that cannot be used.

import * as vscode from "vscode";
import { ProgramError, findProgram, requireCommand } from "./program";

const OPEN_SETTING = "Open Setting";
const SHOW_HELP = "How to Install";

/** Returns the path of the program after a check that it has a command. */
export async function program(command: string): Promise<string> {
  const found = await findProgram(setting("path"));
  await requireCommand(found, command);
  return found;
}

/** Returns the value of a setting of the extension. */
export function setting(name: "path" | "cpu" | "dialect"): string {
  return vscode.workspace.getConfiguration("arcadian").get<string>(name, "");
}

/** Returns the folders in which included files are looked for. */
export function includedFolders(): string[] {
  return vscode.workspace.getConfiguration("arcadian").get<string[]>("include", []);
}

/** Shows why something failed; if the program is the reason, with buttons that lead to the remedy. */
export async function showFailure(context: vscode.ExtensionContext, error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ProgramError)) {
    await vscode.window.showErrorMessage(`arcadian: ${message}`);
    return;
  }
  const choice = await vscode.window.showErrorMessage(message, OPEN_SETTING, SHOW_HELP);
  if (choice === OPEN_SETTING) await vscode.commands.executeCommand("workbench.action.openSettings", "arcadian.path");
  if (choice === SHOW_HELP) {
    await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(context.extensionUri, "README.md"));
  }
}
