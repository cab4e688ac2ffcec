//! Counts of move sequences.

use anyhow::Result;
use arcadian_board::halma::{divide, perft};

use super::PerftArgs;
use crate::files::{ExitStatus, output};

/// Prints the counts for each depth or for each first move.
pub fn run(args: &PerftArgs) -> Result<ExitStatus> {
    let (position, variant) = (args.at.position()?, args.at.from.variant());
    if args.divide {
        let parts = divide(&position, variant, args.depth.into());
        let lines: String =
            parts.iter().map(|(played, nodes)| format!("{:7} {nodes:18}\n", played.to_string())).collect();
        let all = if args.depth == 0 { 1 } else { parts.iter().map(|(_, nodes)| nodes).sum() };
        output::print(&format!("{lines}nodes   {all:18}\n"))?;
        return Ok(ExitStatus::Holds);
    }
    output::print("depth                nodes\n")?;
    for depth in 0..=args.depth {
        output::print(&format!("{depth:5} {:20}\n", perft(&position, variant, depth.into())))?;
    }
    Ok(ExitStatus::Holds)
}
