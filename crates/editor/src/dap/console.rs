//! Expressions, and commands typed in the client's console.

use arcadian_debugger::command;
use arcadian_files::error::{Context, Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    dap::{
        debuggee::{Phase, Target, execution::Execution},
        execution,
        message::from_first,
        state::State,
        variables::{self, Format},
    },
    lsp::text::Encoding,
};

#[derive(Debug, Deserialize)]
pub(crate) struct Evaluate {
    expression: String,
    context: Option<String>,
    format: Option<Format>,
}

/// Evaluates an expression. In the console, a text that is not an expression is executed as a command.
pub(crate) fn evaluate(state: &mut State, arguments: &Evaluate) -> Result<Value> {
    let target = state.target()?;
    let text = arguments.expression.trim();
    let context = arguments.context.as_deref().unwrap_or("watch");
    let is_console = context == "repl";
    // What the pointer is on is a name of the source; an expression would be its address.
    let hovered = (context == "hover").then(|| variables::value_of(target, text, arguments.format)).flatten();
    if let Some((value, address)) = hovered {
        let reference = variables::reference(address.into());
        return Ok(json!({"result": value, "variablesReference": 0, "memoryReference": reference}));
    }
    match target.console.debugger().parse(text) {
        Ok(expression) if context == "hover" && expression.is_constant() && !is_symbol(target, text) => {
            refuse!("{text} is a number")
        }
        Err(_) if is_console => return command(state, text.strip_prefix(':').unwrap_or(text)),
        _ => {}
    }
    let value = target.console.debugger().evaluate(text).without_context()?;
    let notation = target.notation();
    let text_of_value = match (is_console || context == "hover", arguments.format) {
        (true, None) => notation.full(value),
        (_, format) => variables::format_value(value, 0, notation, format),
    };
    let mut body = json!({"result": text_of_value, "variablesReference": 0});
    if let Some(address) = variables::address_of(target, text).filter(|_| !target.is_basic()) {
        body["memoryReference"] = variables::reference(address).into();
    }
    Ok(body)
}

fn is_symbol(target: &Target, text: &str) -> bool {
    target.program().symbol(text).is_some()
}

/// Executes a command of `arcadian step`.
fn command(state: &mut State, line: &str) -> Result<Value> {
    let target = state.target()?;
    let started =
        command::find(line).ok().and_then(|command| Execution::of_command(command.name, target.program()));
    if let Some(execution) = started {
        target.phase = Phase::Running(execution);
        state.event("continued", json!({"threadId": 1, "allThreadsContinued": true}));
        return Ok(json!({"result": "", "variablesReference": 0}));
    }
    target.enable_logpoints(false);
    let reply = target.console.execute(line);
    target.enable_logpoints(true);
    if reply.failed {
        refuse!("{}", reply.text);
    }
    if reply.quit {
        execution::end(state, 0)?;
    } else if let Some(report) = &reply.moved {
        execution::report_console(state, report)?;
    } else if changes_state(line) {
        variables::invalidated(state)?;
    }
    Ok(json!({"result": reply.text, "variablesReference": 0}))
}

/// Returns whether a command changes the program's state without executing it.
fn changes_state(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    command::find(word).is_ok_and(|command| matches!(command.name, "set" | "key"))
}

#[derive(Debug, Deserialize)]
pub(crate) struct Completions {
    text: String,
    column: i64,
    line: Option<i64>,
}

/// Returns the completions at a column, which counts UTF-16 code units.
pub(crate) fn completions(state: &mut State, arguments: &Completions) -> Result<Value> {
    let client = state.client();
    let (first_line, first_column) = (client.first_line, client.first_column);
    let row = arguments.line.map_or(Ok(1), |line| from_first("line", line, first_line))? - 1;
    let text = arguments.text.lines().nth(row).unwrap_or("");
    let column = from_first("column", arguments.column, first_column)? - 1;
    let cursor = Encoding::Utf16.byte(text, u32::try_from(column).unwrap_or(u32::MAX));
    // A colon marks a command; the debugger completes what follows it.
    let colon = usize::from(text.starts_with(':') && cursor > 0);
    let found = state.target()?.console.complete(&text[colon..], cursor - colon);
    let [start, end] = [colon + found.start, cursor].map(|at| Encoding::Utf16.column(text, at) as usize);
    let item = |word: &String| json!({"label": word, "start": start + first_column, "length": end - start});
    Ok(json!({"targets": found.words.iter().map(item).collect::<Vec<Value>>()}))
}
