//! Terminal output with as few escape sequences as possible (ECMA-48: CUP, SGR).

use std::fmt::Write;

/// A color in an escape sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paint {
    Rgb([u8; 3]),
    Ansi(u8),
}

impl Paint {
    /// Returns the SGR parameters; `base` is 30 for the character and 40 for the background.
    fn parameters(self, base: u8) -> String {
        match self {
            Paint::Rgb([red, green, blue]) => format!("{};2;{red};{green};{blue}", base + 8),
            Paint::Ansi(color @ 0..=7) => (base + color).to_string(),
            Paint::Ansi(bright) => (base + 60 + bright % 8).to_string(),
        }
    }
}

/// A character with the colors that are visible in it.
#[derive(PartialEq, Eq)]
pub(super) struct Painted {
    pub(super) character: char,
    pub(super) ink: Option<Paint>,
    pub(super) paper: Option<Paint>,
}

/// Text for a terminal, and the colors that are set at its end.
#[derive(Default)]
pub(super) struct Pen {
    out: String,
    ink: Option<Paint>,
    paper: Option<Paint>,
}

impl Pen {
    pub(super) fn move_to(&mut self, row: u32, column: u32) {
        let _ = write!(self.out, "\x1b[{row};{column}H");
    }

    pub(super) fn put(&mut self, painted: &Painted) {
        let ink = change(&mut self.ink, painted.ink, 30);
        let paper = change(&mut self.paper, painted.paper, 40);
        let codes: Vec<String> = ink.into_iter().chain(paper).collect();
        if !codes.is_empty() {
            let _ = write!(self.out, "\x1b[{}m", codes.join(";"));
        }
        self.out.push(painted.character);
    }

    /// Returns the text; resets the colors if any are set.
    pub(super) fn finish(mut self) -> String {
        if self.ink.or(self.paper).is_some() {
            self.out.push_str("\x1b[0m");
        }
        self.out
    }
}

/// Returns the parameters that switch to `wanted`, if it is visible and differs from the current color.
fn change(now: &mut Option<Paint>, wanted: Option<Paint>, base: u8) -> Option<String> {
    let paint = wanted.filter(|_| *now != wanted)?;
    *now = wanted;
    Some(paint.parameters(base))
}
