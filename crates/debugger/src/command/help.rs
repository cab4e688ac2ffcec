//! Help, made of the table.

use super::{COMMANDS, Command, CommandError, Topic, find};

const PLACES: &str = "\
A command can be cut short: the letters in parentheses are enough. N is a decimal number.
A PLACE is a label, an address such as 0300, `:12` for a line of the source, or `*0300` for any
address; of BASIC a line, or `100.2` for its second statement.
`help expressions` says what an EXPR is.";

const EXPRESSIONS: &str = "\
Operators are C's, with C's precedence:
  || && | ^ & == != < <= > >= << >> + - * / %  and before a value  ! ~ -
= is equal and <> not equal, in BASIC # too; × and ÷ are understood. A comparison gives 1 or 0.

Machine code: registers, flags, symbols, PC, STEP, CYCLES; [a] is a byte of memory, w[a] a word.
  A plain number is hexadecimal: 0300, $300, 0x300, 300H. #10 is decimal, %1010 binary, 'A' a
  character. A name goes before a number: A is the register, 0A the number.

BASIC: variables, devices, STEP, TSTATES; @(n), *(n), %(a); [a] is a byte of memory.
  A plain number is decimal; $FF and 0xFF are hexadecimal.";

/// What all commands do, or one.
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
        lines.extend(rows.map(|command| format!("  {:34}  {}", spelt(command), command.help)));
        lines.push(String::new());
    }
    lines.push(PLACES.to_owned());
    lines.join("\n")
}

fn one(command: &Command) -> String {
    format!("{}\n  {}\n  in short: {}", command.usage(), command.help, command.short)
}

/// `step (s) [N]`.
fn spelt(command: &Command) -> String {
    format!("{} ({}) {}", command.name, command.short, command.arguments).trim_end().to_owned()
}
