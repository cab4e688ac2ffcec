//! Expressions, and the commands that are typed in the client's console.

use crate::error::{Result, refuse};
use arcadian_debugger::command;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    motion,
    state::State,
    target::{Standing, Target, motion::Motion},
    value::{self, Format},
    variables,
};

#[derive(Debug, Deserialize)]
pub(super) struct Evaluate {
    expression: String,
    context: Option<String>,
    format: Option<Format>,
}

/// The value of an expression; in the console also what a command says.
pub(super) fn evaluate(state: &mut State, given: &Evaluate) -> Result<Value> {
    let target = state.target()?;
    let text = given.expression.trim();
    let context = given.context.as_deref().unwrap_or("watch");
    let is_console = context == "repl";
    match target.console.debugger().parse(text) {
        Ok(expression) if context == "hover" && expression.is_constant() && !is_symbol(target, text) => {
            refuse!("{text} is a number")
        }
        Err(_) if is_console => return command(state, text.strip_prefix(':').unwrap_or(text)),
        _ => {}
    }
    let value = target.console.debugger().evaluate(text)?;
    let notation = target.notation();
    let shown = match (is_console || context == "hover", given.format) {
        (true, None) => notation.full(value),
        (_, format) => value::shown(value, 0, notation, format),
    };
    let mut body = json!({"result": shown, "variablesReference": 0});
    if let Some(address) = variables::address_of(target, text).filter(|_| !target.is_basic()) {
        body["memoryReference"] = value::reference(address).into();
    }
    Ok(body)
}

fn is_symbol(target: &Target, text: &str) -> bool {
    target.program().symbol(text).is_some()
}

/// A command of `arcadian step`.
fn command(state: &mut State, line: &str) -> Result<Value> {
    let target = state.target()?;
    let motion =
        command::find(line).ok().and_then(|command| Motion::of_command(command.name, target.program()));
    if let Some(motion) = motion {
        target.standing = Standing::Running(motion);
        state.event("continued", json!({"threadId": 1, "allThreadsContinued": true}));
        return Ok(json!({"result": "", "variablesReference": 0}));
    }
    target.let_logs_stop(false);
    let reply = target.console.execute(line);
    target.let_logs_stop(true);
    if reply.failed {
        refuse!("{}", reply.text);
    }
    if reply.quit {
        motion::end(state, 0)?;
    } else if let Some(ran) = &reply.moved {
        motion::moved(state, ran)?;
    } else if changes(line) {
        variables::invalidated(state)?;
    }
    Ok(json!({"result": reply.text, "variablesReference": 0}))
}

/// Whether a command changes the program where it stands.
fn changes(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    command::find(word).is_ok_and(|command| matches!(command.name, "set" | "key"))
}

#[derive(Debug, Deserialize)]
pub(super) struct Completions {
    text: String,
    column: usize,
    line: Option<usize>,
}

/// What can be typed next. Columns count the units of UTF-16.
pub(super) fn completions(state: &mut State, given: &Completions) -> Result<Value> {
    let client = state.client();
    let (first_line, first_column) = (client.first_line, client.first_column);
    let row = given.line.map_or(0, |line| line.saturating_sub(first_line));
    let text = given.text.lines().nth(row).unwrap_or("");
    let cursor = bytes_before(text, given.column.saturating_sub(first_column));
    // A colon says that a command follows.
    let colon = usize::from(text.starts_with(':') && cursor > 0);
    let found = state.target()?.console.complete(&text[colon..], cursor - colon);
    let start = units(&text[..colon + found.start]);
    let length = units(&text[..cursor]) - start;
    let item = |word: &String| json!({"label": word, "start": start + first_column, "length": length});
    Ok(json!({"targets": found.words.iter().map(item).collect::<Vec<Value>>()}))
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The bytes of so many units.
fn bytes_before(text: &str, wanted: usize) -> usize {
    let mut units = 0;
    let inside = |letter: &char| {
        units += letter.len_utf16();
        units <= wanted
    };
    text.chars().take_while(inside).map(char::len_utf8).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units() {
        for (text, units, bytes) in
            [("", 5, 0), ("ab", 1, 1), ("÷b", 1, 2), ("÷b", 9, 3), ("😀b", 1, 0), ("😀b", 2, 4)]
        {
            assert_eq!(bytes_before(text, units), bytes, "{text} {units}");
        }
    }
}
