//! The report as JSON: one object, with a line for each rule as soon as it is judged.

use arcadian_compare::{Component, words};
use arcadian_peephole::rules::Rule;
use serde_json::{Value, json};

use super::{
    NamedFile, RulesArgs,
    ask::StackUse,
    judge::{Judged, RuleVerdict},
    report::{self, Counts},
    scope::Scope,
};

/// Returns the first fields of a file, up to its rules.
pub fn file(file: &NamedFile) -> Value {
    let errors = file.file.errors.iter();
    let errors =
        errors.map(|error| json!({ "line": error.line, "column": error.column, "message": error.message }));
    json!({ "name": file.name, "format": file.format.name(), "errors": errors.collect::<Vec<_>>() })
}

/// Returns the fields after the files.
pub fn summary(counts: Counts) -> Value {
    json!({
        "ok": counts.is_all_proven(),
        "proven": counts.proven,
        "conditional": counts.conditional,
        "refuted": counts.refuted,
        "refuted_for_some_operands": counts.partly,
        "say_nothing": counts.nothing,
        "shadowed": counts.shadowed,
        "never_match": counts.never,
        "not_decided": counts.not_decided,
        "unreadable": counts.unreadable,
    })
}

/// Returns a rule with its verdict.
pub fn rule(args: &RulesArgs, rule: &Rule, judged: &Judged) -> Value {
    let (name, reason) = match &judged.verdict {
        RuleVerdict::Proven => ("proven", None),
        RuleVerdict::If(..) => ("conditional", None),
        RuleVerdict::Refuted(_) => ("refuted", None),
        RuleVerdict::SaysNothing(_) => ("says-nothing", None),
        RuleVerdict::Shadowed(..) => ("shadowed", None),
        RuleVerdict::NeverMatches(reason) => ("never-matches", Some(reason)),
        RuleVerdict::NotDecided(reason) => ("not-decided", Some(reason)),
    };
    let (proviso, found) = match &judged.verdict {
        RuleVerdict::If(proviso, _) => (Some(proviso), None),
        RuleVerdict::Refuted(found) | RuleVerdict::SaysNothing(found) => (Some(&found.proviso), Some(found)),
        _ => (None, None),
    };
    let dead = proviso.map_or(Vec::new(), |proviso| names(&proviso.dead));
    let unstated = found.map_or(Vec::new(), |found| names(&found.unstated));
    let scope = found.and_then(|found| found.scope.as_ref());
    let stack = proviso.map_or(StackUse::default(), |proviso| proviso.stack);
    let needed = proviso.and_then(|proviso| proviso.scope.as_ref()).map(scope_value);
    let scope = scope.map(scope_value);
    let example = judged.verdict.example().map(|example| {
        json!({
            "old": example.instance.old,
            "new": example.instance.new,
            "answer": example.answer,
            "counterexample": example.counterexample,
            "text": words::example(&example.counterexample).trim(),
        })
    });
    json!({
        "line": rule.line,
        "name": rule.name,
        "verdict": name,
        "text": report::verdict(args, judged),
        "instances": judged.instances,
        "limited": judged.limited,
        "dead": dead,
        "unstated": unstated,
        "stack_apart": stack.is_apart,
        "tail_calls": stack.has_tail_calls,
        "needed_for": needed,
        "refuted_for": scope,
        "reason": reason,
        "example": example,
    })
}

fn names(components: &[Component]) -> Vec<&'static str> {
    components.iter().map(|component| component.name).collect()
}

fn scope_value(scope: &Scope) -> Value {
    json!({
        "variable": scope.variable,
        "operands": scope.operands,
        "text": scope.text(),
        "proven_instances": scope.others,
    })
}
