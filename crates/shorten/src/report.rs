//! The result of a search as `arcadian shorten --json` reports it.

use serde::Serialize;

use crate::{
    options::{Cost, Goal},
    prover::Found,
    shortener::{Equivalence, Shortener},
};

/// The result of a search, and what was searched.
#[derive(Serialize)]
pub struct Report<'a> {
    /// Whether the search is complete.
    ok: bool,
    name: &'a str,
    cpu: String,
    #[serde(rename = "for")]
    goal: Goal,
    given: Cost,
    found: Option<FoundEntry<'a>>,
    optimal: bool,
    optimal_for_any_length: bool,
    equivalence: Equivalence,
    interrupted: bool,
    space: SpaceEntry,
    sequences: u64,
    tests: usize,
    restarts: usize,
    proofs: usize,
    undecided: usize,
    seconds: f64,
}

#[derive(Serialize)]
struct FoundEntry<'a> {
    bytes: u32,
    cycles: Span,
    instructions: &'a [String],
    sheet: &'a str,
}

#[derive(Serialize)]
struct Span {
    min: u64,
    max: u64,
}

#[derive(Serialize)]
struct SpaceEntry {
    max: usize,
    instructions: usize,
    constants: Vec<u8>,
    derived: Vec<u8>,
    state: Vec<String>,
}

impl<'a> Report<'a> {
    pub fn new(search: &'a Shortener, interrupted: bool, seconds: f64) -> Self {
        let searched = search.searched();
        let progress = searched.progress;
        Report {
            ok: searched.is_complete,
            name: &search.given().name,
            cpu: search.given().processor().to_string(),
            goal: search.goal(),
            given: search.given_cost(),
            found: search.best().map(FoundEntry::of),
            optimal: searched.is_optimal && searched.equivalence == Equivalence::Contract,
            optimal_for_any_length: searched.is_optimal_for_any_length,
            equivalence: searched.equivalence,
            interrupted,
            space: SpaceEntry {
                max: searched.max_instructions,
                instructions: searched.operations,
                constants: searched.constants,
                derived: searched.derived,
                state: searched.state,
            },
            sequences: progress.tried,
            tests: progress.tests,
            restarts: progress.restarts,
            proofs: progress.proofs,
            undecided: progress.undecided,
            seconds,
        }
    }
}

impl<'a> FoundEntry<'a> {
    fn of(found: &'a Found) -> Self {
        let (min, max) = found.cycles;
        FoundEntry {
            bytes: found.cost.bytes,
            cycles: Span { min, max },
            instructions: &found.instructions,
            sheet: &found.sheet,
        }
    }
}
