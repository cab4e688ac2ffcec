//! Help texts, from the table of commands, by topic.

use super::{COMMANDS, Command, CommandError, find};

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

/// A topic of commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Forward and backward execution.
    Execution,
    /// Breakpoints and watchpoints.
    Breakpoints,
    /// The state of the program.
    Inspection,
    /// Everything else.
    Other,
}

impl Topic {
    /// All topics in the order in which help lists them.
    pub const ALL: [Topic; 4] = [Topic::Execution, Topic::Breakpoints, Topic::Inspection, Topic::Other];

    /// Returns its heading.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Execution => "Running forward and backward",
            Topic::Breakpoints => "Breakpoints and watchpoints",
            Topic::Inspection => "Inspecting and changing the program",
            Topic::Other => "Other",
        }
    }
}
