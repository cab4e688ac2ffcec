//! `dap`: the debugger in an editor, by the Debug Adapter Protocol.
//!
//! [`wire`] makes messages of bytes, [`serve`] reads them beside the program's run, [`session`] answers them and does no
//! input or output but reading the program. A request is a row of the table in [`requests`] and a function of the file
//! that has its subject.

mod breakpoints;
mod capabilities;
mod console;
mod disassemble;
mod frames;
mod launch;
mod memory;
mod message;
mod motion;
mod port;
mod printed;
mod requests;
mod serve;
pub mod session;
mod sources;
mod target;
mod value;
mod variables;
pub mod wire;

use std::io;

use anyhow::Result;
use clap::Args;

use crate::Verdict;

const HELP: &str = "\
An editor starts this by itself; docs/editor.md says how to set up VS Code and Neovim. With --port it serves one client \
after the other until Ctrl-C; the first line of its output says on which port. Only programs on this computer can \
connect.";

/// Speaks the Debug Adapter Protocol.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct DapArgs {
    /// Listen on this port of the loopback interface instead of using standard input and output; 0 takes a free one
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
}

/// Serves an editor until it goes away.
pub fn run(args: &DapArgs) -> Result<Verdict> {
    match args.port {
        Some(port) => port::listen(port)?,
        None => serve::serve(io::stdin(), io::stdout()),
    }
    Ok(Verdict::Holds)
}
