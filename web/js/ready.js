// The parts of the page that come when it is shown: the line at its foot, and the copy that works offline.

import { byId, clicks } from "./dom.js";

/** @import { App } from "./types.js" */

/** Prepares the source and the first lines of a report. @param {App} app */
export function prepareFooter({ copy, safely }) {
  // GitHub names the repository in the address of its pages.
  const owner = /^([\w-]+)\.github\.io$/.exec(location.hostname)?.[1];
  if (owner) byId("source", HTMLAnchorElement).href = `https://github.com/${owner}/${location.pathname.split("/")[1]}`;
  clicks(safely)("report", () => {
    const version = byId("version", HTMLElement).textContent;
    const view = location.hash.split("?")[0];
    return copy(`arcadian ${version}, view ${view}, ${navigator.userAgent}\nWhat I did and saw:\n`, "The first lines of a report are");
  });
}

/** How often a page that stays open asks for a new version, in milliseconds. */
const ASK_AFTER = 3_600_000;

/**
 * Keeps the page for offline use. A new version is offered and never takes over by itself: a page loads its views when they are
 * needed, and they must be of its version.
 * @param {App["tell"]} tell
 */
export async function prepareOffline(tell) {
  const { serviceWorker } = navigator;
  let isFirst = !serviceWorker.controller;
  const registration = await serviceWorker.register("service-worker.js");
  const offer = () => {
    const next = registration.waiting;
    if (!next) return;
    tell("A new version of this page is here. Your work is kept.", "note", ["Use it", () => next.postMessage("take over")]);
  };
  if (registration.waiting && !isFirst) offer();
  registration.addEventListener("updatefound", () => {
    const next = registration.installing;
    next?.addEventListener("statechange", () => next.state === "installed" && serviceWorker.controller && offer());
  });
  // One tab has taken the new version. The others change as well, so that no view is of another version.
  serviceWorker.addEventListener("controllerchange", () => {
    // On the first visit the worker takes the page as it is.
    if (!isFirst) location.reload();
    isFirst = false;
  });
  let asked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" || Date.now() - asked < ASK_AFTER) return;
    asked = Date.now();
    // Without a connection there is no new version.
    registration.update().catch(() => {});
  });
}
