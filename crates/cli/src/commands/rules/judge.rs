//! The verdict about a rule.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, read_fragment};
use arcadian_compare::{
    Answer, Component, Condition, Counterexample, Question, Routine, Verdict, components, named, words,
};
use arcadian_isa::Processor;
use arcadian_rules::{Assume, Instance, Outcome};

/// The number of states in which each instance is tried on an independent emulator.
const TRIALS: usize = 64;

/// A verdict about a rule.
#[derive(Clone, Debug)]
pub enum RuleVerdict {
    /// All instances are the same.
    Proven,
    /// They are the same if these are dead.
    If(Vec<Component>, Box<Example>),
    /// An instance is different.
    Refuted(Box<Example>),
    /// As refuted, but the rule in this line comes first.
    Shadowed(usize, Box<Example>),
    /// It is not known.
    NotDecided(String),
}

/// An instance with what is wrong about it.
#[derive(Clone, Debug)]
pub struct Example {
    pub instance: Instance,
    /// The answer in words.
    pub answer: String,
    pub counterexample: Counterexample,
}

/// A judged rule.
#[derive(Clone, Debug)]
pub struct Judged {
    pub verdict: RuleVerdict,
    /// The number of instances that were compared.
    pub instances: usize,
    /// Why these are not all, if they are not.
    pub limited: Option<String>,
    /// The instance for which the new code takes the most bytes more, and that for which it takes the most cycles more.
    pub longer: Option<(i64, Instance)>,
    pub slower: Option<(i64, Instance)>,
}

impl RuleVerdict {
    pub fn is_proven(&self) -> bool {
        matches!(self, RuleVerdict::Proven)
    }

    /// Returns the counterexample, if there is one.
    pub fn example(&self) -> Option<&Example> {
        match self {
            RuleVerdict::If(_, example)
            | RuleVerdict::Refuted(example)
            | RuleVerdict::Shadowed(_, example) => Some(example),
            RuleVerdict::Proven | RuleVerdict::NotDecided(_) => None,
        }
    }
}

