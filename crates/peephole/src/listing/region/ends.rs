//! Registers, flags and cells that matter where a region ends or is left, and those that pass to the routines that it calls.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_isa::{Control, Row};
use arcadian_parallel::flow::Resources;

use super::{Region, Regions, Side, writer::Writer};
use crate::listing::{cuts::local_target, operands::renamed};

/// Resources that are live or used where a region ends.
#[derive(Default)]
pub(super) struct Ends {
    pub(super) live: Resources,
    /// The resources that are live where the code ends in another way than by a jump to one of `dead_at`.
    pub(super) live_else: Resources,
    /// The resources that the function itself uses after the cuts at which it ends.
    pub(super) used: Resources,
    /// The registers and flags that are dead at labels outside.
    pub(super) dead_at: BTreeSet<(String, Vec<String>)>,
    /// The registers and flags that pass nothing to called routines.
    pub(super) routines: BTreeMap<String, Vec<String>>,
}

impl Ends {
    pub(super) fn add_cuts(
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
    pub(super) fn add_departures(&mut self, regions: &Regions, writers: [&Writer; 2]) {
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
    pub(super) fn jumps_to(&self, name: &str) -> bool {
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
pub(super) enum Departure<'a> {
    Call(&'a String),
    Jump(&'a String),
    /// To an address that is not a name.
    Unknown,
    /// To an address on the stack or in a register.
    Computed(&'static Row),
}

impl Writer<'_> {
    pub(super) fn departures(&self) -> impl Iterator<Item = Departure<'_>> {
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
pub(super) fn unequal(writers: [&Writer; 2]) -> Option<String> {
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
pub(super) fn have_tail_calls(writers: [&Writer; 2]) -> bool {
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
