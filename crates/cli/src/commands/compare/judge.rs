//! Judges a region of two listings.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use arcadian_asm::fragment::{Fragment, read_fragment};
use arcadian_compare::{
    Answer, Aspect, Component, Condition, Place, Question, Reason, Routine, StackApart, Verdict, Volatile,
    compare, components, conditions, hidden, list, words,
};
use arcadian_isa::Processor;
use arcadian_peephole::listing::{Checked, Convention, Judgement, Listings, Region};
use arcadian_proof::cancellable;

use crate::terminal::deadline::Deadline;

/// The greatest number of lines of a region. A comparison does not execute more instructions.
const LONGEST: usize = 10_000;

/// The inputs and settings of comparisons of regions.
pub struct Judge<'a> {
    pub listings: &'a Listings,
    pub processor: Processor,
    pub convention: Convention,
    pub volatile: &'a [Volatile],
    /// The time for each function.
    pub time_limit: Duration,
    pub interrupted: &'a Arc<AtomicBool>,
}

/// The answer for a region.
#[derive(Clone, Debug)]
pub struct Detail {
    pub answer: Answer,
    /// Whether it is assumed that no pointer leads to what is pushed and pulled.
    pub is_apart: bool,
    /// Whether only a caller or a called routine can see the difference.
    pub is_passed_on: bool,
}

impl Judge<'_> {
    /// Judges a region until a time. First everything is compared, then what is live.
    pub fn judge(&self, region: &Region, end: Instant) -> Judgement<Detail> {
        let sources = [&region.old.source, &region.new.source];
        if [&region.old, &region.new].iter().any(|side| side.lines.len() > LONGEST) {
            return Judgement::Undecided(format!("a part has more than {LONGEST} lines"));
        }
        let [Ok(old), Ok(new)] = sources.map(|source| self.fragment(source)) else {
            return Judgement::Undecided("the region cannot be assembled".to_owned());
        };
        let requires: Result<Vec<Vec<Condition>>, _> =
            self.convention.requires.iter().map(|text| conditions(text)).collect();
        let mut question = Question::new(&old, &new);
        question.requires = requires.map(|all| all.concat()).unwrap_or_default();
        question.volatile = self.volatile.to_vec();
        question.private = self.private();
        question
            .live
            .extend(hidden(self.processor).into_iter().filter(|each| region.shown.contains(&each.name)));
        question.dead_memory.clone_from(&region.dead_cells);
        question.has_tail_calls = region.has_tail_calls;
        let is_used = |name: &String| [&old, &new].iter().any(|side| side.parameters.contains(name));
        let routines = region.routines.iter().filter(|(name, _)| is_used(name));
        question.routines = routines
            .map(|(name, dead)| Routine { name: name.clone(), keeps: Vec::new(), ignores: self.named(dead) })
            .collect();
        self.settle(region, &mut question, end, &is_used)
    }

    fn settle(
        &self,
        region: &Region,
        question: &mut Question,
        end: Instant,
        is_used: &dyn Fn(&String) -> bool,
    ) -> Judgement<Detail> {
        let Some(first) = self.ask(question, end) else { return self.gave_up() };
        let differing = match &first.verdict {
            Verdict::SameIf { dead, .. } => dead.clone(),
            _ => Vec::new(),
        };
        let dead = self.named(&region.dead);
        let is_same = matches!(first.verdict, Verdict::Same | Verdict::SameIf { .. });
        if is_same && differing.iter().all(|each| dead.contains(each)) {
            return same(&differing, Detail { answer: first, is_apart: false, is_passed_on: false });
        }
        let labels = region.dead_at.iter().filter(|(name, _)| is_used(name));
        let at_labels = labels.map(|(name, dead)| (Place::Label(name.clone()), self.named(dead)));
        question.dead = at_labels.chain([(Place::Else, self.named(&region.dead_else))]).collect();
        let mut last = Detail { answer: first, is_apart: false, is_passed_on: false };
        for is_apart in [false, true] {
            if is_apart {
                self.assume_apart(region, question);
            }
            let Some(answer) = self.ask(question, end) else { return self.gave_up() };
            match answer.verdict {
                Verdict::Same => return same(&differing, Detail { answer, is_apart, is_passed_on: false }),
                // Without a state there is nothing to compare.
                Verdict::Undecided(Reason::Apart) => break,
                _ => last = Detail { answer, is_apart, is_passed_on: false },
            }
        }
        self.not_same(region, last)
    }

    /// Assumes that no pointer leads to what is pushed and pulled, and that names are at different addresses.
    fn assume_apart(&self, region: &Region, question: &mut Question) {
        question.stack_apart = StackApart::Pulled;
        let pairs = region.distinct().into_iter().filter(|pair| !self.may_be_equal(pair));
        question.requires.extend(pairs.filter_map(|[one, other]| Condition::related(&one, false, &other)));
    }

    /// Judges a region that is not the same: different, or undecided if the difference depends on something unknown.
    fn not_same(&self, region: &Region, last: Detail) -> Judgement<Detail> {
        match &last.answer.verdict {
            Verdict::SameIf { dead, .. }
                if dead.iter().all(|each| region.maybe.iter().any(|name| name == each.name)) =>
            {
                Judgement::Different(Detail { is_passed_on: true, ..last })
            }
            Verdict::Undecided(reason) => Judgement::Undecided(reason.to_string()),
            Verdict::Different { aspect, .. }
                if *aspect != Aspect::Memory
                    && let Some(name) = &region.unequal =>
            {
                Judgement::Undecided(format!(
                    "it depends on what `{name}` does, which one version does not call; give its source with --library FILE"
                ))
            }
            Verdict::Different { aspect: Aspect::Events, .. } if !region.routines.is_empty() => {
                Judgement::Undecided("it depends on what the called routine uses".to_owned())
            }
            _ => Judgement::Different(last),
        }
    }

    /// Returns whether the names of both addresses may stand for the same address.
    fn may_be_equal(&self, [one, other]: &[String; 2]) -> bool {
        let name = |address: &'_ String| address.split('+').next().unwrap_or_default().to_owned();
        self.listings.may_be_equal([&name(one), &name(other)])
    }

    /// Reads code, with the addresses of cells.
    fn fragment(&self, source: &str) -> Result<Fragment, arcadian_asm::Failure> {
        read_fragment("region", &(source.to_owned() + &self.cells()), self.processor)
    }

    /// Returns the lines that define the cells.
    pub fn cells(&self) -> String {
        let cells = self.convention.cells();
        cells.iter().map(|(name, address)| format!("{name} EQU ${address:02X}\n")).collect()
    }

    fn private(&self) -> Vec<(u16, u16)> {
        self.convention.cell_addresses().into_iter().collect()
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn gave_up(&self) -> Judgement<Detail> {
        let reason = if self.is_interrupted() { Reason::Interrupted } else { Reason::Time };
        Judgement::Undecided(reason.to_string())
    }

    fn named(&self, names: &[String]) -> Vec<Component> {
        // Not compared are the undocumented flags of the Z80.
        let is_named = |component: &Component| names.iter().any(|name| name == component.name);
        components(self.processor).into_iter().filter(is_named).collect()
    }

    /// Asks, unless the time is over or Ctrl-C was pressed. It takes half of the time that is left at most: another question about the part may
    /// be easier.
    fn ask(&self, question: &Question, end: Instant) -> Option<Answer> {
        let left = end.saturating_duration_since(Instant::now());
        if self.is_interrupted() || left.is_zero() {
            return None;
        }
        let deadline = Deadline::after(Some(left / 2), self.interrupted).ok()?;
        cancellable(deadline.flag(), || compare(question)).ok()
    }
}

