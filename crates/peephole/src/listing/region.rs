//! Regions: the code of two versions from one cut to the next ones, as code that a comparison can read.

mod ends;
mod writer;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_isa::Processor;
use arcadian_parallel::flow::Resources;

use crate::listing::{
    cuts::{Versions, is_plain_jump, is_return, successors},
    functions::Function,
    item::Body,
    live::Analysis,
};
use ends::Ends;
use writer::Writer;

/// Two pieces of code to compare, and what matters where they end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    pub old: Side,
    pub new: Side,
    /// Registers and flags that are not used at labels outside, by label.
    pub dead_at: Vec<(String, Vec<String>)>,
    /// Registers and flags that are not used at any end.
    pub dead: Vec<String>,
    /// Registers and flags that are not used if the code ends in another way: after its last instruction, or at a return.
    pub dead_else: Vec<String>,
    /// Registers and flags that are live at an end, but not used by the function itself: only callers and called functions may use them.
    pub maybe: Vec<String>,
    /// The addresses of bytes of memory that are not used at any end.
    pub dead_cells: Vec<u16>,
    /// Called routines, and what passes nothing to them.
    pub routines: Vec<(String, Vec<String>)>,
    /// The routine that one version calls or jumps to and the other does not, if there is one.
    pub unequal: Option<String>,
    /// Whether one version calls a routine to which a version jumps: such a jump is a call and a return.
    pub has_tail_calls: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Lines for our assembler.
    pub source: String,
    /// For each line of the source the number of the line in the file; 0 for one that is not there.
    pub lines: Vec<usize>,
}

