// The view Compare: whether one piece of code may replace another, for every state of the machine.

import { button, make } from "./basic.js";
import { Latest, byId, clicks, later, onChoice, safelyWith, showChoice, whenHidden, words } from "./dom.js";
import { answer } from "./compared.js";
import { prepareEarlier } from "./earlier.js";
import { showFaults } from "./faults.js";
import { Field } from "./field.js";
import { asked, checked, linkTo } from "./pair.js";
import { prepareFiles } from "./pairfile.js";
import { Remote, Stopped } from "./remote.js";
import { BadLink } from "./share.js";
import { isReplaced } from "./versions.js";

/** @import { App, Compared, Fault, Lesson, Pair } from "./types.js" */

const COMPARE_AFTER = 200;
/** The longest comparison, and how long it takes until the page says so, in milliseconds. */
const [PATIENCE, SILENCE] = [5000, 400];

/** A comparison took too long. */
class Undecided extends Error {}

/**
 * Starts the view.
 * @param {App} app
 */
export async function start(app) {
  const remote = new Remote("compare.wasm");
  // It is loaded once, before any comparison, so that the time limit is only about the comparison.
  const { processors, gallery } = await remote.ask("contents");
  const fields = { old: field("compare-old"), new: field("compare-new") };
  const requires = byId("compare-requires", HTMLInputElement);
  const verdict = byId("compare-verdict", HTMLElement);
  const example = byId("compare-example", HTMLElement);
  const showOwn = prepareEarlier(app, "compare", ["compare"], ({ value }) => open(value.pair, value.from, value.isEdited));
  const safely = safelyWith((error) => error instanceof Stopped || app.tell(words(error)));
  /** What is compared. @type {Pair} */
  let pair = checked(gallery[0]?.pair);
  let isOpened = false;
  const openings = new Latest();
  /** What the browser keeps. @type {Compared} */
  let kept = app.store.get("compare") ?? keepable(pair, "example");

  /**
   * Shows a pair. The one before can be brought back.
   * @param {Pair} opened
   * @param {Compared["from"]} [from]
   * @param {boolean} [isEdited]
   */
  function open(opened, from, isEdited) {
    const unknown = opened.dead.find((name) => !processors[opened.cpu]?.some((component) => component.name === name));
    if (unknown !== undefined) throw new BadLink(`The ${opened.cpu} has no register or flag \`${unknown}\`. The link was not opened.`);
    // A link that is still being read is not wanted any more.
    openings.begin();
    keep();
    fields.old.set(opened.old);
    fields.new.set(opened.new);
    requires.value = opened.requires;
    pair = { ...opened, ...typed() };
    isOpened = true;
    showChoice("compare-cpu", pair.cpu);
    const value = { ...keepable(pair, from), ...(isEdited ? { isEdited } : {}) };
    put(value, value.text !== kept.text);
    showLive();
    void compare();
  }

  /** @param {Compared} value @param {boolean} isReplacement */
  function put(value, isReplacement) {
    void app.store.put("compare", value, isReplacement ? kept : undefined);
    kept = value;
    void showOwn();
  }

  /** What the fields contain, which have their own ends of lines. */
  function typed() {
    return { old: fields.old.text, new: fields.new.text, requires: requires.value };
  }

  /** Keeps what was typed. Returns whether that is something else than before. */
  function keep() {
    if (!isOpened) return false;
    const now = typed();
    const isChanged = now.old !== pair.old || now.new !== pair.new || now.requires !== pair.requires;
    if (isChanged) change(now);
    return isChanged;
  }

  /** Changes a part of the pair. @param {Partial<Pair>} changes */
  function change(changes) {
    pair = { ...pair, ...changes };
    const value = { ...keepable(pair, kept.from), isEdited: true };
    put(value, isReplaced(kept.text, value.text));
  }

  /** Changes the processor, what is dead, or the conditions, and shows that. @param {Partial<Pair>} changes */
  function apply(changes) {
    keep();
    change(changes);
    requires.value = pair.requires;
    showLive();
    void compare();
  }

  /** Shows which registers and flags count. */
  function showLive() {
    const components = processors[pair.cpu] ?? [];
    const toggles = [false, true].map((areFlags) => components.filter(({ isFlag }) => isFlag === areFlags).map(({ name }) => liveToggle(name, areFlags)));
    byId("compare-live", HTMLElement).replaceChildren(...toggles.map((some) => make("div", "buttons", ...some)));
    byId("compare-all", HTMLElement).hidden = pair.dead.length === 0;
  }

  /** @param {string} name @param {boolean} isFlag */
  function liveToggle(name, isFlag) {
    const isDead = pair.dead.includes(name);
    const toggle = button(name, () => setDead(isDead ? pair.dead.filter((other) => other !== name) : [...pair.dead, name], name));
    toggle.className = isFlag ? "live flag" : "live";
    toggle.dataset.name = name;
    toggle.setAttribute("aria-pressed", String(!isDead));
    return toggle;
  }

  /** @param {string[]} dead @param {string} [focused] the register whose button keeps the focus */
  function setDead(dead, focused) {
    apply({ dead });
    const toggle = focused && document.querySelector(`#compare-live [data-name="${CSS.escape(focused)}"]`);
    if (toggle instanceof HTMLElement) toggle.focus();
  }

  /** Compares, unless something else has been typed meanwhile. */
  async function compare() {
    if (remote.isBusy) remote.stop(new Stopped("The code has changed."));
    const compared = pair;
    const slow = setTimeout(() => say(make("p", "facts", "Comparing …")), SILENCE);
    const end = setTimeout(() => remote.stop(new Undecided("Not decided within 5 s.")), PATIENCE);
    try {
      const found = await remote.ask("compare", compared);
      if (compared !== pair) return;
      show("old", found.faults);
      show("new", found.faults);
      if (found.answer) {
        const { summary, steps } = answer(found.answer, compared, processors[compared.cpu] ?? [], (changes) => {
          apply(changes);
          verdict.focus();
        });
        say(...summary);
        example.replaceChildren(...steps);
      } else say(make("p", "verdict undecided", "The code has errors."));
    } catch (error) {
      if (compared !== pair || error instanceof Stopped) return;
      show("old", []);
      show("new", []);
      const again = button("Restart", () => void compare());
      say(make("p", error instanceof Undecided ? "verdict undecided" : "verdict failed", words(error)), again);
    } finally {
      clearTimeout(slow);
      clearTimeout(end);
    }
  }

  /** Shows a verdict without an example. @param {...HTMLElement} parts */
  function say(...parts) {
    verdict.replaceChildren(...parts);
    example.replaceChildren();
  }

  /** Shows the errors and warnings of a part. @param {"old" | "new"} part @param {(Fault & { part: string })[]} all */
  function show(part, all) {
    const own = all.filter((fault) => fault.part === part);
    showFaults(fields[part], byId(`compare-${part}-faults`, HTMLElement), own);
  }

  const compareSoon = later(COMPARE_AFTER, () => keep() && void compare());
  for (const area of [fields.old.area, fields.new.area, requires]) area.addEventListener("input", compareSoon);
  whenHidden(keep);
  onChoice("compare-cpu", (cpu) => apply({ cpu, dead: [] }));
  const onClick = clicks((act) => {
    app.clear();
    return safely(act);
  });
  onClick("compare-share", async () => app.copy(await linkTo(pair), "The link to this comparison is"));
  const openFiles = prepareFiles({ safely, openings, pair: () => ({ ...pair, ...typed() }), open });
  onClick("compare-all", () => setDead([]));
  onClick("compare-swap", () => open({ ...pair, old: pair.new, new: pair.old }, kept.from, kept.isEdited));
  byId("compare-lessons", HTMLElement).replaceChildren(
    ...gallery.map((lesson) => card(lesson, () => void safely(() => open(checked(lesson.pair), "example")))),
  );

  return {
    /** @param {URLSearchParams} query */
    async shown(query) {
      for (const one of Object.values(fields)) void one.enhance();
      // A first visit that no link leads sees what there is to see.
      if (!isOpened) byId("compare-gallery", HTMLDetailsElement).open = query.size === 0 && !app.store.get("compare");
      if (!app.embedded && query.size > 0) history.replaceState(null, "", "#compare");
      await safely(async () => {
        const isWanted = openings.current();
        const linked = await asked(query);
        if (linked && isWanted()) open(linked, "link");
      });
      if (!isOpened) await safely(() => open(checked(kept.pair), kept.from, kept.isEdited));
    },
    dropped: openFiles,
  };
}

/** @param {string} id */
function field(id) {
  return new Field(byId(id, HTMLTextAreaElement), "sheet");
}

/** Returns what the browser keeps of a pair. @param {Pair} pair @param {Compared["from"]} from @returns {Compared} */
function keepable(pair, from) {
  return { name: pair.cpu, text: `${pair.old}\n${pair.new}`, from, pair };
}

/** Returns a pair of the gallery as a button. @param {Lesson} lesson @param {() => void} open */
function card({ title, about, verdict, pair }, open) {
  const choice = button("", open, "lesson");
  choice.append(make("strong", "", title), make("span", "facts", `${pair.cpu}, ${verdict}`), make("span", "", about));
  return make("li", "", choice);
}
