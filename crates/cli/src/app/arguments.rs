//! Reading the command line. Errors quote the arguments with terminal escape sequences made visible.

use std::{
    ffi::OsString,
    io::{self, Write as _},
};

use arcadian_asm::nearest;
use clap::{
    Command, CommandFactory, Error, Parser,
    builder::StyledStr,
    error::{ContextKind, ContextValue, ErrorKind},
};

use arcadian_files::escape;

use super::args::Cli;
use crate::files::output;

/// Reads the arguments. Shows help, the version and errors, and ends the program after them.
pub fn read() -> Cli {
    Cli::try_parse().unwrap_or_else(|error| exit_with(error))
}

fn exit_with(mut error: Error) -> ! {
    suggest(&mut error);
    suggest_cartridge(&mut error);
    let is_hostile = |argument: OsString| argument.to_str() != Some(&escape::os_text(&argument));
    let status = error.exit_code();
    if error.use_stderr() && std::env::args_os().any(is_hostile) {
        output::note(render(error).trim_end());
    } else if let Err(unwritten) = output::check(error.print().and_then(|()| io::stdout().flush())) {
        output::report(&unwritten);
        std::process::exit(2);
    }
    std::process::exit(status)
}

/// Suggests the nearest command for a misspelled one. The similarity measure of clap misses transposed letters in short names.
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

/// Suggests the options of `bally` for a file that is named without one.
fn suggest_cartridge(error: &mut Error) {
    let is_bally = std::env::args_os().nth(1).is_some_and(|command| command == "bally");
    let kind = match error.kind() {
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        ErrorKind::InvalidSubcommand | ErrorKind::ArgumentConflict => ContextKind::InvalidSubcommand,
        _ => return,
    };
    let Some(ContextValue::String(file)) = error.get(kind).filter(|_| is_bally) else { return };
    if file.starts_with('-') || file == "probe" || error.get(ContextKind::SuggestedSubcommand).is_some() {
        return;
    }
    let tips = [
        format!("a cartridge is inserted with --cart: arcadian bally --cart {}", escape::shell_word(file)),
        "an on-board ROM is exchanged with --rom, and a BASIC program is played with: arcadian play FILE --on bally"
            .to_owned(),
    ];
    let tips = tips.map(StyledStr::from).to_vec();
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
}

/// Returns the message as plain text, because the colors of clap cannot be distinguished from escape sequences in an argument.
fn render(mut error: Error) -> String {
    let shown: Vec<_> = error.context().map(|(kind, value)| (kind, visible_value(value))).collect();
    for (kind, value) in shown {
        error.insert(kind, value);
    }
    escape::text(&error.render().to_string()).into_owned()
}

fn visible_value(value: &ContextValue) -> ContextValue {
    let styled = |text: &StyledStr| StyledStr::from(escape::text(&text.to_string()).into_owned());
    let plain = |text: &String| escape::line(text).into_owned();
    match value {
        ContextValue::String(text) => ContextValue::String(plain(text)),
        ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(plain).collect()),
        ContextValue::StyledStr(text) => ContextValue::StyledStr(styled(text)),
        ContextValue::StyledStrs(texts) => ContextValue::StyledStrs(texts.iter().map(styled).collect()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `check` with the words of each command.
    fn each(command: &Command, words: &[String], check: &mut impl FnMut(&Command, &[String])) {
        check(command, words);
        for inner in command.get_subcommands() {
            each(inner, &[words, &[inner.get_name().to_owned()]].concat(), check);
        }
    }

    /// Every option of every command.
    #[test]
    fn messages_about_values_are_our_own() {
        let mut count = 0;
        each(&Cli::command(), &["arcadian".to_owned()], &mut |command, words| {
            let options = command.get_arguments().filter(|argument| argument.get_action().takes_values());
            for option in options.filter_map(clap::Arg::get_long) {
                for value in ["abc", "-1", "1.5", "99999999999999999999999"] {
                    let arguments = [words, &[format!("--{option}={value}")]].concat();
                    let Err(error) = Cli::try_parse_from(&arguments) else { continue };
                    let message = error.to_string();
                    let is_raw = ["invalid digit", "too large to fit", "invalid float", "is not in "]
                        .iter()
                        .any(|raw| message.contains(raw));
                    assert!(!is_raw, "{arguments:?}: {message}");
                    count += usize::from(message.contains("it is not a decimal number from"));
                }
            }
        });
        assert!(count > 40, "{count}");
    }
}
