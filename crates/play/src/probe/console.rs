//! A machine with a cartridge of BASIC at its prompt: lines are typed on the keypad, and what it shows is read, as cells of
//! characters, whatever their shapes are.

use std::collections::HashMap;

use arcadian_bally::{Bally, Input};
use arcadian_basic::{Key, key::Event, words::code};
use arcadian_screen::{Picture, font};

use crate::bally::{basic::strokes, keys};

/// The frames until a machine that was switched on shows its prompt.
const BOOT: u64 = 300;
/// The frames without a change after which a picture is complete.
const STILL: u64 = 12;
/// The frames for which keys are down, and up, from the fastest to the slowest.
const TEMPOS: [u64; 3] = [4, 7, 15];
/// The most cells of a prompt.
const LONGEST_PROMPT: usize = 8;
/// The most keys of a line.
const LONGEST_LINE: usize = 100;
/// The characters typed at once to learn their shapes.
const LESSON: usize = 10;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    #[error(
        "the cartridge ran away ({0}): it needs the on-board ROM of the console, which --rom gives, or it is damaged"
    )]
    Runaway(String),
    #[error("this is not a BASIC cartridge: at power-up the screen has {0}, and typed digits do not appear")]
    NoBasic(String),
    #[error("typed digits appear, but not in cells of 6 × 8 pixels: this is not Bally BASIC")]
    NoCells,
}

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The prompt has come back.
    Prompt,
    /// The prompt has not come back within the time.
    Busy,
}

/// A machine at its prompt.
#[derive(Clone)]
pub(crate) struct Console {
    bally: Bally,
    input: Input,
    tempo: u64,
    prompt: Vec<CellContent>,
    pub(crate) glyphs: Glyphs,
}

impl Console {
    /// Waits for the prompt of a machine that was just switched on, and learns the shapes of its characters.
    pub(crate) fn start(mut bally: Bally) -> Result<Self, ProbeError> {
        let menu = arcadian_bally::PadKey::with_legend("1");
        for choice in [None, menu] {
            let mut console = Self {
                bally: bally.clone(),
                input: Input::default(),
                tempo: TEMPOS[0],
                prompt: Vec::new(),
                glyphs: Glyphs::default(),
            };
            console.frames(BOOT);
            choice.into_iter().for_each(|key| console.tap(key));
            console.settle(BOOT);
            if let Some(why) = console.bally.runaway() {
                return Err(ProbeError::Runaway(why.name().to_owned()));
            }
            if console.finds_prompt()? {
                console.learn();
                return Ok(console);
            }
            bally = console.bally.clone();
            bally.reset();
        }
        let shown = Screen::of_bally(&bally).end().map_or("nothing on it", |_| "something on it");
        Err(ProbeError::NoBasic(shown.to_owned()))
    }

    /// Types digits: where they appear, the prompt is before them. Finds the fastest tempo at which none is lost.
    fn finds_prompt(&mut self) -> Result<bool, ProbeError> {
        const DIGITS: &[u8] = b"88888";
        let before = self.screen();
        let Some((column, row)) = before.end().filter(|end| end.0 <= LONGEST_PROMPT) else {
            return Ok(false);
        };
        for tempo in TEMPOS {
            let mut tried = self.clone();
            tried.tempo = tempo;
            DIGITS.iter().for_each(|digit| tried.press(*digit));
            tried.settle(BOOT);
            let after = tried.screen();
            let typed: Vec<_> = (column..column + DIGITS.len()).map(|at| after.cell(at, row)).collect();
            if after.changes(&before).is_empty() {
                continue;
            }
            if typed.iter().any(|cell| *cell != typed[0]) || typed[0] == [0; 8] {
                if tempo == TEMPOS[TEMPOS.len() - 1] {
                    return Err(ProbeError::NoCells);
                }
                continue;
            }
            self.tempo = tempo;
            self.prompt = (0..column).map(|at| CellContent::Pixels(before.cell(at, row))).collect();
            return Ok(true);
        }
        Ok(false)
    }

    /// Types each character and keeps its shape. The machine itself stays at its prompt.
    fn learn(&mut self) {
        let codes: Vec<u8> = (33..=99).filter(|code| strokes(Key::Code(*code)).is_some()).collect();
        let mut learned = Glyphs::default();
        for lesson in codes.chunks(LESSON) {
            let mut pupil = self.clone();
            let Some((column, row)) = pupil.screen().end() else { continue };
            lesson.iter().for_each(|code| pupil.press(*code));
            pupil.settle(BOOT);
            let screen = pupil.screen();
            for (at, code) in lesson.iter().enumerate() {
                learned.learn(screen.cell(column + at, row), *code);
            }
        }
        let prompt = self.screen().rows(&learned);
        self.prompt = self.screen().end().map(|(_, row)| prompt[row].clone()).unwrap_or_default();
        self.glyphs = learned;
    }

