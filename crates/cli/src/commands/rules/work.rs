//! Judges rules on all cores.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

use anyhow::Result;
use arcadian_compare::{Answer, Question, compare};
use arcadian_proof::cancellable;
use arcadian_rules::{Instance, Options, Outcome, Rule, instances};

use super::{
    RulesArgs,
    judge::{Judged, Refutation, RuleVerdict, judge},
};
use crate::terminal::{self, deadline::Deadline};

/// Judges rules. `show` gets each verdict, in the order of the rules.
pub fn judge_all(
    args: &RulesArgs,
    rules: &[&Rule],
    interrupted: &Arc<AtomicBool>,
    show: &mut dyn FnMut(&Rule, &Judged) -> Result<()>,
) -> Result<Vec<Judged>> {
    let options = Options { processor: args.cpu, most: args.instances };
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, usize::from);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut judged = Vec::new();
    thread::scope(|scope| -> Result<()> {
        for _ in 0..threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(rule) = rules.get(number) else { return };
                    let outcome = instances(rule, &options);
                    let verdict = judge(args.cpu, rule.format, &outcome, &mut |question| {
                        within_time(args, question, interrupted)
                    });
                    if sender.send((number, outcome, verdict)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let (mut waiting, mut earlier) = (BTreeMap::new(), Earlier::default());
        for (number, outcome, verdict) in receiver {
            waiting.insert(number, (outcome, verdict));
            while let Some((outcome, mut verdict)) = waiting.remove(&judged.len()) {
                let Some(rule) = rules.get(judged.len()) else { break };
                earlier.mark(&mut verdict);
                earlier.add(rule.line, &outcome);
                show(rule, &verdict)?;
                judged.push(verdict);
            }
        }
        Ok(())
    })?;
    if interrupted.load(Ordering::Relaxed) {
        terminal::end_interrupted();
    }
    Ok(judged)
}

/// Compares until the time is over.
fn within_time(args: &RulesArgs, question: &Question, interrupted: &Arc<AtomicBool>) -> Option<Answer> {
    let deadline = Deadline::after(Some(args.time_limit), interrupted).ok()?;
    cancellable(deadline.flag(), || compare(question)).ok()
}

/// The instances of the rules so far, by their old code.
#[derive(Default)]
struct Earlier(BTreeMap<String, Vec<(usize, Instance)>>);

impl Earlier {
    fn add(&mut self, line: usize, outcome: &Outcome) {
        if let Outcome::Instances(found) = outcome {
            for instance in &found.list {
                self.0.entry(instance.old.clone()).or_default().push((line, instance.clone()));
            }
        }
    }

    /// Marks a refuted rule if earlier rules rewrite the code of each refuted instance wherever this one could.
    fn mark(&self, judged: &mut Judged) {
        let RuleVerdict::Refuted(Refutation { example, all: Some(all), .. }) = &judged.verdict else {
            return;
        };
        let lines: Option<Vec<usize>> = all.iter().map(|instance| self.shadowing(instance)).collect();
        if let Some(line) = lines.and_then(|lines| lines.first().copied()) {
            judged.verdict = RuleVerdict::Shadowed(line, example.clone());
        }
    }

    /// Returns the line of an earlier rule that rewrites the code of an instance.
    fn shadowing(&self, instance: &Instance) -> Option<usize> {
        let applies = |other: &Instance| {
            other.dead.iter().all(|name| instance.dead.contains(name))
                && other.requires.iter().all(|assume| instance.requires.contains(assume))
                && other.not_volatile.iter().all(|operand| instance.not_volatile.contains(operand))
        };
        let earlier = self.0.get(&instance.old).into_iter().flatten().find(|(_, other)| applies(other));
        earlier.map(|(line, _)| *line)
    }
}
