//! Regions: the code of two versions from one cut to the next ones, as code that a comparison can read. Registers, flags and
//! cells that matter where a region ends or is left, and those that pass to the routines that it calls.

mod writer;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_isa::{Control, Page, Processor, Row};
use arcadian_parallel::flow::Resources;

use crate::listing::{
    functions::Function,
    item::{Body, Item},
    live::Analysis,
    matching::{Versions, is_plain_jump, is_return, local_target, successors},
    operands::renamed,
};
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
    /// Registers and flags of the Z80 that nothing compares unless the function looks at them: R, X and Y.
    pub shown: Vec<&'static str>,
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
            shown: [self.versions.old, self.versions.new].into_iter().flat_map(shown).collect(),
            unequal: unequal(writers),
            has_tail_calls: have_tail_calls(writers),
            old,
            new,
        }
    }
}

/// Returns what a function looks at that nothing compares otherwise: R by LD A,R, and the flags X and Y by PUSH AF and the pull of another
/// pair. What else pushes the flags pulls them again, or uses A alone.
fn shown(function: &Function) -> Vec<&'static str> {
    let rows: Vec<_> = function.items.iter().filter_map(Item::code).flat_map(|code| &code.steps).collect();
    let is = |row: &Row, page: Page, opcodes: &[u8]| row.page == page && opcodes.contains(&row.opcode);
    let reads_refresh = rows.iter().any(|step| is(step.row, Page::Ed, &[0x5F]));
    let pulls = |row: &Row| {
        is(row, Page::Z80, &[0xC1, 0xD1, 0xE1, 0xE3])
            || is(row, Page::Dd, &[0xE1, 0xE3])
            || is(row, Page::Fd, &[0xE1, 0xE3])
    };
    let pulls_flags = rows.windows(2).any(|pair| is(pair[0].row, Page::Z80, &[0xF5]) && pulls(pair[1].row));
    let refresh = if reads_refresh { &["R"][..] } else { &[] };
    let flags = if pulls_flags { &["XF", "YF"][..] } else { &[] };
    [refresh, flags].concat()
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

/// Resources that are live or used where a region ends.
#[derive(Default)]
struct Ends {
    live: Resources,
    /// The resources that are live where the code ends in another way than by a jump to one of `dead_at`.
    live_else: Resources,
    /// The resources that the function itself uses after the cuts at which it ends.
    used: Resources,
    /// The registers and flags that are dead at labels outside.
    dead_at: BTreeSet<(String, Vec<String>)>,
    /// The registers and flags that pass nothing to called routines.
    routines: BTreeMap<String, Vec<String>>,
}

impl Ends {
    fn add_cuts(
        &mut self,
        regions: &Regions,
        names: &BTreeMap<usize, String>,
        is_jumped_to: &dyn Fn(&String) -> bool,
    ) {
        let (state, cuts) = (&regions.analysis.state, &regions.versions.cuts);
        let value_at = |values: &[Resources], at: &usize| {
            cuts.new.get(at).and_then(|new| values.get(*new)).copied().unwrap_or(state.all())
        };
        for (at, name) in names {
            let live = value_at(regions.live, at);
            self.used |= value_at(regions.used, at);
            self.live |= live;
            if is_jumped_to(name) {
                self.dead_at.insert((name.clone(), state.registers(state.all() & !live)));
            } else {
                self.live_else |= live;
            }
        }
    }

    /// Adds the routines that the versions call, and where they leave the function.
    fn add_departures(&mut self, regions: &Regions, writers: [&Writer; 2]) {
        let state = &regions.analysis.state;
        for departure in writers.iter().flat_map(|writer| writer.departures()) {
            let outside = match departure {
                Departure::Jump(target) | Departure::Call(target) => regions.analysis.outside(Some(target)),
                Departure::Unknown => state.all(),
                Departure::Computed(row) => {
                    regions.analysis.at_return(row, regions.versions.new.is_void) | regions.computed
                }
            };
            let dead = || state.registers(state.all() & !outside);
            match departure {
                Departure::Call(callee) => {
                    self.routines.insert(callee.clone(), dead());
                    continue;
                }
                Departure::Jump(target) => {
                    self.dead_at.insert((target.clone(), dead()));
                }
                Departure::Unknown | Departure::Computed(_) => self.live_else |= outside,
            }
            self.live |= outside;
        }
    }
}

