//! A test of a cartridge with Bally BASIC, rule by rule.
//!
//! The rules of docs/bally-basic.md have cases, small programs with expected results. [`Probe`] types each of them on the keypad
//! of an emulated machine with any cartridge, reads the screen, and compares it with the interpreter of this project. The shapes
//! of the characters are learned from the cartridge, by typing the known ones first. A report has no byte of the cartridge.
//!
//! ```
//! use arcadian_bally::{Bally, Cartridge, Config};
//! use arcadian_basic::Dialect;
//! use arcadian_play::probe::{Finding, Probe, case};
//!
//! let cartridge = Cartridge::new(arcadian_bally::ARCADIAN_BASIC)?;
//! let bally = Bally::new(Config { cartridge: Some(cartridge), sample_rate: 0, ..Config::default() });
//! let probe = Probe::start(bally, Dialect::Bally)?;
//! let case = case::all().into_iter().find(|case| case.name == "levels of operators and parentheses").expect("a case");
//! assert_eq!(probe.judge(&case), Finding::Agrees);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod case;
mod console;
mod measure;
pub mod report;

use arcadian_bally::Bally;
use arcadian_basic::{
    Basic, Dialect, Key,
    key::{self, Event},
    scan_text,
    words::code,
};

use crate::probe::console::{Answer, CellContent, Glyphs, Screen, has_prompt, text, trimmed};
use case::Case;
use console::Console;
use report::CaseResult;

pub use console::ProbeError;
pub use measure::{MeasuredValue, names as measurement_names};

/// The finding of a case about a cartridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The cartridge does what the interpreter does.
    Agrees,
    Differs {
        /// Output of the interpreter.
        expected: Vec<String>,
        /// Output of the cartridge.
        found: Vec<String>,
    },
    NotTestable(Untypable),
}

/// A cartridge at its prompt.
pub struct Probe {
    console: Console,
    dialect: Dialect,
}

impl Probe {
    /// Switches a machine on, waits for the prompt, and learns the shapes of the characters.
    pub fn start(bally: Bally, dialect: Dialect) -> Result<Self, ProbeError> {
        Ok(Self { console: Console::start(bally)?, dialect })
    }

    /// Types a case and compares what is shown.
    pub fn judge(&self, case: &Case) -> Finding {
        let typed = match TypedCase::of(case, self.dialect) {
            Ok(typed) => typed,
            Err(why) => return Finding::NotTestable(why),
        };
        let (expected, tstates) = in_the_interpreter(&typed, self.dialect);
        let found = on_the_console(&self.console, &typed, tstates);
        if found == expected {
            Finding::Agrees
        } else {
            Finding::Differs { expected: expected.text(), found: found.text() }
        }
    }

    /// Types a case and keeps what it showed.
    pub fn examine(&self, case: &Case) -> CaseResult {
        let input = Some(format!("keys {}", case.keys)).filter(|_| !case.keys.is_empty());
        let commands = case.commands.iter().map(|command| format!("$ {command}"));
        CaseResult {
            name: case.name.clone(),
            lines: case.program.iter().cloned().chain(commands).chain(input).collect(),
            finding: self.judge(case),
        }
    }

    /// Measures what cases cannot ask, one by one.
    pub fn measure(&self) -> impl Iterator<Item = MeasuredValue> + '_ {
        measure::all(&self.console)
    }

    pub fn measured(&self, name: &str) -> Option<MeasuredValue> {
        measure::one(&self.console, name)
    }

    pub fn prompt(&self) -> String {
        self.console.prompt()
    }

    /// Returns the number of characters whose shapes were learned.
    pub fn characters(&self) -> usize {
        self.console.glyphs.len()
    }
}

/// The most statements that a case executes.
const BUDGET: u64 = 100_000;
/// The frames in which a line that is only stored must lead to the prompt.
const STORE: u64 = 300;
/// The least frames that a program gets.
const LEAST: u64 = 600;
/// The factor by which a program may take longer than in the interpreter.
const SLOWER: u64 = 4;
/// The T-states of a frame, about.
const FRAME: u64 = 29_802;

