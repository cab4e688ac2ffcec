// The visitor's way back to what was replaced: a list of it, and one click to what is the visitor's own.

import { button, make } from "./basic.js";
import { Latest, byId } from "./dom.js";
import { isOwn } from "./versions.js";

/** @import { App, Kind, Version } from "./types.js" */

const LONGEST_LINE = 60;
/** Returns what writes a time. It is not needed until the list is shown, and takes long to make. */
const timeFormat = () => new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/**
 * Prepares the button `VIEW-earlier`, which shows the list, and the line `VIEW-kept`, which is shown beside what is not the visitor's own.
 * Returns what updates that line.
 * @template {Kind} K
 * @param {App} app
 * @param {string} view
 * @param {K[]} kinds what the view shows
 * @param {(version: Version<K>) => unknown} bring shows a version
 */
export function prepareEarlier({ store, clear, safely }, view, kinds, bring) {
  const updates = new Latest();
  const dialog = byId("earlier-dialog", HTMLDialogElement);
  const line = byId(`${view}-kept`, HTMLElement);
  /** @param {Version<K> | undefined} version */
  const choose = (version) => {
    dialog.close();
    clear();
    return safely(() => version && bring(version));
  };
  byId(`${view}-earlier`, HTMLElement).addEventListener("click", async () => {
    const versions = await store.versions(kinds, { withTabs: true });
    if (byId(`view-${view}`, HTMLElement).hidden) return;
    const choices = versions.map((version) => {
      const choice = button(firstLine(version), () => choose(version));
      choice.append(make("span", "facts", about(version)));
      return choice;
    });
    byId("earlier-versions", HTMLElement).replaceChildren(...(choices.length ? choices : [make("p", "facts", "Nothing has been replaced.")]));
    dialog.showModal();
  });
  /** The latest work of the visitor's own in place of which something else is shown. @type {Version<K> | undefined} */
  let own;
  const text = make("span");
  line.append(
    text,
    " ",
    button("Back to yours", () => choose(own), "small-button"),
  );
  return async () => {
    const foreign = kinds.filter((kind) => store.get(kind)?.from);
    const isWanted = updates.begin();
    const versions = foreign.length ? await store.versions(foreign) : [];
    if (!isWanted()) return;
    own = versions.find(({ value }) => isOwn(value));
    line.hidden = !own;
    const isLinked = foreign.some((kind) => store.get(kind)?.from === "link");
    text.textContent = `${isLinked ? "This comes from a link. " : ""}Your own work is kept.`;
  };
}

/** @param {Version} version */
function firstLine({ kind, value: { text, name } }) {
  // All records of games begin alike.
  const first = kind === "boards" ? undefined : text.split("\n").find((one) => one.trim());
  const line = first ?? name ?? "";
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)} …` : line;
}

/** @param {Version} version */
function about({ time, value: { name, from } }) {
  return [name, timeFormat().format(time), ...(from ? [`from ${from === "link" ? "a link" : "an example"}`] : [])].join(" · ");
}
