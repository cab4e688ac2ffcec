// The editor of the views Listing, Step and Compare: CodeMirror with the notation of listings and of sheets.

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { EditorState, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, EditorView, GutterMarker, gutter, keymap } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The sixteen words of Bally BASIC, its commands STOP and TRACE, and REM of other BASICs. */
const WORDS = /^(LIST|CLEAR|RUN|NEXT|LINE|IF|GOTO|GOSUB|RETURN|BOX|FOR|INPUT|PRINT|STEP|RND|TO|STOP|REM|TRACE)/;

const LISTING = {
  startState: () => ({ isAtStart: true }),
  token(stream, state) {
    if (stream.sol()) state.isAtStart = true;
    if (state.isAtStart && stream.match(/^\s*\([^)]*\)/)) return "meta";
    if (state.isAtStart && stream.match(/^\s*\d+/)) {
      state.isAtStart = false;
      return "labelName";
    }
    if (stream.match(/^[;\s]*\./)) {
      stream.skipToEnd();
      return "comment";
    }
    state.isAtStart = false;
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(WORDS)) return "keyword";
    if (stream.match(/^\d+/)) return "number";
    stream.next();
    return null;
  },
};

const SHEET = {
  startState: () => ({ hasMnemonic: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.hasMnemonic = false;
      if (stream.match(/^\s*;!.*/)) return "meta";
      // The hand-assembled columns: address and bytes.
      if (stream.match(/^[0-9A-Fa-f]{4}( [0-9A-Fa-f]{2})*(?=\s)/)) return "comment";
      if (stream.match(/^[A-Za-z_.][\w.]*:?/)) return "labelName";
    }
    if (stream.match(/^;.*/)) return "comment";
    if (stream.match(/^[A-Za-z_.][\w.]*:/)) return "labelName";
    if (!state.hasMnemonic && stream.match(/^[A-Za-z]+/)) {
      state.hasMnemonic = true;
      return "keyword";
    }
    if (stream.match(/^'[^']*'?|^"[^"]*"?/)) return "string";
    if (stream.match(/^(\$[0-9A-Fa-f]+|\d[0-9A-Fa-f]*[HhBbOo]?|%[01]+)/)) return "number";
    stream.next();
    return null;
  },
};

/** Colors by the page's own variables, for light and dark. */
const COLORS = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--accent)", fontWeight: "600" },
  { tag: tags.string, color: "var(--good)" },
  { tag: tags.comment, color: "var(--soft)" },
  { tag: tags.meta, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.labelName, fontWeight: "700" },
]);

const THEME = EditorView.theme({
  "&": { height: "100%", border: "1px solid var(--soft)", borderRadius: "6px", backgroundColor: "var(--ground)", color: "var(--ink)" },
  "&.cm-focused": { outline: "3px solid var(--focus)" },
  ".cm-scroller": { font: '14px/20px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace' },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { border: "0", borderRight: "1px solid var(--line)", backgroundColor: "var(--panel)", color: "var(--soft)" },
  ".cm-beside": { whiteSpace: "pre", fontSize: "12px" },
  ".cm-beside .cm-gutterElement": { padding: "0 6px" },
  ".cm-wrong": { textDecoration: "underline wavy var(--bad) 1.5px", textUnderlineOffset: "3px", backgroundColor: "var(--bad-ground)" },
  ".cm-marked": { backgroundColor: "var(--bad-ground)", boxShadow: "inset 3px 0 var(--bad)", outline: "1px solid transparent", outlineOffset: "-1px" },
});

/** A text beside a line. */
class Beside extends GutterMarker {
  constructor(text) {
    super();
    this.text = text;
  }

  eq(other) {
    return other.text === this.text;
  }

  toDOM() {
    return document.createTextNode(this.text);
  }
}

