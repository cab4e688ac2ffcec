//! Regions: the code of two versions from one cut to the next ones, as code that a comparison can read.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arcadian_flow::Resources;
use arcadian_isa::{Control, Processor, Row};

use crate::{
    cuts::{Versions, falls_through, is_plain_jump, is_return, local_target, successors},
    item::{Body, Code},
    library::{Library, Routine},
    listing::Function,
    live::Analysis,
    names::renamed,
};

/// Two pieces of code to compare, and what matters where they end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// The code of the first version.
    pub old: Side,
    /// The code of the second version.
    pub new: Side,
    /// What is not used at labels outside, by label.
    pub dead_at: Vec<(String, Vec<String>)>,
    /// What is not used at any end.
    pub dead: Vec<String>,
    /// What is not used where the code ends in another way: after its last instruction, or at a return.
    pub dead_else: Vec<String>,
    /// What only callers and called functions may use, as far as is known.
    pub maybe: Vec<String>,
    /// The addresses of bytes of memory that are not used at any end.
    pub dead_cells: Vec<u16>,
    /// Called routines, and what passes nothing to them.
    pub routines: Vec<(String, Vec<String>)>,
    /// The routine that one version calls or jumps to and the other does not, if there is one.
    pub unequal: Option<String>,
}

/// The code of a version.
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

/// Whether a line begins with an instruction of the 6502 that accesses memory.
fn is_mos_access(before: &str) -> bool {
    const ACCESSES: &[&str] =
        &["lda", "ldx", "ldy", "sta", "stx", "sty", "inc", "dec", "adc", "sbc", "cmp", "cpx", "cpy"];
    ACCESSES.contains(&before.trim())
}

/// Why there is no region to compare.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRegion {
    /// A line that cannot be read.
    #[error("line {line} cannot be read: {why}")]
    Unread {
        /// The line.
        line: usize,
        /// Why.
        why: String,
    },
    /// Execution reaches data.
    #[error("in line {line}, execution reaches data")]
    Data {
        /// The line.
        line: usize,
    },
}

/// What a region is made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Regions<'a> {
    pub(crate) versions: &'a Versions<'a>,
    pub(crate) analysis: &'a Analysis,
    pub(crate) processor: Processor,
    /// What is live before each item of the new version.
    pub(crate) live: &'a [Resources],
    /// What the items of the function use after each item.
    pub(crate) used: &'a [Resources],
    /// What is live at the labels to which the new version jumps by their addresses.
    pub(crate) computed: Resources,
}

