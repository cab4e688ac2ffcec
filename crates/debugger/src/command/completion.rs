//! Completion of commands and their arguments.

use super::{COMMANDS, Command, CommandError, CommandSession, find};

/// The words that can replace the one before the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The byte at which the replaced word starts; it ends at the cursor.
    pub start: usize,
    /// The words in alphabetical order.
    pub words: Vec<String>,
}

impl CommandSession {
    /// Completes the word before the cursor, which is a byte offset in the line.
    pub fn complete(&self, line: &str, cursor: usize) -> Completion {
        let typed = line.get(..cursor).unwrap_or(line);
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let words = match typed.split_whitespace().next() {
            Some(first) if start > 0 => find(first).map_or(Vec::new(), |command| (command.words)(self)),
            _ => commands(self),
        };
        let whole = matching(&words, typed, start);
        if !whole.words.is_empty() {
            return whole;
        }
        // In an expression a name can follow an operator without a blank.
        let start = typed.rfind(is_operator).map_or(start, |operator| operator + 1).max(start);
        matching(&words, typed, start)
    }
}

fn is_operator(letter: char) -> bool {
    letter.is_ascii_punctuation() && !matches!(letter, '_' | '?' | '.' | '@')
}

fn matching(words: &[String], typed: &str, start: usize) -> Completion {
    let prefix = typed.get(start..).unwrap_or("").to_ascii_lowercase();
    let matches = |word: &&String| word.to_ascii_lowercase().starts_with(&prefix);
    let mut words: Vec<String> = words.iter().filter(matches).cloned().collect();
    words.sort();
    words.dedup();
    Completion { start, words }
}

pub(super) fn nothing(_: &CommandSession) -> Vec<String> {
    Vec::new()
}

pub(super) fn commands(_: &CommandSession) -> Vec<String> {
    COMMANDS.iter().map(|command| command.name.to_owned()).collect()
}

pub(super) fn names(session: &CommandSession) -> Vec<String> {
    session.program().names()
}

pub(super) fn locations(session: &CommandSession) -> Vec<String> {
    session.program().location_names()
}

/// Returns locations, and events of the hardware.
pub(super) fn goals(session: &CommandSession) -> Vec<String> {
    locations(session).into_iter().chain(events(session)).collect()
}

pub(super) fn events(session: &CommandSession) -> Vec<String> {
    session.program().event_kinds().iter().map(|kind| kind.name.to_owned()).collect()
}

/// Returns events of the hardware, and the names of their values and of expressions.
pub(super) fn catches(session: &CommandSession) -> Vec<String> {
    let named = session.program().event_kinds().iter().flat_map(|kind| kind.named);
    let named = named.map(|(name, _)| (*name).to_owned());
    events(session).into_iter().chain(named).chain(names(session)).collect()
}

pub(super) fn groups(session: &CommandSession) -> Vec<String> {
    session.program().groups().iter().map(|group| group.name.to_ascii_lowercase()).collect()
}

pub(super) fn stoppoints(session: &CommandSession) -> Vec<String> {
    let numbers = session.debugger().stoppoints().iter().map(|stoppoint| stoppoint.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn displays(session: &CommandSession) -> Vec<String> {
    let numbers = session.displays().iter().map(|display| display.id.to_string());
    numbers.chain(["all".to_owned()]).collect()
}

pub(super) fn screen_formats(_: &CommandSession) -> Vec<String> {
    ["text", "dots"].map(str::to_owned).to_vec()
}

const NOTES: &str = "\
Commands can be abbreviated; the letters in parentheses suffice. N is a decimal number.
A LOCATION is a label, an address such as 0300, `:12` for a line of the source, or `*0300` for an
address without code. In BASIC it is a line number, or `100.2` for the second statement of a line.
An EVENT of a cartridge is `line 100`, `interrupt`, `port-write 0C` or another that `catch` lists.
`help expressions` explains EXPR.";

const EXPRESSIONS: &str = "\
Operators and precedence are those of C:
  || && | ^ & == != < <= > >= << >> + - * / %  and the prefixes  ! ~ -
= is equal, <> is not equal, and in BASIC so is #; × and ÷ are accepted. Comparisons yield 1 or 0.

Machine code: registers, flags, symbols, PC, STEP, CYCLES; [a] is a byte of memory, w[a] a word.
  A number without prefix is hexadecimal: 0300, also $300, 0x300, 300H. #10 is decimal, %1010 is
  binary, 'A' is a character. Names come before numbers: A is the register, 0A is the number.

Cartridges: also the names that `registers` shows: video and sound registers, RASTER, FRAMES, KEYS1.

BASIC: variables, devices, STEP, TSTATES; @(n), *(n), %(a); [a] is a byte of memory.
  A number without prefix is decimal; $FF and 0xFF are hexadecimal.";

/// Returns the help for all commands, for one, or for `expressions`.
pub fn help(name: Option<&str>) -> Result<String, CommandError> {
    match name {
        None => Ok(all()),
        Some("expressions") => Ok(EXPRESSIONS.to_owned()),
        Some(name) => find(name).map(one),
    }
}

fn all() -> String {
    let mut lines = Vec::new();
    for topic in Topic::ALL {
        lines.push(topic.title().to_owned());
        let rows = COMMANDS.iter().filter(|command| command.topic == topic);
        lines.extend(rows.map(|command| format!("  {:34}  {}", synopsis(command), command.help)));
        lines.push(String::new());
    }
    lines.push(NOTES.to_owned());
    lines.join("\n")
}

fn one(command: &Command) -> String {
    format!("{}\n  {}\n  abbreviation: {}", command.usage(), command.help, command.short)
}

/// Returns the command with its abbreviation and arguments: `step (s) [N]`.
fn synopsis(command: &Command) -> String {
    format!("{} ({}) {}", command.name, command.short, command.arguments).trim_end().to_owned()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    Execution,
    Breakpoints,
    /// The state of the program.
    Inspection,
    Other,
}

impl Topic {
    /// All topics in the order in which help lists them.
    pub const ALL: [Topic; 4] = [Topic::Execution, Topic::Breakpoints, Topic::Inspection, Topic::Other];

    pub fn title(self) -> &'static str {
        match self {
            Topic::Execution => "Running forward and backward",
            Topic::Breakpoints => "Breakpoints and watchpoints",
            Topic::Inspection => "Inspecting and changing the program",
            Topic::Other => "Other",
        }
    }
}
