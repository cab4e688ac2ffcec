// The panel with the board and the screen of a debug session.

import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { readPicture } from "./picture";
import type { Shown } from "./webview/message";

const NO_SESSION: Shown = { note: "No program is stopped in the debugger." };
const NOTHING: Shown = { note: "This program has neither a board nor a screen." };

/** Shows the state of the session that stopped last. */
export class Panel implements vscode.DebugAdapterTrackerFactory {
  private view: vscode.WebviewPanel | undefined;
  private shown: Shown = NO_SESSION;
  /** Counts the stops: an answer about an earlier one is dropped. */
  private stop = 0;

  constructor(private readonly extension: vscode.Uri) {}

  createDebugAdapterTracker(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    return {
      onDidSendMessage: (message: { type?: string; event?: string }) => {
        if (message.type === "event" && (message.event === "stopped" || message.event === "invalidated")) void this.read(session);
      },
      onWillStopSession: () => this.show(++this.stop, NO_SESSION),
    };
  }

  /** Opens the panel next to the editor. */
  open(): void {
    if (this.view !== undefined) {
      this.view.reveal(undefined, true);
      return;
    }
    const resources = vscode.Uri.joinPath(this.extension, "dist");
    const place = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const view = vscode.window.createWebviewPanel("arcadian.panel", "Board and Screen", place, { enableScripts: true, localResourceRoots: [resources] });
    view.webview.onDidReceiveMessage(() => this.send());
    view.onDidDispose(() => (this.view = undefined));
    view.webview.html = page(view.webview, vscode.Uri.joinPath(resources, "panel.js"));
    this.view = view;
    if (vscode.debug.activeDebugSession?.type === "arcadian") void this.read(vscode.debug.activeDebugSession);
  }

  private async read(session: vscode.DebugSession): Promise<void> {
    if (this.view === undefined) return;
    const stop = ++this.stop;
    try {
      const picture = await readPicture(session);
      this.show(stop, Object.keys(picture).length === 0 ? NOTHING : picture);
    } catch (error) {
      this.show(stop, { note: `The program's state cannot be read: ${error instanceof Error ? error.message : String(error)}` });
    }
  }

  private show(stop: number, shown: Shown): void {
    if (stop !== this.stop) return;
    this.shown = shown;
    this.send();
  }

  private send(): void {
    void this.view?.webview.postMessage(this.shown);
  }
}

/** Returns the page: it may run the extension's own script, and load nothing else. */
function page(webview: vscode.Webview, script: vscode.Uri): string {
  const nonce = randomBytes(16).toString("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'">
<title>Board and Screen</title>
<style nonce="${nonce}">
pre { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
canvas { width: 100%; max-width: 640px; image-rendering: pixelated; background: #000; }
[hidden] { display: none; }
</style>
</head>
<body>
<p id="note" role="status"></p>
<pre id="board" aria-label="Board" hidden></pre>
<canvas id="screen" role="img" aria-label="Screen" hidden></canvas>
<p id="place" hidden></p>
<script nonce="${nonce}" src="${webview.asWebviewUri(script).toString()}"></script>
</body>
</html>`;
}