const setBeside = StateEffect.define();
const beside = StateField.define({
  create: () => RangeSet.empty,
  update: (old, transaction) => {
    const set = transaction.effects.find((effect) => effect.is(setBeside));
    return set ? set.value : old.map(transaction.changes);
  },
});

/** A set of decorations that moves with the text, and the effect that replaces it. */
function decorations() {
  const replace = StateEffect.define();
  const field = StateField.define({
    create: () => Decoration.none,
    update: (old, transaction) => {
      const set = transaction.effects.find((effect) => effect.is(replace));
      return set ? set.value : old.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return { field, replace };
}

// Lines are marked by one part of the page and text is underlined by another, so neither may delete what the other shows.
const marked = decorations();
const underlined = decorations();

/** An editor in the place of a text area, whose value it keeps. */
export class Editor {
  constructor(area, language) {
    this.area = area;
    const listing = language === "listing";
    // In a shadow root the styles are constructed sheets, which the page's policy allows.
    this.host = document.createElement("div");
    this.host.className = "editor-host";
    const root = this.host.attachShadow({ mode: "open", delegatesFocus: true });
    this.view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: area.value,
        extensions: [
          history(),
          // Tab moves on: the keyboard must not be caught.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          StreamLanguage.define(listing ? LISTING : SHEET),
          syntaxHighlighting(COLORS),
          THEME,
          marked.field,
          underlined.field,
          EditorView.contentAttributes.of({
            "aria-label": area.getAttribute("aria-label") ?? "Text",
            autocapitalize: "off",
            spellcheck: "false",
            tabindex: "0",
          }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return;
            area.value = update.state.doc.toString();
            area.dispatchEvent(new Event("input"));
          }),
        ],
      }),
    });
    area.after(this.host);
    area.hidden = true;
  }

  /** Replaces a part of the text, which can be undone. */
  replace(from, to, text) {
    const { length } = this.view.state.doc;
    this.view.dispatch({ changes: { from: Math.min(from, length), to: Math.min(to, length), insert: text }, annotations: isolateHistory.of("full") });
  }

  /** Replaces the whole text, which can be undone. */
  set(text) {
    if (text !== this.view.state.doc.toString()) this.replace(0, this.view.state.doc.length, text);
  }

  /** Selects a part of the text and shows it. */
  select(from, to) {
    this.view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    this.view.focus();
  }

  focus() {
    this.view.focus();
  }

  /** Marks the lines that begin at these places, in place of the lines marked before. */
  mark(places) {
    const { doc } = this.view.state;
    const line = Decoration.line({ class: "cm-marked" });
    const starts = [...new Set(places.filter((place) => place <= doc.length).map((place) => doc.lineAt(place).from))];
    this.#decorate(
      marked,
      starts.map((start) => line.range(start)),
    );
  }

  /** Underlines parts of the text, in place of the parts underlined before. */
  underline(ranges) {
    const { doc } = this.view.state;
    const wrong = Decoration.mark({ class: "cm-wrong" });
    const inside = ranges.filter(([from, to]) => from < to && to <= doc.length);
    this.#decorate(
      underlined,
      inside.map(([from, to]) => wrong.range(from, to)),
    );
  }

  #decorate({ replace }, all) {
    this.view.dispatch({ effects: replace.of(Decoration.set(all, true)) });
  }

  /** Shows texts beside lines, by their numbers from 1. */
  beside(texts) {
    const { doc } = this.view.state;
    const lines = [...texts].filter(([number]) => number <= doc.lines).map(([number, text]) => new Beside(text).range(doc.line(number).from));
    const effects = [setBeside.of(RangeSet.of(lines, true))];
    // A text without such lines has no margin.
    if (texts.size && !this.view.state.field(beside, false)) {
      effects.push(
        StateEffect.appendConfig.of([beside.init(() => effects[0].value), gutter({ class: "cm-beside", markers: (view) => view.state.field(beside) })]),
      );
    }
    this.view.dispatch({ effects });
  }
}
