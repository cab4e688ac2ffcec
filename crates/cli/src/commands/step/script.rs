//! Execution of commands without a terminal.

use std::path::Path;

use anyhow::Result;
use arcadian_debugger::{
    Cause,
    command::{CommandSession, script},
};
use arcadian_files::{Files as _, escape};

use super::StepArgs;
use crate::{
    files::{Disk, ExitStatus, output},
    terminal::Progress,
};

/// The maximum length of a script in bytes.
const LONGEST: u64 = 1 << 20;

/// Options for running a script.
pub struct Show {
    /// The title of the program, with its input.
    title: String,
    stop: bool,
    budget: u64,
    /// The name of the script in messages.
    name: String,
}

impl Show {
    /// Returns the options given by the arguments.
    pub fn of(args: &StepArgs, title: String) -> Self {
        let name = args.script.as_ref().map_or_else(|| "the commands".to_owned(), |path| escape::path(path));
        let budget = args.budget.unwrap_or(super::BUDGET);
        Show { title, stop: args.stop, budget, name }
    }
}

/// Returns the commands from the arguments, if there are any.
pub fn of(args: &StepArgs) -> Result<Option<String>> {
    match &args.script {
        Some(path) => Ok(Some(Disk.text(path, "a script", LONGEST)?)),
        None if args.command.is_empty() => Ok(None),
        None => Ok(Some(args.command.join("\n"))),
    }
}

/// Reads the commands from standard input.
pub fn piped() -> Result<String> {
    Ok(Disk.text(Path::new("-"), "a script", LONGEST)?)
}

/// Executes the commands and prints their replies.
pub fn run(session: &mut CommandSession, text: &str, show: &Show) -> Result<ExitStatus> {
    output::print(&format!("{}{}\n", show.title, session.here().join("\n")))?;
    let (mut failed, mut is_out) = (Vec::new(), false);
    let mut entries = script(session, text);
    loop {
        let progress = Progress::new();
        progress.show(|| format!("{}: running", show.name));
        let Some(entry) = entries.next() else { break };
        drop(progress);
        if entry.reply.failed {
            failed.push(entry.line);
        }
        is_out |= entry.reply.moved.as_ref().is_some_and(|report| report.cause == Cause::OutOfBudget);
        // A closed pipe ends the script.
        if !output::send(&entry.to_string())? || (entry.reply.failed && show.stop) {
            break;
        }
    }
    if is_out {
        let budget = show.budget;
        output::note(&format!(
            "{}: the budget of {budget} steps is used up; --budget N raises it",
            show.name
        ));
    }
    match failed.as_slice() {
        [] => Ok(ExitStatus::Holds),
        [line] => fails(&format!("{}: line {line} failed", show.name)),
        lines => {
            let lines: Vec<_> = lines.iter().take(12).map(usize::to_string).collect();
            let more = if failed.len() > 12 { " and more" } else { "" };
            fails(&format!("{}: lines {}{more} failed", show.name, lines.join(", ")))
        }
    }
}

fn fails(why: &str) -> Result<ExitStatus> {
    output::note(why);
    Ok(ExitStatus::Fails)
}
