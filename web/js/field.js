// A text field of the page. When the editor is loaded it takes the place of the text area, which keeps the text. The editor lives in a
// shadow root, where its styles are constructed sheets, which the page's Content-Security-Policy allows.

import { replaceText } from "./dom.js";

/** @import { Editor } from "../editor.js" */

/** A text field. */
export class Field {
  /**
   * @param {HTMLTextAreaElement} area
   * @param {"listing" | "sheet"} language
   */
  constructor(area, language) {
    this.area = area;
    this.language = language;
    /** @type {Editor | undefined} */
    this.editor = undefined;
    this.isLoading = false;
    /** What is beside the lines. @type {Map<number, string>} */
    this.beside = new Map();
  }

  /** Loads the editor. Without it the text area works as it is. */
  async enhance() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const { Editor } = await import("../editor.js");
      const hadFocus = document.activeElement === this.area;
      this.editor = new Editor(this.area, this.language);
      this.editor.beside(this.beside);
      if (hadFocus) this.editor.select(this.area.selectionStart, this.area.selectionEnd);
    } catch {
      // The next visit of the view tries again.
      this.isLoading = false;
    }
  }

  get text() {
    return this.area.value;
  }

  /** Replaces the whole text, so that it can be undone. @param {string} text */
  set(text) {
    if (this.editor) this.editor.set(text);
    // In a lesson that one reads, it does not take the focus.
    else if (this.area.value && this.area.offsetParent && !this.area.closest(".embedded")) replaceText(this.area, text);
    else this.area.value = text;
  }

  /** Replaces a part of the text. @param {number} from @param {number} to @param {string} text */
  replace(from, to, text) {
    if (this.editor) this.editor.replace(from, to, text);
    else this.area.setRangeText(text, from, to, "end");
  }

  focus() {
    if (this.editor) this.editor.focus();
    else this.area.focus({ preventScroll: true });
  }

  /** Selects a part of the text and shows it. @param {number} from @param {number} to */
  select(from, to) {
    if (this.editor) return this.editor.select(from, to);
    const { area } = this;
    area.focus();
    area.setSelectionRange(from, to);
    const lines = area.value.slice(0, from).split("\n").length - 1;
    const height = parseFloat(getComputedStyle(area).lineHeight) || 20;
    area.scrollTop = Math.max(0, lines * height - area.clientHeight / 3);
    area.scrollLeft = 0;
  }

  /** Marks the lines at these places, as far as the editor is there. @param {number[]} places */
  mark(places) {
    this.editor?.mark(places);
  }

  /** Underlines parts of the text, as far as the editor is there. @param {[from: number, to: number][]} ranges */
  underline(ranges) {
    this.editor?.underline(ranges);
  }

  /** Shows texts beside lines, by their numbers from 1, as far as the editor is there. @param {Map<number, string>} texts */
  showBeside(texts) {
    this.beside = texts;
    this.editor?.beside(texts);
  }
}
