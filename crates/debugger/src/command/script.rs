//! Scripts: commands line by line.
//!
//! Blank lines and lines that start with `#` are skipped. A failed command does not end a script; the caller decides
//! whether to continue and reports the failure.

use std::fmt;

use super::{CommandSession, Reply};

/// An executed line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The line number, counted from 1.
    pub line: usize,
    /// The command.
    pub command: &'a str,
    /// Its reply.
    pub reply: Reply,
}

/// Writes the command after `> `, then the reply.
impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "> {}", self.command)?;
        match self.reply.text.as_str() {
            "" => Ok(()),
            text => writeln!(f, "{text}"),
        }
    }
}

/// Executes a script. Each command runs when its entry is requested; `quit` ends the iteration.
pub fn script<'a>(session: &'a mut CommandSession, text: &'a str) -> impl Iterator<Item = Entry<'a>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let commands = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut has_quit = false;
    commands.map_while(move |(line, command)| {
        if has_quit {
            return None;
        }
        let reply = session.execute(command);
        has_quit = reply.quit;
        Some(Entry { line, command, reply })
    })
}