/// Judges a rule by its instances.
pub fn judge(
    processor: Processor,
    outcome: &Outcome,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Judged {
    let found = match outcome {
        Outcome::Instances(found) => found,
        Outcome::NotDecided(reason) => {
            let verdict = RuleVerdict::NotDecided(reason.clone());
            return Judged { verdict, instances: 0, limited: None, longer: None, slower: None };
        }
    };
    let mut judged = Judged {
        verdict: RuleVerdict::Proven,
        instances: found.list.len(),
        limited: found.limited.clone(),
        longer: None,
        slower: None,
    };
    for instance in &found.list {
        let answer = ask(processor, instance, compare);
        if let Ok(answer) = &answer {
            judged.count_cost(instance, answer);
        }
        judged.add(instance, answer, processor);
        if matches!(judged.verdict, RuleVerdict::Refuted(_)) {
            break;
        }
    }
    judged
}

impl Judged {
    fn add(&mut self, instance: &Instance, answer: Result<Answer, String>, processor: Processor) {
        let example = |counterexample: Counterexample, verdict: &Verdict| {
            let answer = words::verdict(processor, verdict);
            Box::new(Example { instance: instance.clone(), answer, counterexample })
        };
        let verdict = match answer {
            Ok(answer) => answer.verdict,
            Err(reason) => return self.not_decided(reason),
        };
        match &verdict {
            Verdict::Same => {}
            Verdict::Undecided(reason) => self.not_decided(reason.to_string()),
            Verdict::Different { counterexample, .. } => {
                self.verdict = RuleVerdict::Refuted(example(counterexample.clone(), &verdict));
            }
            Verdict::SameIf { dead, counterexample } => match &mut self.verdict {
                RuleVerdict::Proven => {
                    self.verdict = RuleVerdict::If(dead.clone(), example(counterexample.clone(), &verdict));
                }
                RuleVerdict::If(known, _) => {
                    known.extend(
                        dead.iter().filter(|component| !known.contains(component)).collect::<Vec<_>>(),
                    );
                }
                _ => {}
            },
        }
    }

    /// An instance that is not decided leaves the rule not decided, unless another one refutes it.
    fn not_decided(&mut self, reason: String) {
        if !matches!(self.verdict, RuleVerdict::NotDecided(_)) {
            self.verdict = RuleVerdict::NotDecided(reason);
        }
    }

    fn count_cost(&mut self, instance: &Instance, answer: &Answer) {
        let (old, new) = answer.bytes;
        let bytes = new as i64 - old as i64;
        if bytes > self.longer.as_ref().map_or(0, |(most, _)| *most) {
            self.longer = Some((bytes, instance.clone()));
        }
        let cycles = answer.cycles.map_or(0, |(least, _)| -least);
        if cycles > self.slower.as_ref().map_or(0, |(most, _)| *most) {
            self.slower = Some((cycles, instance.clone()));
        }
    }
}

/// Compares the parts of an instance. The error says why they cannot be compared.
fn ask(
    processor: Processor,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<Answer, String> {
    let read = |name: &str, text: &str| -> Result<Fragment, String> {
        let read = read_fragment(name, text, processor);
        read.map_err(|failure| {
            let first = failure.diagnostics.first().map(|found| found.fault.to_string());
            format!("the code cannot be read: {}", first.unwrap_or_default())
        })
    };
    let (old, new) = (read("old", &instance.old)?, read("new", &instance.new)?);
    let mut question = Question::new(&old, &new);
    question.trials = TRIALS;
    let dead = names(processor, &instance.dead)?;
    question.live = components(processor).into_iter().filter(|component| !dead.contains(component)).collect();
    for assume in &instance.requires {
        assumed(processor, &mut question, assume)?;
    }
    let answer = compare(&question).ok_or_else(|| "the time is over".to_owned())?;
    let is_different = matches!(answer.verdict, Verdict::Different { .. });
    if is_different && called(&instance.old) != called(&instance.new) {
        return Err("one side calls a routine that the other one jumps to or does not call; it depends on the routine".to_owned());
    }
    Ok(answer)
}

/// Returns what code calls.
fn called(code: &str) -> BTreeSet<&str> {
    let calls = code.lines().map(str::trim).filter_map(|line| line.strip_prefix("call "));
    calls.map(|operands| operands.rsplit(',').next().unwrap_or_default().trim()).collect()
}

/// Adds what holds where a rule is used.
fn assumed(processor: Processor, question: &mut Question, assume: &Assume) -> Result<(), String> {
    let unreadable = || format!("`{assume}` cannot be computed");
    match assume {
        Assume::Between { low, value, high } => {
            question.requires.push(Condition::between(*low, value, *high).ok_or_else(unreadable)?);
        }
        Assume::Equal(left, right) => {
            question.requires.push(Condition::related(left, true, right).ok_or_else(unreadable)?);
        }
        Assume::Differ(left, right) => {
            question.requires.push(Condition::related(left, false, right).ok_or_else(unreadable)?);
        }
        Assume::DeadAt { label, what } => question.dead_at.push((label.clone(), names(processor, what)?)),
        // Nothing jumps into the middle of the code, as far as the comparison knows.
        Assume::References { .. } => {}
        Assume::Keeps { function, what } => {
            let keeps = names(processor, what)?;
            routine(question, function).keeps.extend(keeps);
        }
        Assume::Ignores { function, what } => {
            let ignores = names(processor, what)?;
            routine(question, function).ignores.extend(ignores);
        }
    }
    Ok(())
}

/// Returns what is known of a routine.
fn routine<'q>(question: &'q mut Question, name: &str) -> &'q mut Routine {
    let place = question.routines.iter().position(|routine| routine.name == name);
    let place = place.unwrap_or_else(|| {
        question.routines.push(Routine { name: name.to_owned(), keeps: Vec::new(), ignores: Vec::new() });
        question.routines.len() - 1
    });
    &mut question.routines[place]
}

/// Returns the registers and flags with these names. A flag is written `F.Z`.
fn names(processor: Processor, names: &[String]) -> Result<Vec<Component>, String> {
    let mut found = Vec::new();
    for name in names {
        let short = name.strip_prefix("F.").unwrap_or(name);
        let components =
            named(processor, short).map_err(|_| format!("what a block does to `{name}` is not compared"))?;
        found.extend(components);
    }
    Ok(found)
}
