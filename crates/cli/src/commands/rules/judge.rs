//! The verdict about a rule.

use std::collections::BTreeSet;

use arcadian_asm::fragment::{Fragment, read_fragment};
use arcadian_compare::{
    Answer, Aspect, Component, Condition, Counterexample, Limits, Question, Routine, Verdict, components,
    named, words,
};
use arcadian_isa::Processor;
use arcadian_rules::{Assume, Instance, Outcome};

/// The number of states in which each instance is tried on an independent emulator.
const TRIALS: usize = 64;

/// Limits on the work for an instance: rules are short, and there are many instances.
const LIMITS: Limits = Limits {
    instructions: 2_000,
    paths: 400,
    nodes: 400_000,
    gates: 100_000,
    conflicts: 16_000,
    tried: 1 << 26,
};

/// The number of instances that are not decided before a rule is given up.
const GIVEN_UP: usize = 3;

/// A verdict about a rule.
#[derive(Clone, Debug)]
pub enum RuleVerdict {
    /// All instances are the same.
    Proven,
    /// They are the same if something holds that no condition of the rule says.
    If(Proviso, Box<Example>),
    /// An instance is different.
    Refuted(Box<Example>),
    /// As refuted, but the rule in this line comes first.
    Shadowed(usize, Box<Example>),
    /// It is not known.
    NotDecided(String),
}

/// What must hold besides the conditions of a rule.
#[derive(Clone, Debug, Default)]
pub struct Proviso {
    /// These are dead.
    pub dead: Vec<Component>,
    /// No pointer leads to what the code pushes.
    pub is_stack_apart: bool,
}

/// An answer, and the answer without the assumption that no pointer leads to the stack, if it was made.
struct Answered {
    answer: Answer,
    without: Option<Answer>,
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

impl Proviso {
    /// Returns it in words.
    pub fn text(&self, processor: Processor) -> String {
        const APART: &str = "no pointer leads to what is pushed";
        match (self.dead.is_empty(), self.is_stack_apart) {
            (true, _) => APART.to_owned(),
            (false, false) => words::are_dead(processor, &self.dead),
            (false, true) => format!("{} and {APART}", words::are_dead(processor, &self.dead)),
        }
    }
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
    let mut open = 0;
    for instance in &found.list {
        let answer = ask(processor, instance, compare);
        open += usize::from(
            answer.as_ref().map_or(true, |answered| matches!(answered.answer.verdict, Verdict::Undecided(_))),
        );
        if let Ok(answered) = &answer {
            judged.count_cost(instance, &answered.answer);
        }
        judged.add(instance, answer, processor);
        if matches!(judged.verdict, RuleVerdict::Refuted(_)) || open == GIVEN_UP {
            break;
        }
    }
    judged
}

impl Judged {
    fn add(&mut self, instance: &Instance, answered: Result<Answered, String>, processor: Processor) {
        let Answered { answer, without } = match answered {
            Ok(answered) => answered,
            Err(reason) => return self.not_decided(reason),
        };
        let is_stack_apart = without.is_some();
        // What shows why the assumption is needed.
        let shown = without.unwrap_or_else(|| answer.clone()).verdict;
        let example = match &shown {
            Verdict::Different { counterexample, .. } | Verdict::SameIf { counterexample, .. } => {
                Some(Box::new(Example {
                    instance: instance.clone(),
                    answer: words::verdict(processor, &shown),
                    counterexample: counterexample.clone(),
                }))
            }
            Verdict::Same | Verdict::Undecided(_) => None,
        };
        match (answer.verdict, example) {
            (Verdict::Undecided(reason), _) => self.not_decided(reason.to_string()),
            (Verdict::Different { .. }, Some(example)) => self.verdict = RuleVerdict::Refuted(example),
            (Verdict::SameIf { dead, .. }, Some(example)) => self.add_proviso(dead, is_stack_apart, example),
            (_, Some(example)) => self.add_proviso(Vec::new(), is_stack_apart, example),
            (_, None) => {}
        }
    }

    fn add_proviso(&mut self, dead: Vec<Component>, is_stack_apart: bool, example: Box<Example>) {
        if let RuleVerdict::Proven = self.verdict {
            self.verdict = RuleVerdict::If(Proviso::default(), example);
        }
        if let RuleVerdict::If(proviso, _) = &mut self.verdict {
            proviso.is_stack_apart |= is_stack_apart;
            let new: Vec<_> =
                dead.into_iter().filter(|component| !proviso.dead.contains(component)).collect();
            proviso.dead.extend(new);
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
) -> Result<Answered, String> {
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
    question.limits = LIMITS;
    let dead = names(processor, &instance.dead)?;
    question.live = components(processor).into_iter().filter(|component| !dead.contains(component)).collect();
    for assume in &instance.requires {
        assumed(processor, &mut question, assume)?;
    }
    decide(&mut question, instance, compare)
}

/// Compares. A difference that depends on what the code does not show is no refutation.
fn decide(
    question: &mut Question,
    instance: &Instance,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Result<Answered, String> {
    let mut ask = |question: &Question| compare(question).ok_or_else(|| "the time is over".to_owned());
    let answer = ask(question)?;
    if !is_different(&answer) {
        return Ok(Answered { answer, without: None });
    }
    let (calls, new_calls) = (called(&instance.old), called(&instance.new));
    if instance.old.contains("call BLOCK") {
        return Err("it depends on what the instructions of a wildcard do to memory and the stack".to_owned());
    }
    if calls != new_calls {
        return Err("one side calls a routine that the other one jumps to or does not call".to_owned());
    }
    let is_seen_by_callee = matches!(answer.verdict, Verdict::Different { aspect: Aspect::Events, .. });
    if is_seen_by_callee && !calls.is_empty() {
        return Err("it depends on what the called routine uses".to_owned());
    }
    question.is_stack_apart = true;
    let apart = ask(question)?;
    let is_settled = matches!(apart.verdict, Verdict::Same | Verdict::SameIf { .. });
    Ok(if is_settled {
        Answered { answer: apart, without: Some(answer) }
    } else {
        Answered { answer, without: None }
    })
}

fn is_different(answer: &Answer) -> bool {
    matches!(answer.verdict, Verdict::Different { .. })
}

/// Returns what code calls.
fn called(code: &str) -> BTreeSet<&str> {
    let lines = code.lines().map(str::trim);
    let calls = lines.filter_map(|line| line.strip_prefix("call ").or_else(|| line.strip_prefix("rst ")));
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