impl Side {
    fn jumps_to(&self, name: &str) -> bool {
        self.source.lines().any(|line| {
            let mut is_used = false;
            renamed(line, &mut |word| {
                is_used |= word == name;
                String::new()
            });
            is_used
        })
    }
}

/// Call of a routine, or exit from the function.
#[derive(Clone, Copy)]
enum Departure<'a> {
    Call(&'a String),
    Jump(&'a String),
    /// To an address that is not a name.
    Unknown,
    /// To an address on the stack or in a register.
    Computed(&'static Row),
}

impl Writer<'_> {
    fn departures(&self) -> impl Iterator<Item = Departure<'_>> {
        self.inside.iter().filter_map(|at| {
            let code = self.function.items.get(*at)?.code()?;
            let is_local = || local_target(self.function, code).is_some();
            match (code.control, &code.target) {
                (Control::Call, Some(target)) if self.known(target).is_some() => None,
                (Control::Branch, Some(target)) if self.known(target).is_some() => {
                    self.known(target)?.back().map(Departure::Computed)
                }
                (Control::Call, Some(callee)) => Some(Departure::Call(callee)),
                (Control::Branch, _) if is_local() => None,
                (Control::Branch, Some(target)) => Some(Departure::Jump(target)),
                (Control::Branch, None) => Some(Departure::Unknown),
                (Control::Computed, _) => code.steps.last().map(|step| Departure::Computed(step.row)),
                _ => None,
            }
        })
    }
}

/// Returns a routine that only one version uses.
fn unequal(writers: [&Writer; 2]) -> Option<String> {
    let [one, other] = writers.map(|writer| {
        let used = writer.departures().filter_map(|departure| match departure {
            Departure::Call(name) | Departure::Jump(name) => Some(name.clone()),
            Departure::Unknown | Departure::Computed(_) => None,
        });
        used.collect::<BTreeSet<String>>()
    });
    one.symmetric_difference(&other).next().cloned()
}

/// Returns whether one version jumps to a routine that a version calls.
fn have_tail_calls(writers: [&Writer; 2]) -> bool {
    let departures = || writers.into_iter().flat_map(Writer::departures);
    let called: BTreeSet<&String> = departures().filter_map(|departure| departure.callee()).collect();
    departures().any(|departure| matches!(departure, Departure::Jump(target) if called.contains(target)))
}

impl<'a> Departure<'a> {
    fn callee(self) -> Option<&'a String> {
        match self {
            Departure::Call(callee) => Some(callee),
            _ => None,
        }
    }
}

/// The greatest number of pairs of addresses that are assumed to be different.
const MOST_PAIRS: usize = 16;

impl Region {
    /// Returns addresses that the code uses with different names: the linker gives each its own place.
    pub fn distinct(&self) -> Vec<[String; 2]> {
        let mut addresses: Vec<(&str, &str)> = Vec::new();
        for line in self.old.source.lines().chain(self.new.source.lines()) {
            let address = operand_address(line);
            addresses.extend(address.filter(|address| !addresses.contains(address)));
        }
        let mut pairs = Vec::new();
        for (number, (name, address)) in addresses.iter().enumerate() {
            let others = addresses.iter().skip(number + 1).filter(|(other, _)| other != name);
            pairs.extend(others.map(|(_, other)| [(*address).to_owned(), (*other).to_owned()]));
        }
        pairs.truncate(MOST_PAIRS);
        pairs
    }
}

/// Returns the name and the whole address of an operand in memory that is a name of C, or one with an offset: `(_x+1)`, `_x+1`.
fn operand_address(line: &str) -> Option<(&str, &str)> {
    let from =
        line.find('_').filter(|at| line.get(..*at).is_some_and(|before| before.ends_with(['(', ' '])))?;
    let is_load = line.get(..from).is_some_and(|before| before.ends_with('(') || is_mos_access(before));
    let rest = line.get(from..).filter(|_| is_load)?;
    let end =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '+' | '$'))).unwrap_or(rest.len());
    let address = rest.get(..end).unwrap_or(rest);
    Some((address.split('+').next()?, address))
}

/// Returns whether a line begins with an instruction of the 6502 that accesses memory.
fn is_mos_access(before: &str) -> bool {
    const ACCESSES: &[&str] =
        &["lda", "ldx", "ldy", "sta", "stx", "sty", "inc", "dec", "adc", "sbc", "cmp", "cpx", "cpy"];
    ACCESSES.contains(&before.trim())
}
