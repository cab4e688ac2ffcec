//! `dap`: the debugger in an editor.

use anyhow::Result;
use clap::Args;

use crate::Verdict;

/// Speaks the Debug Adapter Protocol.
#[derive(Args, Debug)]
pub struct DapArgs {
    /// Listen on this port of the loopback interface instead of using standard input and output; 0 takes a free one
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
}

/// Serves an editor until it goes away.
pub fn run(_args: &DapArgs) -> Result<Verdict> {
    anyhow::bail!("not here yet")
}
