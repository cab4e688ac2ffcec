//! Follows two versions of a function from cut to cut, and has each region judged that changed.
//!
//! If every region leads from equal states to equal states, then so do the functions: by induction over the cuts that an
//! execution passes. States are equal if they agree in what is live in the new version.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_parallel::cancellation::is_cancelled;

use crate::listing::{
    functions::Function,
    item::Item,
    library::Library,
    matching::{Versions, successors},
    region::{Found, NoRegion, Region, Regions},
};

#[derive(Clone, Debug)]
pub enum Judgement<T> {
    Same {
        /// The registers and flags that differ, and are dead.
        dead: Vec<String>,
        detail: T,
    },
    /// Both sides do something different from some state.
    Different(T),
    /// Nothing is decided; the text says why.
    Undecided(String),
}

#[derive(Clone, Debug)]
pub struct Checked<T> {
    /// The smallest region around the change.
    pub changed: Region,
    /// The region that was judged: with code before and after it.
    pub judged: Region,
    /// Whether the judged region is the whole function, so that every state is possible at its beginning, and its ends are
    /// those of the function.
    pub is_whole: bool,
    pub judgement: Judgement<T>,
}

/// Results of comparing a function from cut to cut.
#[derive(Debug)]
pub(crate) struct Outcome<T> {
    pub(crate) regions: Vec<Checked<T>>,
    pub(crate) fault: Option<NoRegion>,
    /// Whether execution continues after the last item.
    pub(crate) reaches_end: bool,
}

pub type Judge<'j, T> = &'j mut dyn FnMut(&Region) -> Judgement<T>;

/// The numbers of cuts before and after a change that are left out, one attempt after the other.
const WINDOWS: [usize; 3] = [2, 6, usize::MAX];

/// The greatest number of items of a function that is compared as a whole.
const SMALL: usize = 80;

/// Follows the versions from these cuts, given by their old positions.
pub(crate) fn check<T: Clone>(regions: &Regions, entries: &[usize], judge: Judge<'_, T>) -> Outcome<T> {
    let mut checker =
        Checker { regions, entries, judge, whole: None, done: BTreeSet::new(), open: BTreeSet::new() };
    checker.open.insert(0);
    checker.open.extend(entries);
    let mut outcome = Outcome { regions: Vec::new(), fault: None, reaches_end: false };
    while let Some(at) = checker.open.pop_first() {
        if is_cancelled() {
            outcome.fault = outcome.fault.or(Some(NoRegion::Cancelled));
            break;
        }
        if !checker.done.insert(at) {
            continue;
        }
        if at >= regions.versions.old.items.len() {
            outcome.reaches_end = true;
            continue;
        }
        if regions.versions.is_unchanged(at) {
            checker.open.extend(successors(regions.versions.old, at));
            continue;
        }
        match checker.changed(at) {
            Ok(checked) => outcome.regions.push(checked),
            Err(fault) => outcome.fault = outcome.fault.or(Some(fault)),
        }
    }
    outcome
}

struct Checker<'a, 'j, T> {
    regions: &'a Regions<'a>,
    /// The old positions at which code continues by their addresses.
    entries: &'a [usize],
    judge: Judge<'j, T>,
    /// The judgement of the whole function, once it was asked for.
    whole: Option<Option<(Region, Judgement<T>)>>,
    done: BTreeSet<usize>,
    open: BTreeSet<usize>,
}

impl<T: Clone> Checker<'_, '_, T> {
    /// Judges the change after a cut: alone, then with what is around it, then with the whole function.
    fn changed(&mut self, at: usize) -> Result<Checked<T>, NoRegion> {
        let Found { region: changed, exits } = self.regions.from(at, false, &|_| true)?;
        let judgement = (self.judge)(&changed);
        let mut checked = Checked { changed: changed.clone(), judged: changed, is_whole: false, judgement };
        // There is no time for more of the code around it after the time is over.
        if matches!(checked.judgement, Judgement::Same { .. }) || is_cancelled() {
            self.open.extend(exits);
            return Ok(checked);
        }
        if let Some(exits) = self.wider(at, &mut checked) {
            self.open.extend(exits);
            return Ok(checked);
        }
        self.take_whole(&mut checked);
        self.open.extend(exits);
        Ok(checked)
    }

