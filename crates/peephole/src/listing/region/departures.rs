//! Where code calls a routine or leaves the function.

use std::collections::BTreeSet;

use arcadian_isa::{Control, Row};

use super::writer::Writer;
use crate::listing::cuts::local_target;

/// Where code calls a routine or leaves the function.
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
    /// Returns where the code calls routines or leaves the function.
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

/// Whether one version jumps to a routine that a version calls.
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
