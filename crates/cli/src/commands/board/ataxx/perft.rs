//! Counts of move sequences.

use anyhow::Result;

use super::PerftArgs;
use crate::files::{ExitStatus, output};

/// Prints the counts for each depth or for each first move.
pub fn run(args: &PerftArgs) -> Result<ExitStatus> {
    let position = &args.from.position;
    if !args.divide {
        output::print("depth                nodes\n")?;
        for depth in 0..=args.depth {
            output::print(&format!("{depth:5} {:20}\n", position.perft(depth)))?;
        }
        return Ok(ExitStatus::Holds);
    }
    let mut all = 0;
    for played in position.moves().into_iter().filter(|_| args.depth > 0) {
        let nodes = position.play(played)?.perft(args.depth - 1);
        output::print(&format!("{:5} {nodes:20}\n", played.to_string()))?;
        all += nodes;
    }
    output::print(&format!("nodes {:20}\n", if args.depth == 0 { 1 } else { all }))?;
    Ok(ExitStatus::Holds)
}
