//! The tables: their sizes, their shared parts, and their output as files.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use arcadian_board::sliders::{
    Answer, Axis, Conditions, Decision, Family, Form, Literal, Orbit, Piece, Solver, Square, Symmetry,
    Tables, base_sets,
};
use arcadian_files::escape;
use arcadian_parallel::{
    circuit::{self, Solved},
    sat::CheckedSolver,
};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::{Occupied, hexadecimal, name};
use crate::{
    files::{ExitStatus, output, pending::Pending},
    number::decimal,
    terminal::Progress,
};

/// Shows the sizes of the tables, or writes the tables to a folder.
pub fn tables(piece: Piece, out: Option<&Path>) -> Result<ExitStatus> {
    let (text, schemes) = sizes(piece);
    let Some(folder) = out else {
        return output::answer(ExitStatus::Holds, &text, json!({ "schemes": schemes }));
    };
    ensure!(!output::is_json(), "--json reports the sizes; leave --out out");
    write(piece, folder)?;
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

/// Returns the sizes as a table and as JSON.
fn sizes(piece: Piece) -> (String, Vec<Value>) {
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
    let mut report = Vec::new();
    for (scheme, index) in schemes {
        let total = index + 8 * tables.sets().len();
        report.push(json!({ "name": scheme, "index": index, "total": total }));
        let times = |other: usize| other as f64 / total as f64;
        text += &format!("{scheme:36}{index:>8}{total:>8}{:>8.1}{:>8.1}\n", times(fancy), times(plain));
    }
    text += &format!(
        "\ntotal: the index and {} sets of 8 bytes\n\
         fancy, plain: how many times as large are the {fancy} and {plain} bytes of others\n\
         turning the sets at run time needs only those of {} base squares: {} bytes\n",
        tables.sets().len(),
        Orbit::all().count(),
        8 * base_sets(piece).len(),
    );
    (text, report)
}

pub const HELP: &str = "\
The magics of the images are unknown words. A SAT solver looks for words with which corresponding occupancies have the same key, and \
occupancies with different attacks different keys. If there are none, a checker follows each step of the solver's proof.

Examples:
  arcadian board rook share c8 --bits 13
  arcadian board rook share d8 --bits 12 --images all

Exit status: 0 magics found; 1 none exist, or the limit was reached; 2 bad arguments.";

/// The arguments of `share`.
#[derive(Args, Debug)]
pub struct ShareArgs {
    /// Square of the piece
    pub square: Square,
    /// Number of bits of the key, 1 to 16
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=16))]
    pub bits: u32,
    /// Squares that are inverted before the multiplication, those of the given square [default: none]
    #[arg(long, value_name = "SQUARES")]
    pub invert: Option<Occupied>,
    /// The images that share the key
    #[arg(long, value_enum, default_value_t = Images::Turns)]
    pub images: Images,
    /// Number of conflicts after which the solver gives up
    #[arg(long, value_name = "N", default_value_t = 2_000_000, allow_negative_numbers = true, value_parser = decimal::<u32>(1..=u32::MAX.into()))]
    pub conflicts: u32,
}

/// Images of a square.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Images {
    /// The square turned 0, 1, 2 and 3 times
    Turns,
    /// All eight, reflections too
    All,
}

/// The checked solver with a limit on conflicts.
struct Limited {
    solver: CheckedSolver,
    left: u64,
    is_unproven: bool,
}

impl Solver for Limited {
    fn add_clause(&mut self, clause: &[Literal]) {
        circuit::Solver::add_clause(&mut self.solver, clause);
    }

    fn solve(&mut self) -> Answer {
        let before = circuit::Solver::conflicts(&self.solver);
        let solved = circuit::Solver::solve(&mut self.solver, &[], self.left);
        let after = circuit::Solver::conflicts(&self.solver);
        self.left = self.left.saturating_sub(after - before);
        match solved {
            Solved::Satisfiable(values) => Answer::Values(values),
            Solved::Unsatisfiable => Answer::Contradiction,
            Solved::Unknown => Answer::Unknown,
            Solved::Unproven => {
                self.is_unproven = true;
                Answer::Unknown
            }
        }
    }
}

/// Decides, and prints the magics or that there are none.
pub fn share(piece: Piece, args: &ShareArgs) -> Result<ExitStatus> {
    let family = match args.images {
        Images::Turns => Family::of_turns(piece, args.square, &[0, 1, 2, 3]),
        Images::All => Family::of_all(piece, args.square),
    };
    let Occupied(inverted) = args.invert.unwrap_or_default();
    let form = Form { width: args.bits, inverted };
    let mut solver =
        Limited { solver: CheckedSolver::default(), left: args.conflicts.into(), is_unproven: false };
    let progress = Progress::new();
    let (decision, conditions) = family.decide(form, &mut solver, |conditions| {
        progress.show(|| {
            format!("round {}, {} conditions", conditions.rounds, conditions.equal + conditions.different)
        });
    });
    progress.erase();
    if solver.is_unproven {
        bail!("a step of the solver's proof is wrong; please report this");
    }
    let head = format!(
        "{} on {}, {} images, {} bits, carries included\n",
        name(piece),
        args.square,
        family.images.len(),
        args.bits
    );
    let (text, verdict, magics) = match decision {
        Decision::Magics(magics) => (found(&family, form, &magics)?, "magics", magics),
        Decision::Impossible => (
            "impossible: no magics satisfy the conditions; the proof is checked\n".to_owned(),
            "impossible",
            Vec::new(),
        ),
        Decision::Unknown => {
            ("not decided: the limit of conflicts is reached\n".to_owned(), "undecided", Vec::new())
        }
    };
    let images = family.images.iter().zip(&magics).map(|(symmetry, magic)| {
        json!({ "square": symmetry.apply(family.base).to_string(), "magic": hexadecimal(*magic) })
    });
    let report = json!({ "verdict": verdict, "magics": images.collect::<Vec<_>>() });
    let status = ExitStatus::of(verdict == "magics");
    output::answer(status, &(head + &text + &asked(&conditions)), report)
}

/// Lists the magics, after a look at every occupancy.
fn found(family: &Family, form: Form, magics: &[u64]) -> Result<String> {
    if !family.shares(form, magics) {
        bail!("the solver's magics do not share a key; please report this");
    }
    let row =
        |(symmetry, magic): (&Symmetry, &u64)| format!("{}      {magic:016X}\n", symmetry.apply(family.base));
    let rows: String = family.images.iter().zip(magics).map(row).collect();
    Ok(format!("one key for all; every occupancy of each was looked up\n\nsquare  magic\n{rows}\n"))
}

fn asked(conditions: &Conditions) -> String {
    let Conditions { unknowns, rounds, equal, different } = conditions;
    format!(
        "{unknowns} unknown bits; {equal} pairs of keys equal, {different} different, in {rounds} rounds\n"
    )
}
