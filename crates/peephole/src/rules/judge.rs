//! The judging of rules: each is proven, refuted or not decided by the comparisons of its instances.

use std::collections::{BTreeMap, BTreeSet};

use arcadian_compare::{Answer, Component, Counterexample, Question, Reason, Verdict, words};
use arcadian_isa::Processor;

use crate::rules::{
    ask::{InstanceAnswer, StackUse, ask, could_state},
    instances::{Instance, Instances, Options, Outcome, instances},
    rule::{Condition, Format, Rule},
    scope::{self, Scope},
};

/// The number of instances that are not decided before a rule is given up.
const GIVEN_UP: usize = 3;

/// The number of refuted instances after which no more are compared.
const MOST_REFUTED: usize = 200;

#[derive(Clone, Debug)]
pub enum RuleVerdict {
    /// All instances are the same.
    Proven,
    /// The instances are the same if something holds that no condition of the rule says.
    If(Proviso, Box<Example>),
    /// An instance is different.
    Refuted(Refutation),
    /// All that the code of an instance computes must be dead.
    SaysNothing(Refutation),
    /// As refuted, but the rule in this line comes first.
    Shadowed(usize, Box<Example>),
    /// No code of the processor matches it.
    NeverMatches(String),
    /// The rule is neither proven nor refuted; the text says why.
    NotDecided(String),
}

#[derive(Clone, Debug)]
pub struct Refutation {
    /// The first refuted instance.
    pub example: Box<Example>,
    /// All refuted instances; `None` if there may be more.
    pub all: Option<Vec<Instance>>,
    /// Registers and flags that must be dead so that the refuted instances are the same, if that suffices. The rule could say so, and
    /// does not.
    pub unstated: Vec<Component>,
    /// The labels to which nothing else may jump so that they are the same. The rule could say so, and does not.
    pub sole: BTreeSet<String>,
    /// Whether the rule says so only of code that it does not jump or return to.
    pub is_partly_stated: bool,
    /// For which operands the rule is refuted, if it is proven for all others.
    pub scope: Option<Scope>,
    /// Requirements for the other instances.
    pub proviso: Proviso,
}

/// Requirements in addition to the conditions of a rule.
#[derive(Clone, Debug, Default)]
pub struct Proviso {
    /// These are dead.
    pub dead: Vec<Component>,
    /// Assumptions about the stack.
    pub stack: StackUse,
    /// Nothing else jumps to these labels.
    pub sole: BTreeSet<String>,
    /// For which operands it must hold, if all others need nothing.
    pub scope: Option<Scope>,
}

#[derive(Clone, Debug)]
pub struct Example {
    pub instance: Instance,
    pub answer: String,
    pub counterexample: Counterexample,
}

#[derive(Clone, Debug)]
pub struct Judgement {
    pub verdict: RuleVerdict,
    pub instances: usize,
    /// The number of instances that are the same whatever holds.
    pub proven: usize,
    /// The reason that these are not all, if they are not.
    pub limited: Option<String>,
    /// The instance for which the new code takes the most bytes more, and that for which it takes the most cycles more.
    pub longer: Option<(i64, Instance)>,
    pub slower: Option<(i64, Instance)>,
}

/// Returns labels as a list, if there are any.
pub(crate) fn labels(labels: &BTreeSet<String>) -> Option<String> {
    (!labels.is_empty()).then(|| labels.iter().map(String::as_str).collect::<Vec<_>>().join(" and "))
}

impl Proviso {
    /// Returns it in words, if there is something that must hold.
    pub fn text(&self, processor: Processor) -> Option<String> {
        let dead = (!self.dead.is_empty()).then(|| words::are_dead(processor, &self.dead));
        let apart = self.stack.is_apart.then(|| "no pointer leads to what is pushed".to_owned());
        let tail = self.stack.has_tail_calls.then(|| "the routine takes nothing from the stack".to_owned());
        let sole = labels(&self.sole).map(|names| format!("nothing else jumps to {names}"));
        let parts: Vec<String> = [dead, apart, tail, sole].into_iter().flatten().collect();
        let scope =
            self.scope.as_ref().map(|scope| format!(", needed only {}", scope.text())).unwrap_or_default();
        (!parts.is_empty()).then(|| format!("{}{scope}", parts.join(" and ")))
    }

    fn add(&mut self, dead: Vec<Component>, stack: StackUse, sole: Vec<String>) {
        self.sole.extend(sole);
        self.stack.is_apart |= stack.is_apart;
        self.stack.has_tail_calls |= stack.has_tail_calls;
        add_new(&mut self.dead, dead);
    }
}

/// Adds the registers and flags that are not there.
fn add_new(all: &mut Vec<Component>, more: Vec<Component>) {
    let new: Vec<_> = more.into_iter().filter(|component| !all.contains(component)).collect();
    all.extend(new);
}

impl RuleVerdict {
    /// Returns whether nothing is wrong with the rule on this processor.
    pub fn is_proven(&self) -> bool {
        matches!(self, RuleVerdict::Proven | RuleVerdict::NeverMatches(_))
    }

