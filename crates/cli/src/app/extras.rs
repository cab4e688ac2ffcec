//! `completions` and `man`.

use std::io::Write;

use anyhow::{Context, Result};
use arcadian_asm::nearest;
use clap::CommandFactory;

use super::args::{Cli, CompletionsArgs, ManArgs};
use crate::files::{Verdict, output};

/// Writes a completion script.
pub fn completions(args: &CompletionsArgs) -> Result<Verdict> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "arcadian", &mut script);
    output::print(&String::from_utf8(script)?)?;
    Ok(Verdict::Holds)
}

/// Writes a manual page.
pub fn man(args: &ManArgs) -> Result<Verdict> {
    let mut page = Vec::new();
    clap_mangen::Man::new(described(args.command.as_deref())?).render(&mut page)?;
    page.flush()?;
    output::print(&String::from_utf8(page)?)?;
    Ok(Verdict::Holds)
}

/// Returns the whole program, or one of its commands under its full name.
fn described(name: Option<&str>) -> Result<clap::Command> {
    let mut program = Cli::command();
    program.build();
    let Some(name) = name else { return Ok(program) };
    let command = program.find_subcommand(name).cloned();
    command.with_context(|| {
        let near = nearest(name, program.get_subcommands().map(clap::Command::get_name));
        let near = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        format!("there is no command `{name}`{near} (`arcadian help` lists the commands)")
    })
}
