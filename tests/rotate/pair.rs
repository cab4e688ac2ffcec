//! The listing and the oracle, given the same keys and compared after each, and the state of a game that is compared; the machine with the
//! listing, operated by keys.

use std::{
    fmt::{Debug, Write},
    sync::LazyLock,
};

use arcadian_basic::{
    Basic, Dialect, Key, Line, Pause, Random,
    key::{self, Event},
    listing::{Form, Listing, errata::Errata},
    words::code,
};
use arcadian_board::rotate::{Board, Counters, Game, Prompt};
use arcadian_screen::{Ink, Picture, recognize};

use super::{
    coverage::{Coverage, Step},
    player::Action,
};

/// The source of the positions that line 16 draws.
enum Draws {
    /// RND(11), computed a second time for the oracle.
    Random(Random),
    /// Given positions, stored from `@(53)` on.
    Given(Vec<u8>),
}

/// The listing and the oracle after the same keys.
pub(super) struct Pair {
    machine: Machine,
    pub(super) game: Game,
    draws: Draws,
    unknown: Unknown,
    pause: Pause,
    origin: String,
    last: Option<Action>,
}

/// The maximum number of given positions: from `@(53)` to `@(72)`.
pub(super) const GIVEN: usize = 20;

/// Returns the lines that make line 16 use given positions and leave all other lines unchanged. The new line 16 is shorter;
/// the elements from `@(53)` on are free for levels up to 20.
pub(super) fn given(positions: &[u8]) -> Vec<String> {
    let words = positions.iter().zip(53..).map(|(position, n)| format!("@({n})={position}"));
    std::iter::once("16 P=@(I+52)".to_owned()).chain(words).collect()
}

impl Pair {
    /// Creates a pair after RUN, with further lines entered into the listing.
    pub(super) fn random(seed: u64, lines: &[&str]) -> Self {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let machine = Machine::patched(seed, &lines);
        let origin = format!("arcadian run rotate --seed {seed} --keys '…' {}", lines.join(" "));
        Self::new(machine, Draws::Random(Random::new(seed)), origin)
    }

    /// Creates a pair with given positions for line 16.
    pub(super) fn given(positions: &[u8], lines: &[&str]) -> Self {
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).chain(given(positions)).collect();
        let origin = format!("the listing, after {}", lines.join(" "));
        Self::new(Machine::patched(0, &lines), Draws::Given(positions.to_vec()), origin)
    }

    fn new(mut machine: Machine, draws: Draws, origin: String) -> Self {
        let pause = machine.start();
        let unknown = Unknown::default();
        Self { machine, game: Game::new(), draws, unknown, pause, origin, last: None }
    }

    /// Performs an action on both sides and records its events. Returns a description of the differences, if any.
    pub(super) fn perform(&mut self, action: Action, coverage: &mut Coverage) -> Result<(), String> {
        if self.last.is_none() {
            self.compare(true)?;
        }
        let before = self.game.clone();
        self.apply(&action)?;
        coverage.record(&Step {
            before: &before,
            last: self.last.as_ref(),
            action: &action,
            after: &self.game,
        });
        self.last = Some(action);
        Ok(())
    }

    /// Returns all keys so far as a script.
    pub(super) fn script(&self) -> String {
        self.machine.script()
    }

    /// Performs the keys of a script; `{HALT}` is HALT and RUN, and a level is a plain number.
    pub(super) fn perform_all(&mut self, script: &str, coverage: &mut Coverage) -> Result<(), String> {
        let mut typed = Vec::new();
        for event in key::parse(script).map_err(|error| error.to_string())? {
            let action = match (event, self.game.prompt()) {
                (Event::Key(Key::Halt), _) => Action::Restart,
                (Event::Key(Key::Code(code::GO)), Prompt::Level) => {
                    let level = typed.iter().fold(0, |number, digit| 10 * number + i16::from(digit - b'0'));
                    Action::Level { keys: std::mem::take(&mut typed), level }
                }
                (Event::Key(Key::Code(digit)), Prompt::Level) => {
                    typed.push(digit);
                    continue;
                }
                (Event::Key(Key::Code(key)), _) => Action::Key(key),
                (event, _) => return Err(format!("{event:?} is not a key")),
            };
            self.perform(action, coverage)?;
        }
        Ok(())
    }

    fn apply(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Key(key) => {
                self.pause = self.machine.press(Key::Code(*key));
                self.game.key(*key);
            }
            Action::Level { keys, level } => {
                self.type_level(keys)?;
                self.pause = self.machine.press(Key::Code(code::GO));
                self.answer_level(*level);
            }
            Action::Restart => {
                self.machine.queue_key(Key::Halt);
                b"RUN".iter().for_each(|&key| self.machine.queue_key(Key::Code(key)));
                self.pause = self.machine.press(Key::Code(code::GO));
                self.game.restart();
                self.unknown.typed.clear();
            }
        }
        if self.game.board_shown().is_none() {
            self.unknown.typed.clear();
        }
        self.compare(true)
    }

    /// Types the keys of a level into the listing and compares after each. The oracle takes the level as a number, so the
    /// typed text is kept in [`Unknown`].
    fn type_level(&mut self, keys: &[u8]) -> Result<(), String> {
        for &key in keys {
            match key {
                code::ERASE => drop(self.unknown.typed.pop()),
                _ => self.unknown.typed.extend(arcadian_screen::font::char_of(key)),
            }
            self.pause = self.machine.press(Key::Code(key));
            self.compare(false)?;
        }
        Ok(())
    }

    fn answer_level(&mut self, level: i16) {
        let mut given = 0..;
        self.game.level(level, || match &mut self.draws {
            Draws::Random(random) => random.draw(11) as u8,
            Draws::Given(positions) => {
                given.next().and_then(|i: usize| positions.get(i)).copied().unwrap_or(1)
            }
        });
        self.unknown.dealt |= self.game.board_shown().is_some();
    }

    /// Compares both sides; the new output only if the oracle took a key.
    fn compare(&mut self, with_output: bool) -> Result<(), String> {
        let listing = View::of_machine(&self.machine, self.pause, &self.game, &self.unknown);
        let oracle = View::of_game(&self.game, &self.unknown);
        let mut text = String::new();
        if listing != oracle {
            text = listing.differences(&oracle);
        }
        if with_output {
            add_difference(&mut text, "output", &self.machine.new_output(), &self.game.shown());
        }
        if !matches!(self.pause, Pause::Key | Pause::Answer) {
            text += &format!("the listing stopped: {:?}, {:?}\n", self.pause, self.machine.basic.ending());
        }
        let picture = oracle.picture(&self.game);
        if text.is_empty() && picture != *self.machine.basic.picture() {
            text = format!("picture\nlisting:\n{:?}oracle:\n{picture:?}", self.machine.basic.picture());
        }
        if text.is_empty() {
            return Ok(());
        }
        Err(format!("{}\nkeys: {}\n{text}", self.origin, self.machine.script()))
    }
}