    pub fn example(&self) -> Option<&Example> {
        match self {
            RuleVerdict::If(_, example) | RuleVerdict::Shadowed(_, example) => Some(example),
            RuleVerdict::Refuted(found) | RuleVerdict::SaysNothing(found) => Some(&found.example),
            RuleVerdict::Proven | RuleVerdict::NeverMatches(_) | RuleVerdict::NotDecided(_) => None,
        }
    }
}

/// Judges a rule: finds its instances and compares the parts of each. `compare` returns `None` if there is no time for an answer. The
/// instances are returned for [`EarlierRules`].
pub fn judge(
    rule: &Rule,
    options: &Options,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> (Outcome, Judgement) {
    let outcome = instances(rule, options);
    let judgement = by_instances(options.processor, rule.format, &outcome, compare);
    (outcome, judgement)
}

fn by_instances(
    processor: Processor,
    format: Format,
    outcome: &Outcome,
    compare: &mut dyn FnMut(&Question) -> Option<Answer>,
) -> Judgement {
    let found = match outcome {
        Outcome::Instances(found) => found,
        Outcome::NeverMatches(reason) => return Judgement::of(RuleVerdict::NeverMatches(reason.clone())),
        Outcome::NotDecided(reason) => return Judgement::of(RuleVerdict::NotDecided(reason.clone())),
    };
    let mut judgement = Judgement {
        instances: found.list.len(),
        limited: found.limited.clone(),
        ..Judgement::of(RuleVerdict::Proven)
    };
    let mut tally = Tally::new(format);
    for instance in &found.list {
        let answer = ask(processor, format, instance, compare);
        if let Ok(answered) = &answer {
            judgement.count_cost(instance, &answered.answer);
        }
        tally.add(instance, answer, processor);
        if tally.undecided.len() == GIVEN_UP || tally.refuted.len() + tally.empty.len() >= MOST_REFUTED {
            break;
        }
    }
    judgement.proven = tally.same.len();
    judgement.verdict = tally.verdict(found);
    // The instances that were not found can be wrong.
    if let (Some(limit), RuleVerdict::Proven | RuleVerdict::If(..)) = (&found.limited, &judgement.verdict) {
        let count = arcadian_files::count(found.list.len(), "instance");
        judgement.verdict = RuleVerdict::NotDecided(format!("nothing is wrong with {count}, and {limit}"));
    }
    judgement
}

/// The instances of a rule by their answers.
struct Tally<'i> {
    format: Format,
    same: Vec<&'i Instance>,
    /// The instances that are the same under a condition.
    same_if: Vec<&'i Instance>,
    refuted: Vec<&'i Instance>,
    /// The instances of which all must be dead that the code computes.
    empty: Vec<&'i Instance>,
    /// The reason that an instance is none: its conditions exclude each other.
    impossible: Option<String>,
    /// The reasons that instances are not decided.
    undecided: Vec<String>,
    /// The first instance that differs whatever is dead.
    refutation: Option<Box<Example>>,
    /// The first instance that needs something dead which the rule could say and does not, and what that is for all of them.
    incomplete: Option<Box<Example>>,
    unstated: Vec<Component>,
    sole: BTreeSet<String>,
    is_partly_stated: bool,
    /// The first instance of which all must be dead that the code computes, and what that is for all of them.
    nothing: Option<Box<Example>>,
    must_be_dead: Vec<Component>,
    proviso: Proviso,
    /// The first instance that needs a condition.
    conditional: Option<Box<Example>>,
}

impl<'i> Tally<'i> {
    fn new(format: Format) -> Self {
        Tally {
            format,
            same: Vec::new(),
            same_if: Vec::new(),
            refuted: Vec::new(),
            empty: Vec::new(),
            impossible: None,
            undecided: Vec::new(),
            refutation: None,
            incomplete: None,
            unstated: Vec::new(),
            sole: BTreeSet::new(),
            is_partly_stated: false,
            nothing: None,
            must_be_dead: Vec::new(),
            proviso: Proviso::default(),
            conditional: None,
        }
    }

