//! `completions` and `man`.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use arcadian_asm::nearest;
use arcadian_files::escape;
use clap::{Command, CommandFactory};

use super::{
    args::{Cli, CompletionsArgs, ManArgs},
    manual,
};
use crate::files::{
    ExitStatus,
    output::{self, Pending},
};

/// Writes a completion script.
pub fn completions(args: &CompletionsArgs) -> Result<ExitStatus> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "arcadian", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(ExitStatus::Holds)
}

/// Writes a manual page, or all of them to a directory.
pub fn man(args: &ManArgs) -> Result<ExitStatus> {
    let mut program = Cli::command();
    program.build();
    match &args.all {
        Some(directory) => write_pages(&program, directory)?,
        None => output::print(&manual::page(described(&program, &args.command)?))?,
    }
    Ok(ExitStatus::Holds)
}

fn write_pages(program: &Command, directory: &Path) -> Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot create the directory {}", escape::path(directory)))?;
    for command in manual::commands(program) {
        let file = Pending::new(&directory.join(manual::file_name(command)))?;
        file.finish(manual::page(command).as_bytes())?;
    }
    Ok(())
}

/// Returns the whole program, or one of its commands by the words of its name.
fn described<'a>(program: &'a Command, words: &[String]) -> Result<&'a Command> {
    let mut found = program;
    for (at, word) in words.iter().enumerate() {
        found = found.find_subcommand(word).with_context(|| {
            let near = nearest(word, found.get_subcommands().map(Command::get_name));
            let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
            let path = words[..=at].join(" ");
            let help = ["help"]
                .into_iter()
                .chain(words[..at].iter().map(String::as_str))
                .collect::<Vec<_>>()
                .join(" ");
            format!("there is no command `{path}`{near} (`arcadian {help}` lists the commands)")
        })?;
    }
    Ok(found)
}
