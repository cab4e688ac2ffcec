//! Verdicts as they are reported: in words, and in the form of `arcadian rules --json`.

use std::{collections::BTreeSet, fmt};

use arcadian_compare::{Component, Counterexample, list, words};
use arcadian_isa::Processor;
use serde::Serialize;

use crate::rules::{
    ask::StackUse,
    formats::RuleFile,
    judge::{Judgement, Refutation, RuleVerdict},
    rule::Rule,
    scope::Scope,
};

impl Judgement {
    pub fn text(&self, processor: Processor) -> String {
        let limit = self.limited.as_ref().map(|limit| format!("; {limit}")).unwrap_or_default();
        let count = count(self.instances, "instance");
        match &self.verdict {
            RuleVerdict::Proven => format!("proven ({count}{limit})"),
            RuleVerdict::If(proviso, _) => {
                format!("proven if {} ({count}{limit})", proviso.text(processor).unwrap_or_default())
            }
            RuleVerdict::Refuted(found) => refuted(processor, "refuted", "no condition says", found),
            RuleVerdict::SaysNothing(found) => {
                refuted(processor, "says nothing", "is all that the code computes", found)
            }
            RuleVerdict::NeverMatches(reason) => format!("never matches: {reason}"),
            RuleVerdict::Shadowed(line, example) => {
                format!("shadowed by the rule in line {line}; refuted: {}", example.answer)
            }
            RuleVerdict::NotDecided(reason) => format!("not decided: {reason}"),
        }
    }
}

fn count(number: usize, name: &str) -> String {
    format!("{number} {name}{}", if number == 1 { "" } else { "s" })
}

fn refuted(processor: Processor, word: &str, why: &str, refutation: &Refutation) -> String {
    let Refutation { example, unstated, scope, proviso, .. } = refutation;
    let what = match &unstated[..] {
        [] => example.answer.clone(),
        _ => format!("{} must be dead, which {why}", list(processor, unstated)),
    };
    let Some(scope) = scope else { return format!("{word}: {what}") };
    let condition = proviso.text(processor).map(|text| format!(" if {text}")).unwrap_or_default();
    let count = count(scope.others, "other instance");
    format!("{word} {}: {what}; proven{condition} for the {count}", scope.text())
}

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Counts {
    /// Whether all rules that can match are proven, and there is one.
    ok: bool,
    proven: usize,
    conditional: usize,
    refuted: usize,
    /// Refuted rules that are proven for some operands.
    #[serde(rename = "refuted_for_some_operands")]
    partly: usize,
    #[serde(rename = "say_nothing")]
    nothing: usize,
    shadowed: usize,
    #[serde(rename = "never_match")]
    never: usize,
    not_decided: usize,
    unreadable: usize,
}

impl Counts {
    /// Counts verdicts, and rules that cannot be read.
    pub fn of<'a>(judgements: impl IntoIterator<Item = &'a Judgement>, unreadable: usize) -> Self {
        let mut counts = Counts { unreadable, ..Counts::default() };
        for judgement in judgements {
            let is_partly =
                matches!(&judgement.verdict, RuleVerdict::Refuted(found) if found.scope.is_some());
            counts.partly += usize::from(is_partly);
            *match judgement.verdict {
                RuleVerdict::Proven => &mut counts.proven,
                RuleVerdict::If(..) => &mut counts.conditional,
                RuleVerdict::Refuted(_) => &mut counts.refuted,
                RuleVerdict::SaysNothing(_) => &mut counts.nothing,
                RuleVerdict::NeverMatches(_) => &mut counts.never,
                RuleVerdict::Shadowed(..) => &mut counts.shadowed,
                RuleVerdict::NotDecided(_) => &mut counts.not_decided,
            } += 1;
        }
        let Counts { conditional, refuted, nothing, shadowed, not_decided, .. } = counts;
        let others = conditional + refuted + nothing + shadowed + not_decided + unreadable;
        counts.ok = others == 0 && counts.proven > 0;
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { proven, conditional, refuted, shadowed, never, not_decided, unreadable, .. } = self;
        write!(f, "{proven} proven, {conditional} proven under a condition, {refuted} refuted")?;
        if self.partly > 0 {
            write!(f, " ({} only for some operands)", self.partly)?;
        }
        if self.nothing > 0 {
            write!(f, ", {} saying nothing", self.nothing)?;
        }
        write!(
            f,
            ", {shadowed} shadowed, {never} never matching, {not_decided} not decided, {unreadable} not readable"
        )
    }
}

