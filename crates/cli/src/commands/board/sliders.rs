//! `board rook` and `board bishop`: sliding pieces in the W system, and the search for carry-free magics.

mod tables;

use std::{path::PathBuf, str::FromStr};

use anyhow::{Context, Error, Result, bail};
use arcadian_board::sliders::{
    Axis, Family, GROUPS, Group, Key, Orbit, Piece, Shared, Square, Tables, bits, group, squares, turns,
};
use arcadian_isa::hex;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::{
    files::{ExitStatus, output},
    number::decimal,
};
use tables::ShareArgs;

const SHOW_HELP: &str = "\
Examples:
  arcadian board rook show
  arcadian board rook show A
  arcadian board rook show \"2'\"";

const SQUARES_HELP: &str = "\
Squares are a8 (upper left) to h1 (lower right), or row and column: 00 is a8, 07 is h8, 77 is h1. Occupied squares are names \
separated by commas, or the word of their bits as 0x and hexadecimal digits.";

/// A command of `board rook` or `board bishop`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw the numbering, or a group and its quarter turn
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Draw the squares that the piece attacks
    #[command(after_help = SQUARES_HELP)]
    Attacks(PieceArgs),
    /// Draw the computation of a square's key
    #[command(after_help = SQUARES_HELP)]
    Key(KeyArgs),
    /// Repeat the search for carry-free magics, and compare the results with the stored ones
    Search,
    /// Decide whether images of a square can share one key, carries included
    #[command(after_help = tables::HELP)]
    Share(ShareArgs),
    /// Show the sizes of the tables, or write them
    Tables(TablesArgs),
}

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Group: 1 to 4, 1' to 4', or one of A B C D a b c d o p s t [default: the numbering]
    #[arg(value_parser = named_group)]
    pub group: Option<Group>,
}

/// The square of the piece and the occupied squares.
#[derive(Args, Debug)]
pub struct PieceArgs {
    /// Square of the piece
    pub square: Square,
    /// Occupied squares [default: none]
    pub occupied: Option<Occupied>,
}

/// The arguments of `key`.
#[derive(Args, Debug)]
pub struct KeyArgs {
    #[command(flatten)]
    pub piece: PieceArgs,
    /// Use this magic: 0x and hexadecimal digits
    #[arg(long, value_name = "WORD", value_parser = word)]
    pub magic: Option<u64>,
    /// Number of bits of the key, 1 to 16 [default: as in the stored key]
    #[arg(long, value_name = "N", requires = "magic", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=16))]
    pub bits: Option<u32>,
}

/// The arguments of `tables`.
#[derive(Args, Debug)]
pub struct TablesArgs {
    /// Write the index tables and the sets of the base squares, as in rook-index.bin and rook-sets.bin, into this folder
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

pub fn run(piece: Piece, command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show(args.group),
        Command::Attacks(args) => attacked(piece, args),
        Command::Key(args) => key(piece, args),
        Command::Search => search_magics(piece),
        Command::Share(args) => tables::share(piece, args),
        Command::Tables(args) => tables::tables(piece, args.out.as_deref()),
    }
}

fn show(group: Option<Group>) -> Result<ExitStatus> {
    let text = match group {
        None => numbering(),
        Some(group) => turned(group),
    };
    output::answer(ExitStatus::Holds, &text, json!({}))
}

/// Draws a group before and after a quarter turn.
fn turned(group: Group) -> String {
    let before = 7 << group.first;
    let after = turns(before, 1);
    let name = |set: u64| {
        GROUPS.into_iter().find(|group| set >> group.first & 7 != 0).map_or("", |group| group.name)
    };
    let board = |set| board(2, |square| if has(set, square) { square.bit().to_string() } else { ".".into() });
    let boards = side_by_side(&board(before), &board(after));
    let title = |set: u64| {
        format!("group {}, bits {} to {}", name(set), set.trailing_zeros(), 63 - set.leading_zeros())
    };
    format!("{:36}{}\n{boards}", title(before), title(after))
}

fn attacked(piece: Piece, args: &PieceArgs) -> Result<ExitStatus> {
    let Occupied(occupied) = args.occupied.unwrap_or_default();
    let set = piece.attacks(args.square, occupied);
    let mark = |square| match (square == args.square, has(set, square), has(occupied, square)) {
        (true, ..) => letter(piece),
        (_, true, true) => "x",
        (_, true, false) => "*",
        (_, false, true) => "o",
        (_, false, false) => ".",
    };
    let board = board(1, |square| mark(square).to_owned());
    let count = set.count_ones();
    let text = format!(
        "{board}\n{} {} on {}, * attacked, x attacked and occupied, o occupied\nattacks  0x{set:016X}, {count} squares\n",
        letter(piece),
        name(piece),
        args.square
    );
    let attacked: Vec<_> = squares(set).map(|square| square.to_string()).collect();
    output::answer(ExitStatus::Holds, &text, json!({ "attacks": hexadecimal(set), "squares": attacked }))
}

/// A word as a text, because programs that read JSON may round numbers of 64 bits.
pub fn hexadecimal(word: u64) -> Value {
    format!("0x{word:016X}").into()
}

