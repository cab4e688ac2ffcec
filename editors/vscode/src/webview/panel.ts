// The script of the panel. Everything that it receives is shown as text or as dots.

import type { Screen } from "../picture";
import type { Shown } from "./message";

declare function acquireVsCodeApi(): { postMessage(message: unknown): void };

const DOT = "#fff";

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no element ${id}`);
  return found;
}

function showText(id: string, text: string | undefined): void {
  const place = element(id);
  place.hidden = text === undefined || text === "";
  place.textContent = text ?? "";
}

function showScreen(screen: Screen | undefined): void {
  const canvas = element("screen") as HTMLCanvasElement;
  canvas.hidden = screen === undefined;
  if (screen === undefined) return;
  canvas.width = screen.rows[0]?.length ?? 0;
  canvas.height = screen.rows.length;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.fillStyle = DOT;
  for (const [y, row] of screen.rows.entries()) {
    for (const [x, dot] of Array.from(row).entries()) {
      if (dot === "1") context.fillRect(x, y, 1, 1);
    }
  }
}

window.addEventListener("message", ({ data }: MessageEvent<Shown>) => {
  showText("note", data.note);
  showText("board", data.board);
  showScreen(data.screen);
  showText("place", data.screen?.place);
});
acquireVsCodeApi().postMessage("ready");
