//! `dap`: a server for the Debug Adapter Protocol.
//!
//! [`serve`] reads the messages in a separate thread while the program runs. The session is in `arcadian-editor`.

mod gate;
mod serve;

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Args;

use crate::files::{ExitStatus, output};
use crate::number::decimal;
use gate::Gate;
use gate::Token;

const HELP: &str = "\
An editor starts this command; docs/editors.md explains how to set up VS Code and Neovim. With --port it serves one client at a \
time until Ctrl-C. It prints `listening on 127.0.0.1:N` to standard output and `token TEXT` to standard error. A client must set \
`token` in its launch configuration to this token, because every web page and every user of this computer can reach the port.";

const WAITING: &str = "\
waiting on standard input for an editor that speaks the Debug Adapter Protocol;
an editor usually starts this command (docs/editors.md)
to debug in this terminal: arcadian step TARGET; to quit: Ctrl-D or Ctrl-C";

/// The arguments of `dap`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct DapArgs {
    /// Listen on this loopback port instead of standard input and output; 0 chooses a free port
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u16>(0..=u16::MAX.into()))]
    pub port: Option<u16>,
    /// Require no token; every user of this computer can then read your files through the port
    #[arg(long, requires = "port")]
    pub no_token: bool,
}

/// Serves an editor until it disconnects.
pub fn run(args: &DapArgs) -> Result<ExitStatus> {
    let Some(port) = args.port else {
        if io::stdin().is_terminal() {
            output::note(WAITING);
        }
        return Ok(ExitStatus::of(serve::serve(io::stdin(), io::stdout(), Gate::for_parent())));
    };
    let token = if args.no_token { None } else { Some(Token::random()?) };
    serve::listen(port, token)?;
    Ok(ExitStatus::Holds)
}
