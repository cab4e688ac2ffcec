//! The computation of a key: the source of each key bit for each shift of the magic.

use anyhow::{Context, Result};
use arcadian_board::sliders::{Key, Piece, squares};

use super::{KeyArgs, Occupied, picture::place, shared};
use crate::files::{ExitStatus, output};

/// Draws the computation of a key.
pub fn run(piece: Piece, args: &KeyArgs) -> Result<ExitStatus> {
    let square = args.piece.square;
    let (shared, times, stored) = shared(piece, square).context("the square has no table")?;
    let other = |magic| Key::new(piece, square, magic, args.bits.unwrap_or(stored.width()));
    let key = args.magic.map_or(Some(stored), other).context("a key has 1 to 16 bits")?;
    let mut text = head(key) + &figure(key) + &faults(key);
    if let Some(Occupied(occupied)) = args.piece.occupied {
        let width = key.width() as usize;
        let of = key.of(occupied);
        text += &format!("\noccupied 0x{occupied:016X}\nkey      {of:0width$b} = {of}\n");
        if key == stored {
            let number = shared.numbers()[usize::from(of)];
            let attacked = piece.attacks(square, occupied);
            text += &format!("number   {number} of the sets of {}; turns {times}\n", shared.base);
            text += &format!("attacks  0x{attacked:016X}\n");
        }
    }
    output::print(&text)?;
    Ok(if key.is_carry_free() { ExitStatus::Holds } else { ExitStatus::Fails })
}

fn head(key: Key) -> String {
    let square = key.square();
    let (row, column) = (square.row(), square.column());
    let (mask, magic, width) = (key.mask(), key.magic(), key.width());
    format!(
        "square   {square}, row {row} column {column}\nmask     0x{mask:016X}\n\
         magic    0x{magic:016X}, {width} bits\n\n"
    )
}

/// Draws a line for each shift of the magic, then the key.
fn figure(key: Key) -> String {
    let one = |shift: u32| {
        Key::new(key.piece(), key.square(), 1 << shift, key.width()).map_or(Vec::new(), Key::sources)
    };
    let lines = key.shifts().map(|shift| line(&format!("<< {shift}"), &one(shift)));
    let bits: String = (0..key.width()).rev().map(|bit| format!("{bit:>5}")).collect();
    format!("key bit{bits}\n{}{}", lines.collect::<String>(), line("key", &key.sources()))
}

fn line(title: &str, sources: &[u64]) -> String {
    let cells = sources.iter().rev().map(|&set| match set.count_ones() {
        0 => "    .".to_owned(),
        1 => format!("{:>5}", squares(set).map(place).collect::<String>()),
        _ => "   !!".to_owned(),
    });
    format!("{title:7}{}", cells.collect::<String>()).trim_end().to_owned() + "\n"
}

/// Returns the reasons why a magic is not carry-free.
fn faults(key: Key) -> String {
    let names = |set: u64| squares(set).map(place).collect::<Vec<_>>().join(" and ");
    let sources = key.sources();
    let colliding = sources.iter().enumerate().filter(|(_, set)| set.count_ones() > 1);
    let mut text: String =
        colliding.map(|(bit, &set)| format!("key bit {bit}: {} collide\n", names(set))).collect();
    let missing = key.mask() & !sources.iter().fold(0, |all, set| all | set);
    if missing != 0 {
        let names: Vec<_> = squares(missing).map(place).collect();
        text += &format!("not in the key: {}\n", names.join(" "));
    }
    if text.is_empty() && !key.is_carry_free() {
        text += "bits below the key can carry into it\n";
    }
    text
}
