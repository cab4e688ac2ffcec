//! `dap`: the debugger in an editor, by the Debug Adapter Protocol.
//!
//! [`wire`] makes messages of bytes, [`serve`] reads them beside the program's run; the session is in `arcadian-desk`.

mod gate;
mod port;
mod serve;
mod token;
pub mod wire;

use std::io::{self, IsTerminal};

use anyhow::Result;
use clap::Args;

use crate::files::{Verdict, output};
use gate::Gate;
use token::Token;

const HELP: &str = "\
An editor starts this by itself; docs/editor.md explains how to set up VS Code and Neovim. With --port it serves one client \
after the other until Ctrl-C. Standard output then says `listening on 127.0.0.1:N`, standard error `token TEXT`; a client \
has to give this token as `token` in its launch configuration, because every web page and every user of this computer can \
reach the port.";

const WAITING: &str = "\
waiting on standard input for an editor that speaks the Debug Adapter Protocol;
an editor usually starts this by itself (docs/editor.md)
to debug in this terminal: arcadian step TARGET; to leave: Ctrl-D or Ctrl-C";

/// Speaks the Debug Adapter Protocol.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct DapArgs {
    /// Listen on this port of the loopback interface instead of using standard input and output; 0 takes a free one
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Serve clients that do not know the token too; then every user of this computer can read your files through the port
    #[arg(long, requires = "port")]
    pub no_token: bool,
}

/// Serves an editor until it goes away.
pub fn run(args: &DapArgs) -> Result<Verdict> {
    let Some(port) = args.port else {
        if io::stdin().is_terminal() {
            output::note(WAITING);
        }
        serve::serve(io::stdin(), io::stdout(), Gate::for_parent());
        return Ok(Verdict::Holds);
    };
    let token = if args.no_token { None } else { Some(Token::random()?) };
    port::listen(port, token)?;
    Ok(Verdict::Holds)
}