/// A region with the cuts at which it ends.
pub(crate) struct Found {
    pub(crate) region: Region,
    /// The old positions of the cuts.
    pub(crate) exits: BTreeSet<usize>,
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

/// Where code calls a routine or leaves the function.
#[derive(Clone, Copy)]
enum Departure<'a> {
    Call(&'a String),
    Jump(&'a String),
    /// To an address that is not a name.
    Unknown,
    /// To an address on the stack or in a register.
    Computed(&'static Row),
}

/// How the positions of one version are written.
struct Writer<'a> {
    function: &'a Function,
    /// The routines whose code is written instead of a call.
    library: Option<&'a Library>,
    /// The beginning of the names of its own labels.
    prefix: String,
    /// The names of the ends, by position.
    ends: BTreeMap<usize, String>,
    /// The names of labels that both versions have.
    shared: HashMap<String, String>,
    inside: BTreeSet<usize>,
    start: usize,
    jump: &'static str,
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
        let writer = Writer {
            function: old,
            library,
            prefix: "OLD".to_owned(),
            ends: names.clone(),
            shared,
            inside,
            start,
            jump,
        };
        let new_writer = Writer {
            function: new,
            library,
            prefix: "NEW".to_owned(),
            ends: new_names,
            shared: new_shared,
            inside: new_inside,
            start: new_start,
            jump,
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
        let state = &self.analysis.state;
        let cuts = &self.versions.cuts;
        let live_at =
            |at: &usize| cuts.new.get(at).and_then(|new| self.live.get(*new)).copied().unwrap_or(state.all());
        let is_jumped_to = |name: &String| old.jumps_to(name) || new.jumps_to(name);
        let used_at =
            |at: &usize| cuts.new.get(at).and_then(|new| self.used.get(*new)).copied().unwrap_or(state.all());
        let used = names.keys().fold(0, |used, at| used | used_at(at));
        let mut dead_at = Vec::new();
        let mut live = 0;
        let mut live_else = 0;
        for (at, name) in names {
            live |= live_at(at);
            if is_jumped_to(name) {
                dead_at.push((name.clone(), state.registers(state.all() & !live_at(at))));
            } else {
                live_else |= live_at(at);
            }
        }
        let mut routines = BTreeMap::new();
        for departure in writers.iter().flat_map(|writer| writer.departures()) {
            let outside = match departure {
                Departure::Jump(target) | Departure::Call(target) => self.analysis.outside(Some(target)),
                Departure::Unknown => state.all(),
                Departure::Computed(row) => {
                    self.analysis.at_return(row, self.versions.new.is_void) | self.computed
                }
            };
            let is_dead = || state.registers(state.all() & !outside);
            match departure {
                Departure::Call(callee) => {
                    routines.insert(callee.clone(), is_dead());
                    continue;
                }
                Departure::Jump(target) => dead_at.push((target.clone(), is_dead())),
                Departure::Unknown | Departure::Computed(_) => live_else |= outside,
            }
            live |= outside;
        }
        dead_at.sort();
        dead_at.dedup();
        Region {
            old,
            new,
            dead_at,
            dead: state.registers(state.all() & !live),
            dead_else: state.registers(state.all() & !live_else),
            maybe: state.registers(live & !used),
            dead_cells: state.cells(state.all() & !live),
            routines: routines.into_iter().collect(),
            unequal: unequal(writers),
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

/// Returns the positions from a start to the ends, and the ends. The start is an end if execution returns to it.
fn reached(
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

impl<'a> Writer<'a> {
    /// Returns where the code calls routines or leaves the function.
    fn departures(&self) -> impl Iterator<Item = Departure<'_>> {
        self.inside.iter().filter_map(|at| {
            let code = self.function.items.get(*at)?.code()?;
            let is_local = || local_target(self.function, code).is_some();
            match (code.control, &code.target) {
                (Control::Call, Some(target)) if self.known(target).is_some() => None,
                (Control::Branch, Some(target)) if self.known(target).is_some() => {
                    self.known(target)?.back().map(Departure::Computed)
                }
                (Control::Call, Some(callee)) if self.last_call(*at).is_some() => {
                    Some(Departure::Jump(callee))
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

    fn own(&self, at: usize) -> String {
        format!("{}_{at}", self.prefix)
    }

    /// Returns the name of a position to which code jumps.
    fn place(&self, at: usize) -> String {
        self.ends.get(&at).cloned().unwrap_or_else(|| self.own(at))
    }

    /// Writes the code: the start first, and jumps where the next instruction is elsewhere.
    fn side(&self) -> Side {
        let mut side = Side { source: String::new(), lines: Vec::new() };
        let mut order: Vec<usize> = self.inside.range(self.start..).copied().collect();
        order.extend(self.inside.range(..self.start));
        let targets: BTreeSet<usize> = order.iter().filter_map(|at| self.target(*at)).collect();
        let mut follows: Option<usize> = if order.is_empty() { Some(self.start) } else { None };
        for at in order {
            if let Some(expected) = follows.filter(|expected| *expected != at) {
                side.push(&format!("\t{} {}\n", self.jump, self.place(expected)), 0);
            }
            if !self.ends.contains_key(&at) && (targets.contains(&at) || follows != Some(at)) {
                side.push(&format!("{}:\n", self.own(at)), 0);
            }
            let Some(item) = self.function.items.get(at) else { continue };
            let Some(code) = item.code() else { continue };
            if let Some(routine) = code.target.as_ref().and_then(|target| self.known(target)) {
                follows = self.write_routine(at, code, routine, &mut side);
                continue;
            }
            if let Some(callee) = self.last_call(at) {
                side.push(&format!("\t{} {callee}\n", self.jump), item.line);
                follows = None;
                continue;
            }
            let source = renamed(&code.source, &mut |word| self.word(word, code));
            source.lines().for_each(|line| side.push(&format!("{line}\n"), item.line));
            follows = falls_through(code).then_some(at + 1);
        }
        if let Some(expected) = follows {
            side.push(&format!("\t{} {}\n", self.jump, self.place(expected)), 0);
        }
        side
    }

    /// Returns the routine with a name if its code is known.
    fn known(&self, name: &str) -> Option<Routine<'a>> {
        if self.function.labels.contains_key(name) {
            return None;
        }
        self.library.and_then(|library| library.routine(name))
    }

    /// Writes the code of a routine instead of a call or a jump. Returns the position that follows it.
    fn write_routine(&self, at: usize, code: &Code, routine: Routine, side: &mut Side) -> Option<usize> {
        let line = self.function.items.get(at).map_or(0, |item| item.line);
        let after = format!("{}_after", self.own(at));
        let inner = Writer {
            function: routine.source,
            library: None,
            prefix: self.own(at),
            ends: BTreeMap::new(),
            shared: HashMap::new(),
            inside: routine.inside(),
            start: routine.start,
            jump: self.jump,
        };
        let is_call = code.control == Control::Call;
        let mut push = |text: &str| side.push(text, line);
        let begin = format!("{}_begin", self.own(at));
        if code.is_conditional {
            // The condition decides between the routine and what follows.
            let target = |word: &str| code.target.as_deref() == Some(word);
            let source =
                renamed(&code.source, &mut |word| if target(word) { begin.clone() } else { word.to_owned() });
            push(&source.replacen("call ", "jp ", 1));
            push(&format!("\t{} {after}\n{begin}:\n", self.jump));
        }
        // The return address takes two bytes of the stack. On the 6502 a routine does not see where the stack is.
        let [down, up] = if is_call && self.jump == "JP" {
            ["\tDEC SP\n\tDEC SP\n", "\tINC SP\n\tINC SP\n"]
        } else {
            ["", ""]
        };
        push(down);
        for text in inner.side().source.lines() {
            // A routine that is jumped to returns for the code.
            let condition = returns_if(text).filter(|_| is_call);
            match condition {
                Some("") => push(&format!("\t{} {after}_back\n", self.jump)),
                Some(condition) => push(&format!("\t{} {condition},{after}_back\n", self.jump)),
                None => push(&format!("{text}\n")),
            }
        }
        if is_call {
            push(&format!("{after}_back:\n{up}"));
        }
        if is_call || code.is_conditional {
            push(&format!("{after}:\n"));
        }
        falls_through(code).then_some(at + 1)
    }

    /// Returns what an item calls before a return.
    fn last_call(&self, at: usize) -> Option<&String> {
        let code = self.function.items.get(at)?.code()?;
        let is_last =
            code.control == Control::Call && !code.is_conditional && is_return(self.function, at + 1);
        code.target.as_ref().filter(|_| is_last && self.inside.contains(&(at + 1)))
    }

    fn target(&self, at: usize) -> Option<usize> {
        local_target(self.function, self.function.items.get(at)?.code()?)
    }

    fn word(&self, word: &str, code: &Code) -> String {
        let Some(position) = self.function.labels.get(word) else { return word.to_owned() };
        if code.target.as_deref() == Some(word) && code.control == Control::Branch {
            return self.place(*position);
        }
        self.shared.get(word).cloned().unwrap_or_else(|| format!("{}_{word}", self.prefix))
    }
}

impl Side {
    /// Adds lines that are from one line of the file; 0 if from none.
    fn push(&mut self, lines: &str, number: usize) {
        self.source.push_str(lines);
        self.lines.extend(lines.lines().map(|_| number));
    }
}

/// Returns the condition of a return, which is empty if there is none.
fn returns_if(text: &str) -> Option<&str> {
    let (mnemonic, condition) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
    ["RET", "RTS"].iter().any(|name| name.eq_ignore_ascii_case(mnemonic)).then(|| condition.trim())
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