impl Side {
    /// Returns the first and the last line in the file, of the lines from the first on without a gap in the order of the file.
    pub fn range(&self) -> (usize, usize) {
        let mut lines = self.lines.iter().copied().filter(|line| *line > 0);
        let first = lines.next().unwrap_or(0);
        let last = lines.scan(first, |before, line| (line >= *before).then(|| *before = line)).count();
        let last = self.lines.iter().copied().filter(|line| *line > 0).nth(last).unwrap_or(first);
        (first, last)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRegion {
    #[error("line {line} cannot be read: {why}")]
    Unread { line: usize, why: String },
    /// The time is over, or Ctrl-C was pressed.
    #[error("not all of its parts were compared")]
    Cancelled,
    /// Execution reaches data.
    #[error("in line {line}, execution reaches data")]
    Data { line: usize },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Regions<'a> {
    pub(crate) versions: &'a Versions<'a>,
    pub(crate) analysis: &'a Analysis,
    pub(crate) processor: Processor,
    /// The resources that are live before each item of the new version.
    pub(crate) live: &'a [Resources],
    /// The resources that the items of the function use after each item.
    pub(crate) used: &'a [Resources],
    /// The resources that are live at the labels to which the new version jumps by their addresses.
    pub(crate) computed: Resources,
}

/// A region with the cuts at which it ends.
pub(crate) struct Found {
    pub(crate) region: Region,
    /// The old positions of the cuts.
    pub(crate) exits: BTreeSet<usize>,
}

impl Regions<'_> {
    /// Returns the region from a cut to the next cuts for which `is_end` is true.
    /// With `known`, calls of routines are replaced by the code of the routines, where it is known.
    pub(crate) fn from(
        &self,
        start: usize,
        known: bool,
        is_end: &dyn Fn(usize) -> bool,
    ) -> Result<Found, NoRegion> {
        let library = known.then_some(&self.analysis.library);
        let Versions { old, new, cuts, .. } = self.versions;
        let new_start = cuts.new.get(&start).copied().unwrap_or(0);
        let is_new_end = |at: usize| cuts.old.get(&at).is_some_and(|at| is_end(*at));
        let (inside, exits) = reached(old, start, &|at| cuts.new.contains_key(&at) && is_end(at))?;
        let (new_inside, new_exits) = reached(new, new_start, &is_new_end)?;
        let new_as_old = new_exits.iter().filter_map(|at| cuts.old.get(at).copied());
        let all_exits: BTreeSet<usize> = exits.iter().copied().chain(new_as_old).collect();
        let names: BTreeMap<usize, String> = all_exits.iter().map(|at| (*at, self.end_name(*at))).collect();
        let new_names =
            names.iter().filter_map(|(at, name)| Some((*cuts.new.get(at)?, name.clone()))).collect();
        let (shared, new_shared) = self.shared_names();
        let jump = if self.processor == Processor::Mos6502 { "JMP" } else { "JP" };
        let (ends, prefix) = (names.clone(), "OLD".to_owned());
        let writer = Writer { function: old, library, prefix, ends, shared, inside, start, jump };
        let new_writer = Writer {
            function: new,
            prefix: "NEW".to_owned(),
            ends: new_names,
            shared: new_shared,
            inside: new_inside,
            start: new_start,
            ..writer
        };
        let (mut one, mut other) = (writer.side(), new_writer.side());
        leave_out_last_jump(&mut one, &mut other, jump);
        let region = self.region([one, other], &names, [&writer, &new_writer]);
        Ok(Found { region, exits: all_exits })
    }

    /// Returns the name of a cut: its label, or one after its line.
    fn end_name(&self, at: usize) -> String {
        let old = self.versions.old;
        let label = old.labels_at(at).min().cloned();
        let line = |at: usize| old.items.get(at).map_or(0, |item| item.line);
        label.unwrap_or_else(|| {
            if at < old.items.len() { format!("LINE_{}", line(at)) } else { "END_OF_FUNCTION".to_owned() }
        })
    }

    /// Returns how labels are called that both versions have, for the names of either.
    fn shared_names(&self) -> (HashMap<String, String>, HashMap<String, String>) {
        let Versions { old, new, matching, .. } = self.versions;
        let mut shared: HashMap<String, String> =
            matching.labels.keys().map(|one| (one.clone(), one.clone())).collect();
        let mut new_shared: HashMap<String, String> =
            matching.labels.iter().map(|(one, other)| (other.clone(), one.clone())).collect();
        // The name of the function is known outside.
        shared.insert(old.name.clone(), old.name.clone());
        new_shared.insert(new.name.clone(), old.name.clone());
        (shared, new_shared)
    }

    fn region(
        &self,
        [old, new]: [Side; 2],
        names: &BTreeMap<usize, String>,
        writers: [&Writer; 2],
    ) -> Region {
        let mut ends = Ends::default();
        ends.add_cuts(self, names, &|name| old.jumps_to(name) || new.jumps_to(name));
        ends.add_departures(self, writers);
        let state = &self.analysis.state;
        let dead = |live: Resources| state.registers(state.all() & !live);
        Region {
            dead: dead(ends.live),
            dead_else: dead(ends.live_else),
            maybe: state.registers(ends.live & !ends.used),
            dead_cells: state.cells(state.all() & !ends.live),
            dead_at: ends.dead_at.into_iter().collect(),
            routines: ends.routines.into_iter().collect(),
            unequal: ends::unequal(writers),
            has_tail_calls: ends::have_tail_calls(writers),
            old,
            new,
        }
    }
}

/// Leaves out the jump at the end of both if it leads to the same place, to which nothing else jumps.
fn leave_out_last_jump(old: &mut Side, new: &mut Side, jump: &str) {
    let last = |side: &Side| {
        let line = side.source.lines().last()?;
        let name = line.trim().strip_prefix(jump)?.trim().to_owned();
        (side.lines.last() == Some(&0)).then_some(name)
    };
    let (Some(one), Some(other)) = (last(old), last(new)) else { return };
    let mentions = |side: &Side| side.source.lines().filter(|line| line.trim().ends_with(&one)).count();
    if one != other || mentions(old) != 1 || mentions(new) != 1 {
        return;
    }
    for side in [old, new] {
        side.lines.pop();
        let end = side.source.trim_end().rfind('\n').map_or(0, |at| at + 1);
        side.source.truncate(end);
    }
}

/// Returns the positions from a start to the ends, and the ends. The start is an end if execution returns to it.
pub(super) fn reached(
    function: &Function,
    start: usize,
    is_end: &dyn Fn(usize) -> bool,
) -> Result<(BTreeSet<usize>, BTreeSet<usize>), NoRegion> {
    let (mut inside, mut ends) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![start];
    let is_after = |at: usize| at >= function.items.len();
    if is_after(start) {
        return Ok((inside, ends));
    }
    while let Some(at) = open.pop() {
        if !inside.insert(at) {
            continue;
        }
        let Some(item) = function.items.get(at) else { continue };
        match &item.body {
            Body::Code(_) => {}
            Body::Data(_) => return Err(NoRegion::Data { line: item.line }),
            Body::Unread(why) => return Err(NoRegion::Unread { line: item.line, why: why.clone() }),
        }
        for next in successors(function, at) {
            // A return is part of what comes before it: a call before it is the same as a jump. So is a jump: it may be
            // replaced by its target.
            let is_passed = is_return(function, next) || is_plain_jump(function, next);
            if is_end(next) && !is_passed || is_after(next) {
                ends.insert(next);
            } else {
                open.push(next);
            }
        }
    }
    Ok((inside, ends))
}
