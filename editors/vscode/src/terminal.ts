// Terminals for the command lines that the server returns.

import * as path from "node:path";
import * as vscode from "vscode";
import { findProgram } from "./program";
import { setting } from "./settings";

/** The result of the server's commands `arcadian.step` and `arcadian.shorten`. */
interface CommandLine {
  readonly commandLine: string;
  readonly folder: string;
}

export function isCommandLine(value: unknown): value is CommandLine {
  if (typeof value !== "object" || value === null) return false;
  const { commandLine, folder } = value as Partial<CommandLine>;
  return typeof commandLine === "string" && typeof folder === "string";
}

/** Opens a terminal in which `arcadian` is the program of the setting, and runs the command line. */
export async function openTerminal({ commandLine, folder }: CommandLine): Promise<void> {
  const file = await findProgram(setting("path"));
  const env = { PATH: `${path.dirname(file)}${path.delimiter}${process.env.PATH ?? ""}` };
  const terminal = vscode.window.createTerminal({ name: "arcadian", cwd: folder, env });
  terminal.show();
  terminal.sendText(commandLine);
}
