//! Scripts: lines of commands.
//!
//! Blank lines and lines that begin with `#` are passed over. A command that fails does not end a script; whoever runs
//! it may leave off there, and is to say at the end that something failed.

use std::fmt;

use super::{Reply, Session};

/// A line of a script that has been executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The line, counted from 1.
    pub line: usize,
    /// The command.
    pub command: &'a str,
    /// What it answered.
    pub reply: Reply,
}

/// The command behind `> `, and the answer.
impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "> {}", self.command)?;
        match self.reply.text.as_str() {
            "" => Ok(()),
            text => writeln!(f, "{text}"),
        }
    }
}

/// Executes a script, a line each time the next entry is asked for. After `quit` there is none.
pub fn script<'a>(session: &'a mut Session, text: &'a str) -> impl Iterator<Item = Entry<'a>> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let commands = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let mut is_over = false;
    commands.map_while(move |(line, command)| {
        if is_over {
            return None;
        }
        let reply = session.execute(command);
        is_over = reply.quit;
        Some(Entry { line, command, reply })
    })
}
