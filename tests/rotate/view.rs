//! The comparable state of a game, from the machine and from the oracle.

use super::pair::Machine;
use arcadian_basic::Pause;
use arcadian_board::rotate::{Board, Counters, Game, Prompt};
use arcadian_screen::{Ink, Picture, recognize};
use std::fmt::{Debug, Write};

/// The position of the count of revealed moves (line 36).
const COUNT_AT: (i16, i16) = (19, 35);
/// The position where the level is typed (line 13), after the eight characters of the prompt.
const TYPED_AT: (i16, i16) = (-77 + 8 * 6, 35);

/// A character on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Written {
    cx: i16,
    cy: i16,
    character: char,
    reversed: bool,
}

/// The state of a game between two keys.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct View {
    prompt: Prompt,
    /// `@(1)` to `@(16)`.
    board: Vec<i16>,
    /// `@(17)` to `@(32)`, after the first puzzle was made.
    original: Option<Vec<i16>>,
    /// `@(33)` on.
    stored: Vec<i16>,
    counters: Counters,
    colors: (u8, u8),
    characters: Vec<Written>,
}

/// The state that the oracle does not model.
#[derive(Clone, Debug, Default)]
pub(super) struct Unknown {
    /// The level as typed: `4+4` where the oracle has 8.
    pub(super) typed: String,
    /// Whether a puzzle has been made.
    pub(super) dealt: bool,
}

impl View {
    /// Reads the state of the machine.
    pub(super) fn of_machine(machine: &Machine, pause: Pause, game: &Game, unknown: &Unknown) -> Self {
        let words = |from: i16, count: usize| {
            (from..).take(count).map(|n| machine.basic.array(n).unwrap_or(i16::MIN)).collect()
        };
        let registers = machine.basic.colors().left;
        Self {
            prompt: prompt(machine, pause),
            board: words(1, 16),
            original: unknown.dealt.then(|| words(17, 16)),
            stored: words(33, game.stored().len()),
            counters: counters(machine.basic.variables()),
            colors: (registers[0], registers[2]),
            characters: recognized(machine.basic.picture()),
        }
    }

    /// Reads the state of the oracle.
    pub(super) fn of_game(game: &Game, unknown: &Unknown) -> Self {
        let words = |letters: &[u8]| letters.iter().map(|&letter| letter.into()).collect();
        Self {
            prompt: game.prompt(),
            board: words(game.board().letters()),
            original: unknown.dealt.then(|| words(game.original().letters())),
            stored: words(game.stored()),
            counters: game.counters(),
            colors: game.screen().colors(),
            characters: expected(game, unknown),
        }
    }

    /// Describes the fields that differ, machine first.
    pub(super) fn differences(&self, oracle: &View) -> String {
        let mut text = String::new();
        add_difference(&mut text, "prompt", &self.prompt, &oracle.prompt);
        add_difference(&mut text, "board", &self.board, &oracle.board);
        add_difference(&mut text, "original", &self.original, &oracle.original);
        add_difference(&mut text, "stored", &self.stored, &oracle.stored);
        add_difference(&mut text, "counters", &self.counters, &oracle.counters);
        add_difference(&mut text, "colors", &self.colors, &oracle.colors);
        let missing_in = |others: &[Written], characters: &[Written]| -> Vec<Written> {
            characters.iter().filter(|written| !others.contains(written)).copied().collect()
        };
        let machine = missing_in(&oracle.characters, &self.characters);
        let oracle = missing_in(&self.characters, &oracle.characters);
        add_difference(&mut text, "characters", &machine, &oracle);
        text
    }

    /// Returns the picture that shows the expected characters and the grid.
    pub(super) fn picture(&self, game: &Game) -> Picture {
        let mut picture = Picture::new();
        if game.screen().has_sliver() {
            picture.draw_code(-77, -24, b'B');
            picture.fill_box(0, -22, 159, 43, Ink::Background);
        }
        for i in (0..=40).step_by(10) {
            picture.fill_box(54, i, 41, 1, Ink::Foreground);
            picture.fill_box(i + 34, 20, 1, 41, Ink::Foreground);
        }
        for written in &self.characters {
            let code = arcadian_screen::font::code_of(written.character);
            code.into_iter().for_each(|code| picture.draw_code(written.cx, written.cy, code));
        }
        if self.characters.iter().any(|written| written.reversed) {
            picture.fill_box(21, 35, 13, 9, Ink::Reverse);
        }
        picture
    }
}

/// Describes a field if the two sides differ.
pub(super) fn add_difference<T: Debug + PartialEq>(text: &mut String, field: &str, machine: &T, oracle: &T) {
    if machine != oracle {
        let _ = writeln!(text, "{field}\n  listing: {machine:?}\n  oracle:  {oracle:?}");
    }
}

/// Determines the prompt from the last printed line.
fn prompt(machine: &Machine, pause: Pause) -> Prompt {
    match (pause, machine.last_line()) {
        (Pause::Answer, _) => Prompt::Level,
        (_, "ANSWER? (Y/N)") => Prompt::Answer,
        (_, "NEW GAME? (Y/N)") => Prompt::NewGame,
        (_, line) if line.starts_with("MOVE # ") && line.ends_with("?  ") => Prompt::Move,
        _ => Prompt::Step,
    }
}

fn counters(variables: [i16; 26]) -> Counters {
    let of = |name: u8| variables[usize::from(name - b'A')];
    Counters {
        b: of(b'B'),
        c: of(b'C'),
        d: of(b'D'),
        h: of(b'H'),
        k: of(b'K'),
        l: of(b'L'),
        m: of(b'M'),
        n: of(b'N'),
        p: of(b'P'),
        r: of(b'R'),
        s: of(b'S'),
        t: of(b'T'),
        v: of(b'V'),
    }
}

/// Returns the characters recognized on a picture.
fn recognized(picture: &Picture) -> Vec<Written> {
    let written = |found: recognize::Found| Written {
        cx: found.column as i16 - 77,
        cy: 40 - found.row as i16,
        character: found.character(),
        reversed: found.inverse,
    };
    sorted(recognize::characters(picture).into_iter().map(written).collect())
}

/// Returns the characters that the oracle expects on the screen.
fn expected(game: &Game, unknown: &Unknown) -> Vec<Written> {
    let mut characters = Vec::new();
    for (cx, cy, text) in game.text_at() {
        write(&mut characters, (cx, cy), &text, (cx, cy) == COUNT_AT);
    }
    characters
        .retain(|written| !(written.cy == TYPED_AT.1 && (TYPED_AT.0..COUNT_AT.0).contains(&written.cx)));
    write(&mut characters, TYPED_AT, &unknown.typed, false);
    if let Some(board) = game.board_shown() {
        characters.extend(letters(board));
    }
    sorted(characters)
}

fn write(characters: &mut Vec<Written>, (cx, cy): (i16, i16), text: &str, reversed: bool) {
    let visible = (cx..).step_by(6).zip(text.chars()).filter(|(_, character)| *character != ' ');
    characters.extend(visible.map(|(cx, character)| Written { cx, cy, character, reversed }));
}

/// Returns the board's letters with their positions on the screen.
fn letters(board: &Board) -> impl Iterator<Item = Written> {
    board.letters().iter().zip(0..).map(|(&letter, i)| Written {
        cx: 40 + i % 4 * 10,
        cy: 35 - i / 4 * 10,
        character: letter.into(),
        reversed: false,
    })
}

fn sorted(mut characters: Vec<Written>) -> Vec<Written> {
    characters.sort_unstable();
    characters
}
