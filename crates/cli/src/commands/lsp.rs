//! `lsp`: a server for the Language Server Protocol. The server itself is in `arcadian-editor`.

mod serve;

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Args;

use crate::files::{ExitStatus, output};

const HELP: &str = "\
An editor starts this command and talks to it through standard input and output; docs/editors.md explains how to set up Neovim, VS \
Code, Emacs and Helix. It checks sheets, sources and BASIC listings while you edit them, and offers repairs, explanations, \
definitions and completion.

Exit status: 0 the editor ended the connection as the protocol requires; 1 it did not.";

const WAITING: &str = "\
waiting on standard input for an editor that speaks the Language Server Protocol;
an editor usually starts this command (docs/editors.md)
to check a source in this terminal: arcadian asm SOURCE; a listing: arcadian sz LISTING; to quit: Ctrl-D or Ctrl-C";

/// The arguments of `lsp`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct LspArgs {
    /// Use standard input and output, which is the only way; many editors add this option
    #[arg(long)]
    pub stdio: bool,
}

/// Serves an editor until it disconnects.
pub fn run(_: &LspArgs) -> Result<ExitStatus> {
    if io::stdin().is_terminal() {
        output::note(WAITING);
    }
    Ok(ExitStatus::of(serve::serve(io::stdin(), io::stdout())?))
}