#[derive(Serialize)]
pub struct FileReport<'a> {
    name: &'a str,
    format: &'static str,
    errors: Vec<ErrorReport<'a>>,
}

#[derive(Serialize)]
struct ErrorReport<'a> {
    line: usize,
    column: usize,
    message: &'a str,
}

impl<'a> FileReport<'a> {
    pub fn new(name: &'a str, format: &'static str, file: &'a RuleFile) -> Self {
        let errors = file.errors.iter();
        let errors = errors.map(|error| ErrorReport {
            line: error.line,
            column: error.column,
            message: &error.message,
        });
        FileReport { name, format, errors: errors.collect() }
    }
}

#[derive(Serialize)]
pub struct RuleReport<'a> {
    line: usize,
    name: &'a str,
    verdict: &'static str,
    pub text: String,
    instances: usize,
    limited: Option<&'a str>,
    /// The registers and flags that must be dead, and those of which a condition could say so.
    dead: Vec<&'static str>,
    unstated: Vec<&'static str>,
    stack_apart: bool,
    tail_calls: bool,
    needed_for: Option<ScopeReport<'a>>,
    refuted_for: Option<ScopeReport<'a>>,
    /// The reason that the rule never matches or is not decided.
    reason: Option<&'a str>,
    example: Option<ExampleReport<'a>>,
}

#[derive(Serialize)]
struct ScopeReport<'a> {
    variable: &'a str,
    operands: &'a BTreeSet<String>,
    text: String,
    proven_instances: usize,
}

#[derive(Serialize)]
struct ExampleReport<'a> {
    old: &'a str,
    new: &'a str,
    answer: &'a str,
    counterexample: &'a Counterexample,
    text: String,
}

impl<'a> RuleReport<'a> {
    pub fn new(processor: Processor, rule: &'a Rule, judgement: &'a Judgement) -> Self {
        let (verdict, reason) = match &judgement.verdict {
            RuleVerdict::Proven => ("proven", None),
            RuleVerdict::If(..) => ("conditional", None),
            RuleVerdict::Refuted(_) => ("refuted", None),
            RuleVerdict::SaysNothing(_) => ("says-nothing", None),
            RuleVerdict::Shadowed(..) => ("shadowed", None),
            RuleVerdict::NeverMatches(reason) => ("never-matches", Some(&**reason)),
            RuleVerdict::NotDecided(reason) => ("not-decided", Some(&**reason)),
        };
        let (proviso, found) = match &judgement.verdict {
            RuleVerdict::If(proviso, _) => (Some(proviso), None),
            RuleVerdict::Refuted(found) | RuleVerdict::SaysNothing(found) => {
                (Some(&found.proviso), Some(found))
            }
            _ => (None, None),
        };
        let stack = proviso.map_or(StackUse::default(), |proviso| proviso.stack);
        RuleReport {
            line: rule.line,
            name: &rule.name,
            verdict,
            text: judgement.text(processor),
            instances: judgement.instances,
            limited: judgement.limited.as_deref(),
            dead: proviso.map_or(Vec::new(), |proviso| names(&proviso.dead)),
            unstated: found.map_or(Vec::new(), |found| names(&found.unstated)),
            stack_apart: stack.is_apart,
            tail_calls: stack.has_tail_calls,
            needed_for: proviso.and_then(|proviso| proviso.scope.as_ref()).map(ScopeReport::of),
            refuted_for: found.and_then(|found| found.scope.as_ref()).map(ScopeReport::of),
            reason,
            example: judgement.verdict.example().map(|example| ExampleReport {
                old: &example.instance.old,
                new: &example.instance.new,
                answer: &example.answer,
                counterexample: &example.counterexample,
                text: words::example(&example.counterexample).trim().to_owned(),
            }),
        }
    }
}

impl<'a> ScopeReport<'a> {
    fn of(scope: &'a Scope) -> Self {
        let Scope { variable, operands, others, .. } = scope;
        ScopeReport { variable, operands, text: scope.text(), proven_instances: *others }
    }
}

fn names(components: &[Component]) -> Vec<&'static str> {
    components.iter().map(|component| component.name).collect()
}
