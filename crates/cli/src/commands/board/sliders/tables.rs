//! The tables: their sizes, and their output as files.

use std::path::Path;

use anyhow::{Result, ensure};
use arcadian_board::sliders::{Axis, Orbit, Piece, Square, Tables, base_sets};

use arcadian_files::escape;

use super::name;
use crate::files::{
    ExitStatus,
    output::{self, Pending},
};

/// Shows the sizes of the tables, or writes the tables to a folder.
pub fn run(piece: Piece, out: Option<&Path>) -> Result<ExitStatus> {
    match out {
        None => output::print(&sizes(piece))?,
        Some(folder) => write(piece, folder)?,
    }
    Ok(ExitStatus::Holds)
}

fn write(piece: Piece, folder: &Path) -> Result<()> {
    ensure!(!escape::is_stream(folder), "cannot write two files to standard output; name a folder");
    let sets: Vec<u8> = base_sets(piece).into_iter().flat_map(u64::to_le_bytes).collect();
    let file = |part: &str| folder.join(format!("{}-{part}.bin", name(piece)));
    let index = Pending::new(&file("index"))?;
    let attacks = Pending::new(&file("sets"))?;
    index.finish(Tables::new(piece).numbers())?;
    attacks.finish(&sets)
}

fn sizes(piece: Piece) -> String {
    let tables = Tables::new(piece);
    let keys = |square: Square| 1_usize << piece.mask(square).count_ones();
    let all = Square::all().map(keys).sum::<usize>();
    let turned = Orbit::all().map(|orbit| keys(orbit.base())).sum::<usize>();
    let least = |orbit: &Orbit| Orbit::of(Axis::Vertical.reflect(orbit.base())).base() >= orbit.base();
    let mirrored = Orbit::all().filter(least).map(|orbit| keys(orbit.base())).sum::<usize>();
    let w = format!("W, {} tables", piece.tables().len());
    let schemes = [
        ("no sharing", all),
        (w.as_str(), tables.numbers().len()),
        ("ideal, 16 tables (4 squares each)", turned),
        ("ideal, 10 tables (8 symmetries)", mirrored),
    ];
    let most = Square::all().map(keys).max().unwrap_or(0);
    let (fancy, plain) = (8 * all, 64 * most * 8);
    let mut text = format!("{:36}{:>8}{:>8}{:>8}{:>8}\n", "bytes", "index", "total", "fancy", "plain");
    for (scheme, index) in schemes {
        let total = index + 8 * tables.sets().len();
        let times = |other: usize| other as f64 / total as f64;
        text += &format!("{scheme:36}{index:>8}{total:>8}{:>8.1}{:>8.1}\n", times(fancy), times(plain));
    }
    text + &format!(
        "\ntotal: the index and {} sets of 8 bytes\n\
         fancy, plain: how many times as large are the {fancy} and {plain} bytes of others\n\
         turning the sets at run time needs only those of {} base squares: {} bytes\n",
        tables.sets().len(),
        Orbit::all().count(),
        8 * base_sets(piece).len(),
    )
}