    fn add(
        &mut self,
        instance: &'i Instance,
        answered: Result<InstanceAnswer, String>,
        processor: Processor,
    ) {
        let InstanceAnswer { answer, without, stack, concrete, keeps_nothing, sole } = match answered {
            Ok(answered) => answered,
            Err(reason) => return self.undecided.push(reason),
        };
        // What shows why the assumption is needed.
        let shown = without.unwrap_or_else(|| answer.clone()).verdict;
        let example = example(concrete.as_ref().unwrap_or(instance), &shown, processor);
        let dead = match answer.verdict {
            Verdict::Undecided(reason @ Reason::NeverTrue) => {
                self.impossible = Some(reason.to_string());
                return;
            }
            Verdict::Undecided(reason) => return self.undecided.push(reason.to_string()),
            Verdict::Different { .. } => {
                self.refuted.push(instance);
                self.refutation = self.refutation.take().or(example);
                return;
            }
            Verdict::SameIf { dead, .. }
                if dead.iter().any(|each| could_state(self.format, instance, *each)) =>
            {
                self.refuted.push(instance);
                self.incomplete = self.incomplete.take().or(example);
                let stated = scope::names(processor, &instance.dead).unwrap_or_default();
                self.is_partly_stated |= dead.iter().any(|component| stated.contains(component));
                add_new(&mut self.unstated, dead);
                return;
            }
            Verdict::SameIf { dead, .. } if keeps_nothing => {
                self.empty.push(instance);
                self.nothing = self.nothing.take().or(example);
                add_new(&mut self.must_be_dead, dead);
                return;
            }
            Verdict::SameIf { dead, .. } => dead,
            Verdict::Same => Vec::new(),
        };
        if self.format.states_jumps() && !sole.is_empty() {
            self.refuted.push(instance);
            self.incomplete = self.incomplete.take().or(example);
            self.sole.extend(sole);
            return;
        }
        let is_conditional = !dead.is_empty() || stack != StackUse::default() || !sole.is_empty();
        if is_conditional { &mut self.same_if } else { &mut self.same }.push(instance);
        self.proviso.add(dead, stack, sole);
        self.conditional = self.conditional.take().or(example);
    }

    /// An instance that is not decided leaves the rule not decided, unless another one refutes it.
    fn verdict(self, found: &Instances) -> RuleVerdict {
        let all_same = [&self.same[..], &self.same_if].concat();
        let worse = [&self.refuted[..], &self.empty].concat();
        let compared = all_same.len() + worse.len() + self.undecided.len();
        let is_complete = compared == found.list.len() && found.limited.is_none();
        let is_decided = is_complete && self.undecided.is_empty();
        let (unstated, sole) =
            if self.refutation.is_none() { (self.unstated, self.sole) } else { Default::default() };
        let refutation = |example, unstated, proviso| Refutation {
            example,
            unstated,
            sole,
            is_partly_stated: self.is_partly_stated,
            scope: if is_decided { scope::of(&worse, &all_same) } else { None },
            all: is_complete.then(|| worse.iter().copied().cloned().collect()),
            proviso,
        };
        if let Some(example) = self.refutation.or(self.incomplete) {
            return RuleVerdict::Refuted(refutation(example, unstated, self.proviso));
        }
        if let Some(example) = self.nothing {
            return RuleVerdict::SaysNothing(refutation(example, self.must_be_dead, self.proviso));
        }
        match (self.undecided.into_iter().next(), self.conditional) {
            (Some(reason), _) => RuleVerdict::NotDecided(reason),
            (None, Some(example)) => {
                let scope = scope::of(&self.same_if, &self.same);
                RuleVerdict::If(Proviso { scope, ..self.proviso }, example)
            }
            (None, None) => match self.impossible.filter(|_| self.same.is_empty()) {
                Some(reason) => RuleVerdict::NotDecided(reason),
                None => RuleVerdict::Proven,
            },
        }
    }
}

fn example(instance: &Instance, shown: &Verdict, processor: Processor) -> Option<Box<Example>> {
    match shown {
        Verdict::Different { counterexample, .. } | Verdict::SameIf { counterexample, .. } => {
            Some(Box::new(Example {
                instance: instance.clone(),
                answer: words::verdict(processor, shown),
                counterexample: counterexample.clone(),
            }))
        }
        Verdict::Same | Verdict::Undecided(_) => None,
    }
}

impl Judgement {
    /// Returns a verdict without instances.
    pub fn of(verdict: RuleVerdict) -> Self {
        Judgement { verdict, instances: 0, proven: 0, limited: None, longer: None, slower: None }
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

/// The instances of the rules so far, by their old code.
#[derive(Default)]
pub struct EarlierRules(BTreeMap<String, Vec<(usize, Instance)>>);

impl EarlierRules {
    /// Adds the instances of a rule, if it rewrites all of them: not if it has a condition that may not hold, and not in a format of which
    /// the first rule that matches need not be the one that is used.
    pub fn add(&mut self, rule: &Rule, outcome: Outcome) {
        let is_uncertain = rule.conditions.iter().any(Condition::may_fail);
        let Outcome::Instances(found) = outcome else { return };
        if is_uncertain || !rule.format.is_first_used() {
            return;
        }
        for instance in found.list {
            self.0.entry(instance.old.clone()).or_default().push((rule.line, instance));
        }
    }

    /// Marks a refuted rule if earlier rules rewrite the code of each refuted instance wherever this one could.
    pub fn mark(&self, judgement: &mut Judgement) {
        let RuleVerdict::Refuted(Refutation { example, all: Some(all), .. }) = &judgement.verdict else {
            return;
        };
        let lines: Option<Vec<usize>> = all.iter().map(|instance| self.shadowing(instance)).collect();
        if let Some(line) = lines.and_then(|lines| lines.first().copied()) {
            judgement.verdict = RuleVerdict::Shadowed(line, example.clone());
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
