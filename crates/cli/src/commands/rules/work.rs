//! Judges rules on all cores.

use std::{
    collections::BTreeMap,
    io::{IsTerminal, stderr},
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
use arcadian_peephole::rules::{EarlierRules, Judgement, Options, Outcome, Rule, RuleVerdict, judge};
use arcadian_proof::cancellable;
use indicatif::{ProgressBar, ProgressStyle};

use super::RulesArgs;
use crate::terminal::{self, deadline::Deadline};

/// The least time that a comparison may take, and in how many of them the time of a rule is divided otherwise: of a rule with many instances
/// one that takes long must not take it all.
const COMPARISON: Duration = Duration::from_secs(5);
const COMPARISONS: u32 = 24;

/// Judges rules. `show` gets each verdict, in the order of the rules.
pub fn judge_all(
    args: &RulesArgs,
    rules: &[&Rule],
    interrupted: &Arc<AtomicBool>,
    show: &mut dyn FnMut(&Rule, &Judgement) -> Result<()>,
) -> Result<Vec<Judgement>> {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut judged = Vec::new();
    let progress = Progress::new(rules.len());
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !interrupted.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(number) else { return };
                    let (outcome, verdict) = judge_rule(args, rule, interrupted);
                    if sender.send((number, outcome, verdict)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut earlier) = (BTreeMap::new(), EarlierRules::default());
        for (number, outcome, verdict) in receiver {
            progress.advance();
            waiting.insert(number, (outcome, verdict));
            while let Some((outcome, mut verdict)) = waiting.remove(&judged.len()) {
                // What was judged after Ctrl-C was not judged to its end.
                let Some(rule) = rules.get(judged.len()).filter(|_| !interrupted.load(Ordering::Relaxed))
                else {
                    break;
                };
                earlier.mark(&mut verdict);
                earlier.add(rule.line, outcome);
                progress.suspend(|| show(rule, &verdict))?;
                judged.push(verdict);
            }
        }
        Ok(())
    })?;
    if interrupted.load(Ordering::Relaxed) {
        drop(progress);
        terminal::end_interrupted();
    }
    Ok(judged)
}

/// Judges a rule until its time is over.
fn judge_rule(args: &RulesArgs, rule: &Rule, interrupted: &Arc<AtomicBool>) -> (Outcome, Judgement) {
    let start = Instant::now();
    let left = || args.time_limit.saturating_sub(start.elapsed());
    let deadline = match Deadline::after(Some(args.time_limit), interrupted) {
        Ok(deadline) => deadline,
        Err(error) => {
            let reason = format!("cannot start a thread: {error}");
            return (Outcome::NotDecided(reason.clone()), Judgement::of(RuleVerdict::NotDecided(reason)));
        }
    };
    let options = Options { processor: args.cpu, most: args.instances, cancel: Some(deadline.flag()) };
    judge(rule, &options, &mut |question| {
        within_time(left().min(COMPARISON.max(args.time_limit / COMPARISONS)), question, interrupted)
    })
}

fn within_time(limit: Duration, question: &Question, interrupted: &Arc<AtomicBool>) -> Option<Answer> {
    if limit.is_zero() {
        return None;
    }
    let deadline = Deadline::after(Some(limit), interrupted).ok()?;
    cancellable(deadline.flag(), || compare(question)).ok()
}

/// The number of rules that are judged, shown if standard error is a terminal.
struct Progress(ProgressBar);

impl Progress {
    fn new(rules: usize) -> Self {
        let is_seen = stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let bar = if is_seen { ProgressBar::new(rules as u64) } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{pos}/{len} rules {wide_bar} {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress(bar)
    }

    fn advance(&self) {
        self.0.inc(1);
    }

    /// Hides the line while `print` runs.
    fn suspend<R>(&self, print: impl FnOnce() -> R) -> R {
        self.0.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