/// The output of a case: the rows after RUN, and the values asked afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) rows: Vec<Vec<CellContent>>,
    /// Whether the prompt came back.
    pub(crate) ends: bool,
    pub(crate) values: Vec<String>,
}

impl Outcome {
    /// Returns what is shown, for a report.
    pub(crate) fn text(&self) -> Vec<String> {
        let end = (!self.ends).then(|| "(the prompt does not come back)".to_owned());
        let rows = self.rows.iter().map(|row| text(row));
        rows.chain(self.values.iter().map(|value| format!("then PRINT shows {value}"))).chain(end).collect()
    }
}

/// A case as keys.
pub(crate) struct TypedCase {
    /// The lines before RUN, and RUN.
    lines: Vec<Vec<u8>>,
    /// The state of the hand controllers before RUN.
    before: Vec<Event>,
    /// The events after RUN.
    events: Vec<Event>,
    values: Vec<Vec<u8>>,
    runs: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Untypable {
    #[error("a line has a character that has no key")]
    Character,
    #[error("its input is given at a count of statements, holds keys, or resets the machine")]
    Events,
    #[error("it is about the other dialect")]
    Dialect,
    #[error("what it draws depends on the time at the prompt")]
    Random,
    #[error("a line is too long to be typed")]
    Long,
}

impl TypedCase {
    pub(crate) fn of(case: &Case, dialect: Dialect) -> Result<Self, Untypable> {
        if case.dialect != dialect {
            return Err(Untypable::Dialect);
        }
        let texts = || case.program.iter().chain(&case.commands);
        let draws =
            |text: &String| text.contains("RND") && !text.contains("RND(1)") && !text.contains("RND (1)");
        // An error does not depend on what is drawn.
        if case.error.is_none() && texts().any(draws) {
            return Err(Untypable::Random);
        }
        let mut lines = case.program.iter().map(|line| keys(line)).collect::<Result<Vec<_>, _>>()?;
        if case.no_run {
            lines.push(vec![code_of("CLEAR")]);
        }
        for command in &case.commands {
            lines.push(keys(command)?);
        }
        if !case.no_run {
            lines.extend([vec![code_of("CLEAR")], vec![code_of("RUN")]]);
        }
        if lines.iter().any(|line| line.len() > 100) {
            return Err(Untypable::Long);
        }
        let mut events = key::parse(&case.keys).map_err(|_| Untypable::Events)?;
        if events
            .iter()
            .any(|event| matches!(event, Event::At(_) | Event::Hold(_) | Event::Reset | Event::Prompt))
        {
            return Err(Untypable::Events);
        }
        let keys_from =
            events.iter().position(|event| matches!(event, Event::Key(_))).unwrap_or(events.len());
        let before = events.drain(..keys_from).collect();
        let values = case.values.iter().map(|(name, _)| keys(&format!("PRINT #1,{name}")));
        Ok(Self { lines, before, events, values: values.collect::<Result<_, _>>()?, runs: !case.no_run })
    }
}

pub(crate) fn code_of(word: &str) -> u8 {
    scan_text(word).ok().and_then(|bytes| bytes.first().copied()).unwrap_or(code::GO)
}

pub(crate) fn keys(line: &str) -> Result<Vec<u8>, Untypable> {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, rest) = line.split_at(digits);
    let rest = if number.is_empty() { rest } else { rest.strip_prefix(' ').unwrap_or(rest) };
    let bytes = scan_text(rest).map_err(|_| Untypable::Character)?;
    // A blank that is not stored separates the number from a digit.
    let blank = bytes.first().is_some_and(|byte| byte.is_ascii_digit() && !number.is_empty()).then_some(b' ');
    let all: Vec<u8> = number.bytes().chain(blank).chain(bytes).collect();
    let has_key = |byte: &u8| crate::bally::basic::strokes(Key::Code(*byte)).is_some();
    if all.iter().all(has_key) { Ok(all) } else { Err(Untypable::Character) }
}

