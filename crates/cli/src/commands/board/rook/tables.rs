//! The tables: their sizes, and their output as files.

use std::path::Path;

use anyhow::{Result, ensure};
use arcadian_board::rook::{Axis, Orbit, Square, Tables, base_sets, mask};

use arcadian_files::escape;

use crate::files::{
    ExitStatus,
    output::{self, Pending},
};

/// Shows the sizes of the tables, or writes the tables to a folder.
pub fn run(out: Option<&Path>) -> Result<ExitStatus> {
    match out {
        None => output::print(&sizes())?,
        Some(folder) => write(folder)?,
    }
    Ok(ExitStatus::Holds)
}

fn write(folder: &Path) -> Result<()> {
    ensure!(!escape::is_stream(folder), "cannot write two files to standard output; name a folder");
    let sets: Vec<u8> = base_sets().into_iter().flat_map(u64::to_le_bytes).collect();
    let index = Pending::new(&folder.join("rook-index.bin"))?;
    let attacks = Pending::new(&folder.join("rook-sets.bin"))?;
    index.finish(Tables::new().numbers())?;
    attacks.finish(&sets)
}

fn sizes() -> String {
    let tables = Tables::new();
    let keys = |square: Square| 1_usize << mask(square).count_ones();
    let all = Square::all().map(keys).sum::<usize>();
    let turned = Orbit::all().map(|orbit| keys(orbit.base())).sum::<usize>();
    let least = |orbit: &Orbit| Orbit::of(Axis::Vertical.reflect(orbit.base())).base() >= orbit.base();
    let mirrored = Orbit::all().filter(least).map(|orbit| keys(orbit.base())).sum::<usize>();
    let schemes = [
        ("no sharing", all),
        ("W, 18 tables", tables.numbers().len()),
        ("ideal, 16 tables (4 squares each)", turned),
        ("ideal, 10 tables (8 symmetries)", mirrored),
    ];
    let (fancy, plain) = (8 * all, 64 * 4096 * 8);
    let mut text = format!("{:36}{:>8}{:>8}{:>8}{:>8}\n", "bytes", "index", "total", "fancy", "plain");
    for (name, index) in schemes {
        let total = index + 8 * tables.sets().len();
        let times = |other: usize| other as f64 / total as f64;
        text += &format!("{name:36}{index:>8}{total:>8}{:>8.1}{:>8.1}\n", times(fancy), times(plain));
    }
    text + &format!(
        "\ntotal: the index and {} sets of 8 bytes\n\
         fancy, plain: how many times as large are the {fancy} and {plain} bytes of others\n\
         turning the sets at run time needs only those of {} base squares: {} bytes\n",
        tables.sets().len(),
        Orbit::all().count(),
        8 * base_sets().len(),
    )
}
