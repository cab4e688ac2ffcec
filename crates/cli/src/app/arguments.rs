//! Reading the command line. Complaints about it show what was typed, but a terminal must not obey that.

use std::ffi::OsString;

use arcadian_asm::nearest;
use clap::{
    Command, CommandFactory, Error, Parser,
    builder::StyledStr,
    error::{ContextKind, ContextValue},
};

use arcadian_desk::border::{os, visible, visible_line};

use super::args::Cli;
use crate::files::output;

/// Reads the arguments. Help, the version and errors are shown here and end the program.
pub fn read() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| refuse(error))
}

fn refuse(mut error: Error) -> ! {
    suggest(&mut error);
    let is_hostile = |argument: OsString| argument.to_str() != Some(&os(&argument));
    if !error.use_stderr() || !std::env::args_os().any(is_hostile) {
        error.exit();
    }
    output::note(render(error).trim_end());
    std::process::exit(2)
}

/// Names the nearest command for a misspelled one; clap's own measure finds none for exchanged letters of a short name.
fn suggest(error: &mut Error) {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidSubcommand) else { return };
    let wrong = wrong.clone();
    let mut command = Cli::command();
    for argument in std::env::args_os().skip(1).take_while(|argument| *argument != *wrong) {
        command = command.find_subcommand(&argument).cloned().unwrap_or(command);
    }
    if let Some(near) = nearest(&wrong, command.get_subcommands().map(Command::get_name)) {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near.to_owned()));
    }
}

/// The message in plain text: the colors of clap cannot be told from escape sequences in an argument.
fn render(mut error: Error) -> String {
    let shown: Vec<_> = error.context().map(|(kind, value)| (kind, visible_value(value))).collect();
    for (kind, value) in shown {
        error.insert(kind, value);
    }
    visible(&error.render().to_string()).into_owned()
}

fn visible_value(value: &ContextValue) -> ContextValue {
    let styled = |text: &StyledStr| StyledStr::from(visible(&text.to_string()).into_owned());
    let plain = |text: &String| visible_line(text).into_owned();
    match value {
        ContextValue::String(text) => ContextValue::String(plain(text)),
        ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(plain).collect()),
        ContextValue::StyledStr(text) => ContextValue::StyledStr(styled(text)),
        ContextValue::StyledStrs(texts) => ContextValue::StyledStrs(texts.iter().map(styled).collect()),
        other => other.clone(),
    }
}
