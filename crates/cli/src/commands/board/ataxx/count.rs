//! Counts of the layouts of walls.

use anyhow::Result;
use arcadian_board::ataxx::Walls;

use crate::files::{ExitStatus, output};

/// Counts the layouts by the number of bits set.
pub fn run() -> Result<ExitStatus> {
    let mut text = "bits set   layouts    locked\n".to_owned();
    for bits in 0..=15 {
        let layouts: Vec<_> = Walls::all().filter(|walls| walls.mask().count_ones() == bits).collect();
        text += &row(&bits.to_string(), &layouts);
    }
    let all: Vec<_> = Walls::all().collect();
    let playable: Vec<_> = Walls::all().filter(|walls| walls.is_playable()).collect();
    text += &row("0 to 6", &playable);
    text += &row("all", &all);
    text += &format!("\nlocked: bits {} are set in each\n", common(&all));
    output::print(&text)?;
    Ok(ExitStatus::Holds)
}

fn row(name: &str, layouts: &[Walls]) -> String {
    let locked = layouts.iter().filter(|walls| walls.is_locked()).count();
    format!("{name:>8} {:9} {locked:9}\n", layouts.len())
}

/// Returns the bits that all locked layouts have in common.
fn common(layouts: &[Walls]) -> String {
    let locked = layouts.iter().filter(|walls| walls.is_locked());
    let mask = locked.fold(u16::MAX, |mask, walls| mask & walls.mask());
    let bits: Vec<_> = (0..16).filter(|bit| mask >> bit & 1 != 0).map(|bit: u32| bit.to_string()).collect();
    bits.join(" ")
}