fn same(differing: &[Component], detail: Detail) -> Judgement<Detail> {
    let dead = differing.iter().map(|component| component.name.to_owned()).collect();
    Judgement::Same { dead, detail }
}

/// Whether the functions differ from a state on entry.
pub fn is_different(checked: &Checked<Detail>) -> bool {
    checked.is_whole && matches!(&checked.judgement, Judgement::Different(detail) if !detail.is_passed_on)
}

pub fn text(processor: Processor, checked: &Checked<Detail>) -> String {
    let differ = if is_different(checked) { "different" } else { "may differ" };
    match &checked.judgement {
        Judgement::Same { dead, .. } if dead.is_empty() => "the same".to_owned(),
        Judgement::Same { dead, .. } => format!("the same: what differs is dead ({})", dead.join(", ")),
        Judgement::Different(detail) => match &detail.answer.verdict {
            Verdict::SameIf { dead, .. } if detail.is_passed_on => {
                let names = list(processor, dead);
                format!("{differ}: the same if calls and returns pass nothing in {names}")
            }
            Verdict::SameIf { dead, .. } => {
                format!("{differ}: {} not the same, and used", list(processor, dead))
            }
            Verdict::Different { aspect, .. } => format!("{differ}: {}", words::difference(*aspect)),
            verdict => words::verdict(processor, verdict),
        },
        Judgement::Undecided(reason) => format!("not decided: {reason}"),
    }
}