fn named_group(name: &str) -> Result<Group> {
    match GROUPS.into_iter().find(|group| group.name == name) {
        Some(group) => Ok(group),
        None => {
            bail!("the groups are 1 to 4, 1' to 4', and A B C D a b c d o p s t; upper and lower case differ")
        }
    }
}

fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Rook => "rook",
        Piece::Bishop => "bishop",
    }
}

fn letter(piece: Piece) -> &'static str {
    match piece {
        Piece::Rook => "R",
        Piece::Bishop => "B",
    }
}

/// Returns the stored table of a square, its number of turns from the base square, and its key.
fn shared(piece: Piece, square: Square) -> Option<(Shared, u8, Key)> {
    piece.tables().iter().find_map(|&shared| {
        let (turns, key) = shared.keys().find(|(_, key)| key.square() == square)?;
        Some((shared, turns, key))
    })
}

/// Draws the computation of a key.
pub fn key(piece: Piece, args: &KeyArgs) -> Result<ExitStatus> {
    let square = args.piece.square;
    let (shared, times, stored) = shared(piece, square).context("the square has no table")?;
    let other = |magic| Key::new(piece, square, magic, args.bits.unwrap_or(stored.width()));
    let key = args.magic.map_or(Some(stored), other).context("a key has 1 to 16 bits")?;
    let mut text = head(key) + &figure(key) + &faults(key);
    let mut report = json!({
        "square": square.to_string(),
        "mask": hexadecimal(key.mask()),
        "magic": hexadecimal(key.magic()),
        "bits": key.width(),
        "carry_free": key.is_carry_free(),
    });
    if let Some(Occupied(occupied)) = args.piece.occupied {
        let width = key.width() as usize;
        let of = key.of(occupied);
        text += &format!("\noccupied 0x{occupied:016X}\nkey      {of:0width$b} = {of}\n");
        report["key"] = of.into();
        if key == stored {
            let number = shared.numbers()[usize::from(of)];
            let attacked = piece.attacks(square, occupied);
            text += &format!("number   {number} of the sets of {}; turns {times}\n", shared.base);
            text += &format!("attacks  0x{attacked:016X}\n");
            report["attacks"] = hexadecimal(attacked);
        }
    }
    output::answer(ExitStatus::of(key.is_carry_free()), &text, report)
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

/// A set of squares, as a word of W bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Occupied(pub u64);

impl FromStr for Occupied {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if hex::is_marked(text) {
            return word(text).map(Self);
        }
        let names = text.split([',', ' ']).filter(|name| !name.is_empty());
        let squares: Vec<Square> = names.map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self(bits(squares)))
    }
}

/// Parses a word: a number of 64 bits with a mark.
pub fn word(text: &str) -> Result<u64> {
    let number = hex::is_marked(text).then(|| hex::parse_number(text)).flatten();
    number.with_context(|| format!("`{text}` is not a valid word; write 0x and 1 to 16 hexadecimal digits"))
}

pub fn has(set: u64, square: Square) -> bool {
    set >> square.bit() & 1 != 0
}

/// Draws a board with ranks and files, and a text of `width` characters on each square.
pub fn board(width: usize, mark: impl Fn(Square) -> String) -> String {
    let files: String = ('a'..='h').map(|file| format!(" {file:>width$}")).collect();
    let mut text = format!(" {files}\n");
    for row in 0..8 {
        let marks = Square::all()
            .filter(|square| square.row() == row)
            .map(|square| format!(" {:>width$}", mark(square)));
        text += &format!("{}{}\n", 8 - row, marks.collect::<String>());
    }
    text
}

pub fn side_by_side(left: &str, right: &str) -> String {
    left.lines().zip(right.lines()).map(|(left, right)| format!("{left:36}{right}\n")).collect()
}

/// Draws the bit numbers and the groups.
pub fn numbering() -> String {
    let bits = board(2, |square| square.bit().to_string());
    let groups = board(2, |square| group(square).map_or("-", |group| group.name).to_owned());
    format!("{:36}groups of three bits\n{}", "bits", side_by_side(&bits, &groups))
}

/// Returns the name of a square by its group and the bit in it, as in `2'.1`; `-` for a corner.
pub fn place(square: Square) -> String {
    group(square).map_or("-".to_owned(), |group| format!("{}.{}", group.name, square.bit() - group.first))
}

/// Repeats the search and compares the results with the stored ones.
pub fn search_magics(piece: Piece) -> Result<ExitStatus> {
    let mut found = Vec::new();
    let mut text = format!("{:<66}blocks tried\n", "one key for a square and its three turns, to 13 bits");
    for orbit in Orbit::all() {
        let tables = orbit.tables(piece);
        text += &format!("{}  {}\n", square_name(orbit.base()), possible(piece, orbit, &tables));
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
    let report = json!({
        "magics": magics,
        "tables": found.len(),
        "entries": entries,
        "used": used,
        "stored": same,
        "pairs": pairs,
        "wrong": wrong,
    });
    output::answer(ExitStatus::of(same && wrong == 0), &text, report)
}

fn square_name(square: Square) -> String {
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
        format!(
            "{} {}",
            square_name(orbit.base()),
            found.map_or("none".to_owned(), |width| format!("{width} bits"))
        )
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
        square_name(shared.base),
        shared.width,
        magics.map(|magic| format!("{magic:16}")).join(" ")
    )
    .trim_end()
    .to_owned()
        + "\n"
}