    pub(crate) fn prompt(&self) -> String {
        text(&self.prompt)
    }

    pub(crate) fn prompt_row(&self) -> Vec<CellContent> {
        self.prompt.clone()
    }

    pub(crate) fn bally(&self) -> &Bally {
        &self.bally
    }

    pub(crate) fn screen(&self) -> Screen {
        Screen::of_bally(&self.bally)
    }

    pub(crate) fn rows(&self) -> Vec<Vec<CellContent>> {
        self.screen().rows(&self.glyphs)
    }

    pub(crate) fn frames(&mut self, count: u64) {
        for _ in 0..count {
            self.bally.run_frame(&self.input);
        }
    }

    /// Presses the keys of a character or word. A code without a key does nothing.
    pub(crate) fn press(&mut self, code: u8) {
        self.press_key(Key::Code(code));
    }

    pub(crate) fn press_key(&mut self, key: Key) {
        strokes(key).into_iter().flatten().for_each(|key| self.tap(key));
    }

    /// Holds these keys of the pad, and no others.
    pub(crate) fn hold(&mut self, keys: &[arcadian_bally::PadKey]) {
        self.input.columns = Input::default().columns;
        keys.iter().for_each(|key| self.input.press(*key));
    }

    pub(crate) fn act(&mut self, event: &Event) {
        match event {
            Event::Key(key) => self.press_key(*key),
            Event::Controller(number, controller) => {
                let handle = number.checked_sub(1).and_then(|index| self.input.handles.get_mut(index));
                handle.into_iter().for_each(|place| *place = keys::handle(*controller));
            }
            Event::At(_) | Event::Hold(_) | Event::Reset | Event::Prompt => {}
        }
    }

    fn tap(&mut self, key: arcadian_bally::PadKey) {
        self.input.press(key);
        self.frames(self.tempo);
        self.input.release(key);
        self.frames(self.tempo);
    }

    /// Runs until the picture has not changed for some frames, or for at most `limit` frames.
    pub(crate) fn settle(&mut self, limit: u64) {
        let (mut last, mut still) = (self.screen(), 0);
        for _ in 0..limit {
            self.frames(1);
            let now = self.screen();
            still = if now == last { still + 1 } else { 0 };
            last = now;
            if still >= STILL {
                break;
            }
        }
    }

    /// Types a line with GO, and runs until the prompt comes back or for at most `limit` frames. Returns also the frames that
    /// it took, without those in which the picture stood still at the end.
    pub(crate) fn enter(&mut self, keys: &[u8], limit: u64) -> (Answer, u64) {
        keys.iter().take(LONGEST_LINE).for_each(|key| self.press(*key));
        let start = self.bally.frames();
        self.press(code::GO);
        self.wait(start, limit)
    }

    /// Runs until the prompt is shown.
    pub(crate) fn wait(&mut self, start: u64, limit: u64) -> (Answer, u64) {
        let (mut still, mut last) = (0, None);
        loop {
            let screen = self.screen();
            let at_prompt = self.is_prompt(&screen);
            still = if at_prompt && last.as_ref() == Some(&screen) { still + 1 } else { 0 };
            last = Some(screen);
            let passed = self.bally.frames() - start;
            if still >= STILL {
                return (Answer::Prompt, passed - STILL);
            }
            if passed >= limit || self.bally.runaway().is_some() {
                return (Answer::Busy, passed);
            }
            self.frames(1);
        }
    }

    fn is_prompt(&self, screen: &Screen) -> bool {
        has_prompt(&screen.rows(&self.glyphs), &self.prompt)
    }
}

/// Returns whether a row has the prompt and no character after it. There may be a picture on the screen.
pub(crate) fn has_prompt(rows: &[Vec<CellContent>], prompt: &[CellContent]) -> bool {
    rows.iter().any(|row| {
        let after = row.strip_prefix(prompt).map(<[CellContent]>::first);
        matches!(after, Some(None | Some(CellContent::Pixels(_) | CellContent::Character(b' '))))
    })
}

