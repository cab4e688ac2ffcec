// The view Listing: an editor with the byte account of a printed listing and repairs for its damaged lines.

import { button, make } from "./basic.js";
import { Latest, byId, capital, clicks, download, later, onOpen, words } from "./dom.js";
import { Draft } from "./draft.js";
import { prepareEarlier } from "./earlier.js";
import { Field } from "./field.js";
import { prose } from "./prose.js";
import { Remote, Stopped } from "./remote.js";
import { randomSeed } from "./share.js";
import { readProgram } from "./tapes.js";
import { difference as differs } from "./versions.js";
import { file } from "./wasm.js";

/** @import { AccountLine, App, Finding, Kept, Repair, Report } from "./types.js" */

const EXAMPLE = "rotate-1982.lst";
const CHECK_AFTER = 200;
/** The most repairs of a line that are shown at once. */
const MOST_REPAIRS = 4;

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const field = new Field(byId("listing-text", HTMLTextAreaElement), "listing");
  const account = byId("account", HTMLElement);
  const summary = byId("account-summary", HTMLElement);
  const openings = new Latest();
  const draft = new Draft(app.store, "listing", field, "program.lst");
  const showOwn = prepareEarlier(app, "listing", ["listing"], ({ value }) => open(value));

  // Searching for repairs can take seconds.
  const remote = new Remote("listing.wasm");
  const check = async () => {
    byId("listing-name", HTMLElement).textContent = draft.name;
    const { text } = field;
    invalidate();
    if (remote.isBusy) remote.stop(new Stopped("The text has changed."));
    if (text.trim() === "") {
      summary.textContent = "Nothing to check yet.";
      summary.className = "";
      account.replaceChildren();
      return;
    }
    try {
      const { report } = await remote.ask("listing", { name: draft.name, text });
      if (text === field.text) show(report);
    } catch (error) {
      if (error instanceof Stopped) return;
      summary.textContent = "The listing cannot be read:";
      summary.className = "wrong";
      account.inert = false;
      account.replaceChildren(make("li", "failure", make("pre", "", words(error).replace(/^error: /, ""))));
    }
  };
  const checkSoon = later(CHECK_AFTER, check);
  remote.watch(app.tell, "The search for repairs", check);
  /** What is shown of the account belongs to another text. */
  const invalidate = () => (account.inert = true);

  /** @param {Report} report */
  function show(report) {
    const used = report.lines.reduce((sum, line) => sum + line.bytes, 0);
    const lines = report.lines.map((line) => ({ ...line, findings: findingsOf(line, report) }));
    const damaged = lines.filter(isDamaged);
    const wrong = damaged.length;
    const printed = report.lines.filter((line) => line.printed !== null).length;
    const verdict = wrong ? `${wrong} of ${report.lines.length} lines need a look.` : printed ? "Every printed number holds." : "No line is damaged.";
    summary.textContent = `${verdict} ${used} of ${report.empty} bytes.`;
    summary.className = wrong ? "wrong" : "right";
    const longest = Math.max(1, ...lines.map((line) => line.bytes));
    account.replaceChildren(...lines.map((line) => row(line, longest)));
    account.inert = false;
    field.mark(damaged.flatMap(({ from }) => (from === undefined ? [] : [from])));
    field.underline(report.findings.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [[from, to]])));
  }

  /**
   * @param {Judged} line
   * @param {number} longest
   */
  function row(line, longest) {
    const bar = make("span", "bar");
    bar.style.setProperty("--length", String(line.bytes / longest));
    const number = button(String(line.line), () => select(line), "number");
    number.setAttribute("aria-label", `Line ${line.line}: show it in the text`);
    const printed = line.printed === null ? "" : line.printed === line.sz ? "✓" : `printed ${line.printed}`;
    const cells = [
      number,
      make("span", "bytes", make("span", "unseen", "bytes "), bar, String(line.bytes)),
      make("span", "sz", make("span", "unseen", "SZ "), String(line.sz)),
      make("span", "printed", printed),
    ];
    const entry = make("li", isDamaged(line) ? "damaged" : "", make("div", "row", ...cells));
    if (isDamaged(line)) entry.append(...advice(line));
    return entry;
  }

  /** @param {Judged} line */
  function advice(line) {
    /** @type {HTMLElement[]} */
    const parts = [];
    if (!line.ok) parts.push(make("p", "why", difference(line)));
    if (line.doubt) parts.push(make("p", "why", ...prose(`Column ${line.doubt.column}: ${line.doubt.why}.`)));
    for (const { column, why } of line.findings) parts.push(make("p", "why", ...prose(`Column ${column}: ${why}.`)));
    const repairs = [...line.findings.flatMap((finding) => finding.repairs), ...line.repairs, ...(line.doubt?.repairs ?? [])];
    parts.push(...repairs.slice(0, MOST_REPAIRS).map(choice));
    const more = repairs.slice(MOST_REPAIRS);
    if (more.length) {
      parts.push(make("details", "more", make("summary", "", `${more.length} more`), ...more.map(choice)));
    }
    if (repairs.length === 0 && line.findings.length === 0) parts.push(make("p", "why", "No simple repair fits. Compare the line with the print."));
    return parts;
  }

  /** @param {Repair} repair */
  function choice(repair) {
    const apply = button("", () => void replace(repair), "repair");
    const before = field.text.slice(repair.from, repair.to).replaceAll("\n", "");
    apply.append(make("span", "reason", ...prose(capital(repair.why))), make("code", "", ...marked(before, repair.text)));
    return apply;
  }

  /** @param {Repair} repair */
  async function replace({ from, to, text: line }) {
    if (from === undefined || to === undefined) return;
    draft.repair(() => field.replace(from, to, line));
    const top = account.scrollTop;
    await check();
    account.scrollTop = top;
    // The button that had the focus is gone. A visitor who went on meanwhile keeps it.
    if (document.activeElement !== document.body) return;
    const next = account.querySelector(".repair");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else field.focus();
  }

  /** @param {AccountLine} line */
  function select(line) {
    if (line.from === undefined || line.to === undefined) return;
    field.select(line.from, line.to);
  }

  /** Shows another text. @param {Kept} value */
  function open(value) {
    // What is still being loaded is not wanted any more.
    openings.begin();
    draft.open(value);
    void check();
    void showOwn();
  }

  const onClick = clicks(app.safely);
  const run = () => app.play({ name: draft.name, text: field.text, seed: randomSeed(), asPrinted: true });
  /** @param {"example" | "link"} from */
  async function example(from) {
    const isWanted = openings.begin();
    const response = await file(EXAMPLE);
    const text = await response.text();
    if (isWanted()) open({ name: EXAMPLE, text, from });
  }
  onClick("listing-run", run);
  onClick("listing-program", async () => {
    const isWanted = openings.begin();
    const text = await app.program();
    if (isWanted()) open({ name: "program.bas", text });
  });
  onClick("listing-example", () => example("example"));
  onClick("listing-save", () => download(draft.name, field.text));
  /** @param {File[]} files */
  const openFile = ([first]) =>
    app.safely(async () => {
      const isWanted = openings.begin();
      const opened = first && (await readProgram(app, first));
      if (opened && isWanted()) open(opened);
    });
  onOpen("listing-open", ".bas,.lst,.txt,.wav,.prg,text/plain", openFile);
  field.area.addEventListener("input", invalidate);
  field.area.addEventListener("input", checkSoon);

  void check();
  void showOwn();

  return {
    edit: open,
    /** @param {URLSearchParams} query */
    async shown(query) {
      void field.enhance().then(check);
      if (query.get("name") !== EXAMPLE) return;
      if (!app.embedded) history.replaceState(null, "", "#listing");
      await app.safely(() => example("link"));
    },
    dropped: openFile,
  };
}

/** A line with its faults apart from its size and from what BASIC does not understand. @typedef {AccountLine & { findings: Finding[] }} Judged */

/** @param {AccountLine} line @param {Report} report */
function findingsOf({ line, doubt }, { findings }) {
  return findings.filter((finding) => finding.line === line && !(doubt && (finding.kind === "what" || finding.kind === "how")));
}

/** @param {Judged} line */
function isDamaged(line) {
  return !line.ok || line.doubt !== null || line.findings.length > 0;
}

/** @param {AccountLine} line */
function difference({ sz, printed }) {
  if (printed === null) return "The printed number cannot be read.";
  const missing = sz - printed;
  const count = Math.abs(missing);
  return `${count} ${count === 1 ? "byte" : "bytes"} ${missing > 0 ? "missing" : "too many"}.`;
}

/**
 * Returns a text with what differs from another one marked.
 * @param {string} before
 * @param {string} after
 */
function marked(before, after) {
  const { start, end } = differs(before, after);
  const to = after.length - end;
  return start < to ? [after.slice(0, start), make("mark", "", after.slice(start, to)), after.slice(to)] : [after];
}
