//! The search for carry-free magics.

use anyhow::Result;
use arcadian_board::sliders::{Axis, Family, Orbit, Piece, Shared, Square, Tables};

use crate::files::{ExitStatus, output};

/// Repeats the search and compares the results with the stored ones.
pub fn run(piece: Piece) -> Result<ExitStatus> {
    let mut found = Vec::new();
    let mut text = format!("{:<66}blocks tried\n", "one key for a square and its three turns, to 13 bits");
    for orbit in Orbit::all() {
        let tables = orbit.tables(piece);
        text += &format!("{}  {}\n", name(orbit.base()), possible(piece, orbit, &tables));
        found.extend(tables);
    }
    text += &eights(piece);
    text += "\n\nsquare bits magics of the square turned 0, 1, 2, 3 times\n";
    text += &found.iter().map(row).collect::<String>();
    let (pairs, wrong) = Tables::new(piece).check();
    let same = found == piece.tables();
    let entries = found.iter().map(|shared| 1_usize << shared.width).sum::<usize>();
    let used = found.iter().copied().map(Shared::used).sum::<usize>();
    let magics = found.iter().copied().flat_map(Shared::keys).count();
    text += &format!(
        "\n{magics} magics, {} tables, {entries} entries ({used} used): {} the stored ones\n\
         {pairs} pairs of square and occupancy looked up, {wrong} wrong\n",
        found.len(),
        if same { "the same as" } else { "NOT" },
    );
    output::print(&text)?;
    Ok(if same && wrong == 0 { ExitStatus::Holds } else { ExitStatus::Fails })
}

fn name(square: Square) -> String {
    format!("{}{} {square}", square.row(), square.column())
}

/// Formats the possible widths, as in `12 bits; not 10, 11`.
fn possible(piece: Piece, orbit: Orbit, tables: &[Shared]) -> String {
    let family = Family::of_turns(piece, orbit.base(), &[0, 1, 2, 3]);
    let widths = orbit.min_width(piece)..=Orbit::MAX_WIDTH;
    let searches: Vec<_> = widths.map(|width| (width, family.search(width))).collect();
    let tried: u64 = searches.iter().map(|(_, search)| search.tried).sum();
    let (yes, no): (Vec<_>, Vec<_>) = searches.iter().partition(|(_, search)| search.found.is_some());
    let no: Vec<_> = no.iter().map(|(width, _)| width.to_string()).collect();
    let text = match (yes.first(), no.is_empty()) {
        (Some((width, _)), true) => format!("{width} bits"),
        (Some((width, _)), false) => format!("{width} bits; not {}", no.join(", ")),
        (None, _) => {
            format!("not {}; {}", no.join(", "), tables.iter().map(part).collect::<Vec<_>>().join(", "))
        }
    };
    let blocks = searches.first().map_or(0, |(_, search)| search.blocks);
    format!("{text:<58}{blocks:>7} {tried:>5}").trim_end().to_owned()
}

/// Formats a shared table, as in `turns 0 1 2: 11 bits`.
fn part(shared: &Shared) -> String {
    let turns: Vec<_> = shared.keys().map(|(turns, _)| turns.to_string()).collect();
    format!("turns {}: {} bits", turns.join(" "), shared.width)
}

/// Reports whether the reflected squares could also share a key.
fn eights(piece: Piece) -> String {
    let eight = |orbit: &Orbit| {
        orbit.base().row() < orbit.base().column() && mirrored(*orbit).index() > orbit.base().index()
    };
    let mut text = "\none key for all eight images of a square that is on no diagonal\n".to_owned();
    let names = Orbit::all().filter(eight).map(|orbit| {
        let family = Family::of_all(piece, orbit.base());
        let found =
            (orbit.min_width(piece)..=Orbit::MAX_WIDTH).find(|&width| family.search(width).found.is_some());
        format!("{} {}", name(orbit.base()), found.map_or("none".to_owned(), |width| format!("{width} bits")))
    });
    text += &names.collect::<Vec<_>>().join("   ");
    text
}

/// Returns the base square of the mirrored orbit.
fn mirrored(orbit: Orbit) -> Square {
    Orbit::of(Axis::Vertical.reflect(orbit.base())).base()
}

fn row(shared: &Shared) -> String {
    let magics = shared.magics.map(|magic| magic.map_or("-".to_owned(), |magic| format!("{magic:016X}")));
    format!(
        "{} {:2}  {}",
        name(shared.base),
        shared.width,
        magics.map(|magic| format!("{magic:16}")).join(" ")
    )
    .trim_end()
    .to_owned()
        + "\n"
}
