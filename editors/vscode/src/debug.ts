// The debugger `arcadian dap`.

import * as path from "node:path";
import * as vscode from "vscode";
import { program, showFailure } from "./settings";

/** Starts the debug adapter. A `debugServer` of a configuration is handled by VS Code and does not come here. */
export class AdapterFactory implements vscode.DebugAdapterDescriptorFactory {
  constructor(private readonly context: vscode.ExtensionContext) {}

  async createDebugAdapterDescriptor(session: vscode.DebugSession): Promise<vscode.DebugAdapterDescriptor | undefined> {
    try {
      return new vscode.DebugAdapterExecutable(await program("dap"), ["dap"], folder(session));
    } catch (error) {
      void showFailure(this.context, error);
      throw error;
    }
  }
}

/** Returns the folder to which relative paths of a configuration refer. */
function folder(session: vscode.DebugSession): vscode.DebugAdapterExecutableOptions {
  const workspace = session.workspaceFolder?.uri.fsPath;
  const file: unknown = session.configuration.program ?? session.configuration.cart;
  const fallback = typeof file === "string" && path.isAbsolute(file) ? path.dirname(file) : undefined;
  const cwd = workspace ?? fallback;
  return cwd === undefined ? {} : { cwd };
}

/** Without a `launch.json`, F5 steps through the file in the editor. */
export class ConfigurationProvider implements vscode.DebugConfigurationProvider {
  resolveDebugConfiguration(_folder: vscode.WorkspaceFolder | undefined, configuration: vscode.DebugConfiguration): vscode.DebugConfiguration | undefined {
    const { type, request, name, ...attributes } = configuration;
    if (type || request || name || Object.keys(attributes).some((key) => key !== "noDebug" && !key.startsWith("__"))) return configuration;
    return { ...configuration, type: "arcadian", request: "launch", name: "Step through this file", program: "${file}" };
  }
}
