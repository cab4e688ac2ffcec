// The gallery: programs of BASIC, demonstrations of machine code and cartridges of the Bally, each with a picture, a title and a line.

import { make } from "./basic.js";
import { once } from "./dom.js";
import { file } from "./wasm.js";

/** @import { Exhibit, Gallery, Item } from "./types.js" */

/** Returns the gallery, which is loaded once. @type {() => Promise<Gallery>} */
export const gallery = once(async () => (await file("gallery.json")).json());

/**
 * Returns the one with a name.
 * @template {{ name: string }} E
 * @param {E[]} exhibits
 * @param {string} name
 * @param {string} what
 */
export function named(exhibits, name, what) {
  const found = exhibits.find((exhibit) => exhibit.name === name);
  if (found) return found;
  throw new Error(`The gallery has no ${what} \`${name}\`. It has ${exhibits.map((exhibit) => exhibit.name).join(", ")}.`);
}

/** Returns the name and the text by which Play opens a program; ROTATE is there without a text. @param {Item} program */
export const opened = async ({ name, file: source }) => ({ name: source ?? name, text: source && (await (await file(source)).text()) });

/** Returns the same for the name of a program. @param {string} name */
export const programNamed = async (name) => opened(named((await gallery()).programs, name, "program"));

/**
 * Shows exhibits as cards. Those with a link lead there, the others are chosen.
 * @template {Exhibit} E
 * @param {HTMLElement} place
 * @param {E[]} exhibits
 * @param {(exhibit: E) => unknown} choose is called for a link as well
 */
export function show(place, exhibits, choose) {
  const cards = exhibits.map((exhibit) => {
    const picture = Object.assign(make("img"), { src: exhibit.picture, alt: "", width: 160, height: 103 });
    const words = make("span", "", make("strong", "", exhibit.title), make("span", "facts", exhibit.about));
    const card =
      exhibit.link === undefined
        ? Object.assign(make("button", "exhibit", picture, words), { type: "button" })
        : Object.assign(make("a", "exhibit", picture, words), { href: `#${exhibit.link}` });
    card.addEventListener("click", () => choose(exhibit));
    return make("li", "", card);
  });
  place.replaceChildren(...cards);
}