    /// Judges the change with more and more of the code around it that is always executed with it. Returns where that ends if
    /// it is the same.
    fn wider(&mut self, at: usize, checked: &mut Checked<T>) -> Option<BTreeSet<usize>> {
        let mut joints = Joints::of(self.regions.versions, &self.regions.analysis.library);
        joints.old.extend(self.entries);
        for cuts in WINDOWS {
            let start = joints.start_before(at, cuts);
            let last = joints.cut_after(at, cuts);
            let is_end = |cut: usize| joints.is_joint(cut) || cut < start || cut > last;
            let Found { region, exits } = self.regions.from(start, true, &is_end).ok()?;
            if region == checked.judged {
                continue;
            }
            let judgement = (self.judge)(&region);
            let is_same = matches!(judgement, Judgement::Same { .. });
            (checked.judged, checked.judgement) = (region, judgement);
            if is_same {
                return Some(exits);
            }
        }
        None
    }

    /// Judges the function as a whole, if execution comes in only at its beginning.
    fn take_whole(&mut self, checked: &mut Checked<T>) {
        let Versions { old, new, .. } = self.regions.versions;
        if old.items.len().max(new.items.len()) > SMALL || !self.entries.is_empty() {
            return;
        }
        if self.whole.is_none() {
            let end = old.items.len();
            let found = self.regions.from(0, true, &|cut| cut == end).ok();
            self.whole = Some(found.map(|found| {
                let judgement = (self.judge)(&found.region);
                (found.region, judgement)
            }));
        }
        if let Some(Some((region, judgement))) = &self.whole {
            checked.take_whole(region.clone(), judgement.clone());
        }
    }
}

impl<T> Checked<T> {
    /// Takes the judgement of the whole function, unless it is none.
    fn take_whole(&mut self, judged: Region, judgement: Judgement<T>) {
        if !matches!(judgement, Judgement::Undecided(_)) {
            (self.judged, self.is_whole, self.judgement) = (judged, true, judgement);
        }
    }
}

/// The cuts where execution comes from several places, or from outside.
struct Joints<'a> {
    versions: &'a Versions<'a>,
    old: BTreeSet<usize>,
    new: BTreeSet<usize>,
}

impl<'a> Joints<'a> {
    fn of(versions: &'a Versions<'a>, library: &Library) -> Joints<'a> {
        Joints { versions, old: joints(versions.old, library), new: joints(versions.new, library) }
    }

    fn is_joint(&self, at: usize) -> bool {
        let new = self.versions.cuts.new.get(&at);
        self.old.contains(&at) || new.is_none_or(|new| self.new.contains(new))
    }

    /// Returns a cut before, from which execution comes to a cut in any case.
    fn start_before(&self, mut at: usize, cuts: usize) -> usize {
        for _ in 0..cuts {
            let Some(before) = self.before(at) else { break };
            at = before;
        }
        at
    }

    /// Returns the cut that is a number of cuts after another one in the text.
    fn cut_after(&self, at: usize, cuts: usize) -> usize {
        let mut after: Vec<usize> = self.versions.cuts.new.keys().copied().filter(|cut| *cut > at).collect();
        after.sort_unstable();
        after.into_iter().take(cuts).next_back().unwrap_or(at)
    }

    fn before(&self, at: usize) -> Option<usize> {
        let new = *self.versions.cuts.new.get(&at)?;
        if self.is_joint(at) {
            return None;
        }
        let cuts: BTreeMap<usize, usize> =
            self.versions.cuts.new.iter().map(|(one, other)| (*one, *other)).collect();
        let (before, new_before) = cuts.range(..at).next_back()?;
        let is_straight = |function: &Function, joints: &BTreeSet<usize>, from: usize, to: usize| {
            joints.range(from + 1..=to).next().is_none()
                && (from..to).all(|at| successors(function, at).contains(&(at + 1)))
        };
        let is_before = *new_before <= new
            && is_straight(self.versions.old, &self.old, *before, at)
            && is_straight(self.versions.new, &self.new, *new_before, new);
        is_before.then_some(*before)
    }
}

/// Returns the positions that labels are at, and those around data and calls of routines whose code is not known.
fn joints(function: &Function, library: &Library) -> BTreeSet<usize> {
    let mut all: BTreeSet<usize> = function.labels.values().copied().collect();
    all.extend([0, function.items.len()]);
    for (at, item) in function.items.iter().enumerate() {
        use arcadian_isa::Control::{Call, Restart, Wait};
        let is_call = |item: &Item| {
            let is_known = |name: &String| library.routine(name).is_some();
            item.code().is_none_or(|code| {
                matches!(code.control, Call | Restart(_) | Wait)
                    && !code.target.as_ref().is_some_and(is_known)
            })
        };
        if is_call(item) {
            all.extend([at, at + 1]);
        }
    }
    all
}