pub(crate) fn in_the_interpreter(typed: &TypedCase, dialect: Dialect) -> (Outcome, u64) {
    let glyphs = Glyphs::own();
    let mut basic = Basic::new(dialect, 1);
    basic.show_prompt();
    let prompt = trimmed(Screen::of_picture(basic.picture()).rows(&glyphs)[0].clone());
    let press = |basic: &mut Basic, key: Key| {
        basic.press(key);
        basic.run(BUDGET);
        basic.show_prompt();
    };
    let last = typed.lines.len().saturating_sub(1);
    for (index, line) in typed.lines.iter().enumerate() {
        line.iter().for_each(|code| press(&mut basic, Key::Code(*code)));
        if index == last {
            typed.before.iter().for_each(|event| act(&mut basic, event));
        }
        press(&mut basic, Key::Code(code::GO));
    }
    for event in &typed.events {
        act(&mut basic, event);
        basic.run(BUDGET);
        basic.show_prompt();
    }
    let tstates = basic.tstates();
    let rows = Screen::of_picture(basic.picture()).rows(&glyphs);
    let ends = has_prompt(&rows, &prompt);
    let rows = region(rows, typed, &prompt);
    let values = typed.values.iter().filter(|_| ends).map(|keys| {
        let clear = [code_of("CLEAR"), code::GO];
        let codes = clear.iter().chain(keys).chain([&code::GO]);
        codes.for_each(|code| press(&mut basic, Key::Code(*code)));
        value(&Screen::of_picture(basic.picture()).rows(&glyphs), &prompt)
    });
    let values = values.collect();
    (Outcome { rows, ends, values }, tstates)
}

fn act(basic: &mut Basic, event: &Event) {
    match event {
        Event::Key(Key::Halt) => basic.halt(),
        Event::Key(key) => basic.press(*key),
        Event::Controller(number, controller) => basic.set_controller(*number, *controller),
        Event::At(_) | Event::Hold(_) | Event::Reset | Event::Prompt => {}
    }
}

/// Types a case at the prompt of a machine. `tstates` is what it took in the interpreter.
pub(crate) fn on_the_console(console: &Console, typed: &TypedCase, tstates: u64) -> Outcome {
    let mut console = console.clone();
    let limit = LEAST + SLOWER * tstates / FRAME;
    let mut answer = Answer::Prompt;
    for (index, line) in typed.lines.iter().enumerate() {
        let is_last = index + 1 == typed.lines.len();
        let limit = if is_last && !typed.events.is_empty() { 0 } else { STORE.max(limit) };
        if is_last {
            typed.before.iter().for_each(|event| console.act(event));
        }
        (answer, _) = console.enter(line, limit);
    }
    for (index, event) in typed.events.iter().enumerate() {
        console.settle(STORE);
        let start = console.bally().frames();
        console.act(event);
        if index + 1 == typed.events.len() {
            (answer, _) = console.wait(start, limit);
        }
    }
    let ends = answer == Answer::Prompt;
    let rows = region(console.rows(), typed, &console.prompt_row());
    let values = typed.values.iter().filter(|_| ends).map(|keys| {
        console.enter(&[code_of("CLEAR")], STORE);
        console.enter(keys, LEAST);
        value(&console.rows(), &console.prompt_row())
    });
    let values = values.collect();
    Outcome { rows, ends, values }
}

/// Returns the rows after that of RUN, if it is still there, and before the prompt.
fn region(
    mut rows: Vec<Vec<CellContent>>,
    typed: &TypedCase,
    prompt: &[CellContent],
) -> Vec<Vec<CellContent>> {
    let run: Vec<CellContent> = prompt.iter().copied().chain(b"RUN".map(CellContent::Character)).collect();
    if typed.runs
        && let Some(at) = rows.iter().position(|row| *row == run)
    {
        rows.drain(..=at);
    }
    while rows.last().is_some_and(|row| row.is_empty()) {
        rows.pop();
    }
    if rows.last().is_some_and(|row| row == prompt) {
        rows.pop();
    }
    rows
}

/// Returns the last row before the prompt.
fn value(rows: &[Vec<CellContent>], prompt: &[CellContent]) -> String {
    let filled: Vec<_> = rows.iter().filter(|row| !row.is_empty() && *row != prompt).collect();
    filled.last().map(|row| text(row)).unwrap_or_default()
}
