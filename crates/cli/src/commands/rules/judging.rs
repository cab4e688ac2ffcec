//! The judging of rules on all cores, with time limits and a line of progress.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use arcadian_compare::{Answer, Question, compare};
use arcadian_peephole::rules::{
    EarlierRules, Judgement, Options, Outcome, Rule, RuleError, RuleVerdict, instances, judge,
};
use arcadian_proof::cancellable;

use super::RulesArgs;
use crate::terminal::{bar::Bar, deadline::Deadline};

/// What is judged, in the order of the report.
#[derive(Clone, Copy)]
pub struct Item<'a> {
    /// The number of its file.
    pub file: usize,
    pub rule: Result<&'a Rule, &'a RuleError>,
    /// Its place in the report of the whole run.
    pub position: usize,
    /// Whether this run judges it. Of another rule only the instances are found, because they can come before those of a later rule.
    pub is_own: bool,
}

/// What was found about a rule, and the seconds that it took.
pub struct Judged {
    outcome: Outcome,
    pub judgement: Judgement,
    pub seconds: f64,
}

/// Judges rules until Ctrl-C. `show` gets those of this run, in their order.
pub fn judge_all(
    args: &RulesArgs,
    items: &[Item],
    interrupted: &Arc<AtomicBool>,
    show: &mut dyn FnMut(&Item, &Judged) -> Result<()>,
) -> Result<()> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let count = items.iter().filter(|item| item.is_own).count();
    let progress = Bar::new(Some(count as u64), "{pos} of {len} rules {wide_bar} {elapsed}");
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !interrupted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { return };
                    if sender.send((number, judge_item(args, item, interrupted))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut done) = (BTreeMap::new(), 0);
        let (mut file, mut earlier) = (0, EarlierRules::default());
        for (number, judged) in receiver {
            if items.get(number).is_some_and(|item| item.is_own) {
                advance(&progress);
            }
            waiting.insert(number, judged);
            while let Some(mut judged) = waiting.remove(&done) {
                // What was judged after Ctrl-C was not judged to its end.
                let Some(item) = items.get(done).filter(|_| !interrupted.load(Ordering::Relaxed)) else {
                    break;
                };
                done += 1;
                if item.file != file {
                    (file, earlier) = (item.file, EarlierRules::default());
                }
                earlier.mark(&mut judged.judgement);
                if item.is_own {
                    progress.suspend(|| show(item, &judged))?;
                }
                if let Ok(rule) = item.rule {
                    earlier.add(rule, judged.outcome);
                }
            }
        }
        Ok(())
    })
}

/// The least time that a comparison may take, and in how many of them the time of a rule is divided otherwise: of a rule with many instances
/// one that takes long must not take it all.
const COMPARISON: Duration = Duration::from_secs(5);
const COMPARISONS: u32 = 24;

/// Judges a rule until its time is over.
fn judge_item(args: &RulesArgs, item: &Item, interrupted: &Arc<AtomicBool>) -> Judged {
    let start = Instant::now();
    let undecided = |reason: String| {
        (Outcome::NotDecided(reason.clone()), Judgement::of(RuleVerdict::NotDecided(reason)))
    };
    let (outcome, judgement) = match (item.rule, Deadline::after(Some(args.time_limit), interrupted)) {
        (Err(error), _) => undecided(error.message.clone()),
        (_, Err(error)) => undecided(format!("cannot start a thread: {error}")),
        (Ok(rule), Ok(deadline)) => {
            let options =
                Options { processor: args.cpu, most: args.max_instances, cancel: Some(deadline.flag()) };
            if item.is_own {
                judge(rule, &options, &mut |question| {
                    let left = args.time_limit.saturating_sub(start.elapsed());
                    within_time(
                        left.min(COMPARISON.max(args.time_limit / COMPARISONS)),
                        question,
                        interrupted,
                    )
                })
            } else {
                let judgement = Judgement::of(RuleVerdict::Proven);
                (instances(rule, &options), judgement)
            }
        }
    };
    Judged { outcome, judgement, seconds: start.elapsed().as_secs_f64() }
}

fn within_time(limit: Duration, question: &Question, interrupted: &Arc<AtomicBool>) -> Option<Answer> {
    if limit.is_zero() {
        return None;
    }
    let deadline = Deadline::after(Some(limit), interrupted).ok()?;
    cancellable(deadline.flag(), || compare(question)).ok()
}

/// Shows that one more rule is judged.
fn advance(progress: &Bar) {
    // Before the first verdict nothing is known about the time.
    if progress.position() == 0 {
        progress.set_template("{pos} of {len} rules {wide_bar} {elapsed}{left}");
    }
    progress.inc(1);
}