pub(crate) const COLUMNS: usize = 26;
pub(crate) const ROWS: usize = 11;
const WIDTH: usize = 6;
const HEIGHT: usize = 8;
/// The pixels of the screen of BASIC.
const PIXELS: (usize, usize) = (160, 88);

/// The pixels of a cell, a row in each byte, the leftmost pixel in bit 5.
pub(crate) type Cell = [u8; HEIGHT];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CellContent {
    /// A character, by its code.
    Character(u8),
    /// Pixels that are no known character.
    Pixels(Cell),
}

/// A picture in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Screen(Vec<Cell>);

impl Screen {
    /// Reads what the television shows: what differs from the most frequent color is ink.
    pub(crate) fn of_bally(bally: &Bally) -> Self {
        let color = |x: usize, y: usize| bally.frame().pixel_color(x, y);
        let mut counts = [0_usize; 256];
        (0..PIXELS.1).for_each(|y| (0..PIXELS.0).for_each(|x| counts[usize::from(color(x, y))] += 1));
        let paper = (0..=255_u8).max_by_key(|color| counts[usize::from(*color)]).unwrap_or(0);
        Self::read(|x, y| color(x, y) != paper)
    }

    /// Reads a picture of the interpreter.
    pub(crate) fn of_picture(picture: &Picture) -> Self {
        Self::read(|x, y| picture.at(x, y))
    }

    fn read(is_ink: impl Fn(usize, usize) -> bool) -> Self {
        let cell = |column: usize, row: usize| -> Cell {
            std::array::from_fn(|y| {
                let ink = |x: usize| is_ink(column * WIDTH + x, row * HEIGHT + y);
                (0..WIDTH).fold(0, |bits, x| bits << 1 | u8::from(ink(x)))
            })
        };
        Self((0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| cell(column, row))).collect())
    }

    pub(crate) fn cell(&self, column: usize, row: usize) -> Cell {
        self.0[row * COLUMNS + column]
    }

    /// Returns the cells that differ from those of another screen, as column and row.
    pub(crate) fn changes(&self, other: &Screen) -> Vec<(usize, usize)> {
        let differs = |index: &usize| self.0[*index] != other.0[*index];
        (0..self.0.len()).filter(differs).map(|index| (index % COLUMNS, index / COLUMNS)).collect()
    }

    /// Returns the place after the last cell that is not blank.
    pub(crate) fn end(&self) -> Option<(usize, usize)> {
        let last = self.0.iter().rposition(|cell| *cell != [0; HEIGHT])?;
        Some((last % COLUMNS + 1, last / COLUMNS))
    }

    /// Returns the rows without their trailing blanks.
    pub(crate) fn rows(&self, glyphs: &Glyphs) -> Vec<Vec<CellContent>> {
        self.0
            .chunks(COLUMNS)
            .map(|row| trimmed(row.iter().map(|cell| glyphs.shown(*cell)).collect()))
            .collect()
    }
}

/// Returns a row without its trailing blanks.
pub(crate) fn trimmed(mut row: Vec<CellContent>) -> Vec<CellContent> {
    let length =
        row.iter().rposition(|shown| *shown != CellContent::Character(b' ')).map_or(0, |last| last + 1);
    row.truncate(length);
    row
}

/// Returns the text of a row; `▒` stands for pixels that are no character.
pub(crate) fn text(row: &[CellContent]) -> String {
    row.iter()
        .map(|shown| match shown {
            CellContent::Character(code) => font::char_of(*code).unwrap_or('▒'),
            CellContent::Pixels(_) => '▒',
        })
        .collect()
}

/// The shapes of characters, by their pixels.
#[derive(Clone, Debug, Default)]
pub(crate) struct Glyphs(HashMap<Cell, u8>);

impl Glyphs {
    /// Returns the shapes of this project's font.
    pub(crate) fn own() -> Self {
        let mut glyphs = Self::default();
        for code in 33..=99 {
            let mut picture = Picture::new();
            picture.draw_code(-77, 40, code);
            glyphs.learn(Screen::of_picture(&picture).cell(0, 0), code);
        }
        glyphs
    }

    /// Learns a shape. Of two characters with the same shape the first one is kept; then it returns false.
    pub(crate) fn learn(&mut self, cell: Cell, code: u8) -> bool {
        cell != [0; HEIGHT] && *self.0.entry(cell).or_insert(code) == code
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn shown(&self, cell: Cell) -> CellContent {
        if cell == [0; HEIGHT] {
            return CellContent::Character(b' ');
        }
        self.0.get(&cell).map_or(CellContent::Pixels(cell), |code| CellContent::Character(*code))
    }
}