const PRINTED: &str = arcadian_basic::rotate::LISTING;
const ERRATA: &str = arcadian_basic::rotate::ERRATA;

/// A number of statements greater than the game ever executes between two keys.
const BUDGET: u64 = 1_000_000;

/// The repaired listing.
static LISTING: LazyLock<Vec<Line>> = LazyLock::new(|| {
    let mut listing = Listing::read(PRINTED, Form::Listing).expect("the listing can be read");
    Errata::parse(ERRATA).and_then(|errata| errata.apply(&mut listing)).expect("the errata apply");
    listing.lines()
});

/// Bally BASIC with ROTATE, and the keys pressed so far.
pub(super) struct Machine {
    pub(super) basic: Basic,
    events: Vec<Event>,
    /// The number of transcript lines already returned by [`new_output`](Self::new_output).
    returned: u64,
}

impl Machine {
    /// Creates a machine with the repaired listing, not yet running.
    pub(super) fn new(seed: u64) -> Self {
        let mut basic = Basic::new(Dialect::Bally, seed);
        basic.load(LISTING.iter()).expect("the listing fits");
        Self { basic, events: Vec::new(), returned: 0 }
    }

    /// Creates a machine with the listing, then enters further lines and commands; not yet running.
    pub(super) fn patched(seed: u64, lines: &[String]) -> Self {
        let mut machine = Self::new(seed);
        for line in lines {
            machine.basic.enter(line).expect("characters of the machine");
            assert_eq!(machine.basic.run(BUDGET), Pause::Prompt, "{line}");
        }
        machine
    }

    /// Executes RUN up to the first prompt.
    pub(super) fn start(&mut self) -> Pause {
        self.basic.enter("RUN").expect("a word of the machine");
        self.basic.run(BUDGET)
    }

    /// Presses a key and runs to the next prompt.
    pub(super) fn press(&mut self, key: Key) -> Pause {
        self.queue_key(key);
        self.basic.run(BUDGET)
    }

    pub(super) fn queue_key(&mut self, key: Key) {
        self.events.push(Event::Key(key));
        match key {
            Key::Halt => self.basic.halt(),
            _ => self.basic.press(key),
        }
    }

    /// Presses the keys of a script and runs to the prompt after the last.
    pub(super) fn keys(&mut self, script: &str) -> Pause {
        let events = key::parse(script).expect("a good script");
        let mut pause = self.basic.run(BUDGET);
        for event in events {
            let Event::Key(key) = event else { panic!("{event:?} is not a key") };
            pause = self.press(key);
        }
        pause
    }

    /// Returns all keys so far as a script for `arcadian run --keys`.
    pub(super) fn script(&self) -> String {
        key::write(&self.events)
    }

    /// Returns the lines printed since the last call. An unfinished line of a prompt is returned once.
    pub(super) fn new_output(&mut self) -> Vec<String> {
        let transcript = self.basic.transcript();
        let skipped = self.returned.saturating_sub(transcript.dropped()) as usize;
        let lines: Vec<String> = transcript.lines().skip(skipped).map(str::to_owned).collect();
        self.returned = transcript.dropped() + (skipped + lines.len()) as u64;
        lines
    }

    pub(super) fn last_line(&self) -> &str {
        self.basic.transcript().lines().last().unwrap_or_default()
    }
}

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
