/** The editor built from `web/editor`. */
export class Editor {
  constructor(area: HTMLTextAreaElement, language: "listing" | "sheet");
  /** Replaces a part of the text, in UTF-16 offsets. It can be undone. */
  replace(from: number, to: number, text: string): void;
  /** Replaces the whole text. It can be undone. */
  set(text: string): void;
  /** Selects a part of the text and shows it. */
  select(from: number, to: number): void;
  focus(): void;
  /** Marks the lines at these places and underlines parts of the text, in UTF-16 offsets, in place of the marks before. */
  mark(places: number[], ranges?: [from: number, to: number][]): void;
  /** Shows texts beside lines, by their numbers from 1. */
  beside(texts: Map<number, string>): void;
  /** Underlines parts of the text, in UTF-16 offsets, in place of the marks before. */
  underline(ranges: [from: number, to: number][]): void;
}
