// The view Listing: an editor with the byte account of a printed listing and repairs for its damaged lines.

import { button, byId, capital, download, later, make, words } from "./dom.js";
import { Field } from "./field.js";
import { randomSeed } from "./share.js";
import { readProgram } from "./tapes.js";
import { file } from "./wasm.js";

/** @typedef {import("./types.js").AccountLine} AccountLine */
/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Repair} Repair */
/** @typedef {import("./types.js").Report} Report */

const KEPT = "listing";
const BEFORE = "listing before";
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
  const picker = make("input");
  picker.type = "file";
  picker.accept = ".bas,.lst,.txt,.wav,.prg,text/plain";
  let name = "program.lst";
  /** What was there before the text was replaced. */
  let before = /** @type {{ name: string, text: string } | undefined} */ (await app.store.get(BEFORE));
  const back = byId("listing-back", HTMLElement);
  back.hidden = !before;

  const check = () => {
    void app.store.put(KEPT, { name, text: field.text });
    if (field.text.trim() === "") {
      summary.textContent = "Nothing to check yet.";
      summary.className = "";
      account.replaceChildren();
      return;
    }
    try {
      const { report } = /** @type {{ report: Report }} */ (app.module.ask("listing", { name, text: field.text }));
      show(report);
    } catch (error) {
      summary.textContent = "The listing cannot be read:";
      summary.className = "wrong";
      account.replaceChildren(make("li", "failure", make("pre", "", words(error).replace(/^error: /, ""))));
    }
  };
  const checkSoon = later(CHECK_AFTER, check);

  /** @param {Report} report */
  function show(report) {
    const used = report.lines.reduce((sum, line) => sum + line.bytes, 0);
    const wrong = report.lines.filter(isDamaged).length;
    const printed = report.lines.filter((line) => line.printed !== null).length;
    const verdict = wrong
      ? `${wrong} of ${report.lines.length} lines need a look.`
      : printed
        ? "Every printed number holds."
        : "No line is damaged.";
    summary.textContent = `${verdict} ${used} of ${report.empty} bytes.`;
    summary.className = wrong ? "wrong" : "right";
    const longest = Math.max(1, ...report.lines.map((line) => line.bytes));
    account.replaceChildren(...report.lines.map((line) => row(line, longest)));
    field.mark(report.lines.filter(isDamaged).flatMap(({ from }) => (from === undefined ? [] : [from])));
  }

  /**
   * @param {AccountLine} line
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

  /** @param {AccountLine} line */
  function advice(line) {
    /** @type {HTMLElement[]} */
    const parts = [];
    if (!line.ok) parts.push(make("p", "why", difference(line)));
    if (line.doubt) parts.push(make("p", "why", ...prose(`Column ${line.doubt.column}: ${line.doubt.why}.`)));
    const repairs = [...line.repairs, ...(line.doubt?.repairs ?? [])];
    parts.push(...repairs.slice(0, MOST_REPAIRS).map(choice));
    const more = repairs.slice(MOST_REPAIRS);
    if (more.length) {
      parts.push(make("details", "more", make("summary", "", `${more.length} more`), ...more.map(choice)));
    }
    if (repairs.length === 0) parts.push(make("p", "why", "No simple repair fits. Compare the line with the print."));
    return parts;
  }

  /** @param {Repair} repair */
  function choice(repair) {
    const apply = button("", () => replace(repair), "repair");
    const before = field.text.slice(repair.from, repair.to).replaceAll("\n", "");
    apply.append(make("span", "reason", ...prose(capital(repair.why))), make("code", "", ...marked(before, repair.text)));
    return apply;
  }

  /** @param {Repair} repair */
  function replace({ from, to, text: line }) {
    if (from === undefined || to === undefined) return;
    field.replace(from, to, line);
    const top = account.scrollTop;
    check();
    account.scrollTop = top;
    const next = account.querySelector(".repair");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    else field.focus();
  }

  /** @param {AccountLine} line */
  function select(line) {
    if (line.from === undefined || line.to === undefined) return;
    field.select(line.from, line.to);
  }

  /**
   * @param {string} newName
   * @param {string} contents
   */
  function edit(newName, contents) {
    if (field.text.trim() && field.text !== contents) {
      before = { name, text: field.text };
      void app.store.put(BEFORE, before);
    }
    back.hidden = !before;
    name = newName;
    byId("listing-name", HTMLElement).textContent = name;
    field.set(contents);
    check();
  }

  /** @param {() => unknown} act */
  const safely = (act) => async () => {
    try {
      await act();
    } catch (error) {
      app.tell(words(error));
    }
  };
  /** @param {string} id @param {() => unknown} act */
  const onClick = (id, act) => byId(id, HTMLElement).addEventListener("click", safely(act));
  const run = () => app.play({ name, text: field.text, seed: randomSeed(), asPrinted: true });
  const example = async () => edit(EXAMPLE, await (await file(EXAMPLE)).text());
  onClick("listing-run", run);
  onClick("listing-program", () => edit("program.bas", app.program()));
  onClick("listing-example", example);
  onClick("listing-open", () => picker.click());
  onClick("listing-back", () => before && edit(before.name, before.text));
  onClick("listing-save", () => download(name, new Blob([field.text], { type: "text/plain" })));
  picker.addEventListener("change", () => {
    const files = [...(picker.files ?? [])];
    picker.value = "";
    void open(files);
  });
  field.area.addEventListener("input", checkSoon);

  /** @param {File[]} files */
  const open = (files) =>
    safely(async () => {
      const [first] = files;
      if (!first) return;
      const opened = await readProgram(app, first);
      if (opened) edit(opened.name, opened.text);
    })();

  const kept = /** @type {{ name: string, text: string } | undefined} */ (await app.store.get(KEPT));
  if (kept && field.text === "") edit(kept.name, kept.text);
  else check();

  return {
    edit,
    /** @param {URLSearchParams} query */
    async shown(query) {
      void field.enhance().then(check);
      if (query.get("name") !== EXAMPLE) return;
      if (!app.embedded) history.replaceState(null, "", "#listing");
      if (field.text.trim() === "" || name === EXAMPLE) await safely(example)();
      else app.tell("Your own listing is still here. “Try ROTATE as it was scanned” replaces it.", "note");
    },
    dropped: open,
  };
}

/** @param {AccountLine} line */
function isDamaged(line) {
  return !line.ok || line.doubt !== null;
}

/** @param {AccountLine} line */
function difference({ sz, printed }) {
  if (printed === null) return "The printed number cannot be read.";
  const missing = sz - printed;
  const count = Math.abs(missing);
  return `${count} ${count === 1 ? "byte" : "bytes"} ${missing > 0 ? "missing" : "too many"}.`;
}

/**
 * Returns a text with its `code` as elements.
 * @param {string} text
 */
function prose(text) {
  return text.split("`").map((part, index) => (index % 2 ? make("code", "", part) : part));
}

/**
 * Returns a text with what differs from another one marked.
 * @param {string} before
 * @param {string} after
 */
function marked(before, after) {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const to = after.length - end;
  return start < to ? [after.slice(0, start), make("mark", "", after.slice(start, to)), after.slice(to)] : [after];
}
