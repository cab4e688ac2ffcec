// The line at the foot of the page: the source, the first lines of a report, and the theme.

import { applyTheme, remember, remembers, THEME } from "./basic.js";
import { byId, clicks } from "./dom.js";

/** @import { App } from "./types.js" */

/** @param {App} app */
export function prepareFooter({ copy, safely }) {
  // GitHub names the repository in the address of its pages.
  const owner = /^([\w-]+)\.github\.io$/.exec(location.hostname)?.[1];
  if (owner) byId("source", HTMLAnchorElement).href = `https://github.com/${owner}/${location.pathname.split("/")[1]}`;
  clicks(safely)("report", () => {
    const version = byId("version", HTMLElement).textContent;
    const view = location.hash.split("?")[0];
    return copy(`arcadian ${version}, view ${view}, ${navigator.userAgent}\nWhat I did and saw:\n`, "The first lines of a report are");
  });
  const theme = byId("theme", HTMLSelectElement);
  theme.value = remembers(THEME) ?? "";
  theme.addEventListener("change", () => {
    remember(THEME, theme.value);
    applyTheme();
  });
}
