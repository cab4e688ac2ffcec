// Temporary folders with programs.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns a folder with files that ends with the test. Files are executable. */
export function folder(test, files) {
  const path = mkdtempSync(join(tmpdir(), "arcadian-"));
  test.after(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(path, name), text);
    chmodSync(join(path, name), 0o755);
  }
  return path;
}
