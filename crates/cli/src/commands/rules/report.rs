//! The report, as text and as JSON.

use std::fmt::Write;

use anyhow::Result;
use arcadian_compare::words;
use arcadian_files::escape;
use arcadian_rules::{Instance, Rule};
use serde_json::{Value, json};

use super::{
    NamedFile, RulesArgs,
    ask::StackUse,
    judge::{Example, Judged, Refutation, RuleVerdict},
    scope::Scope,
};
use crate::{counterexample, files::output};

/// The verdicts about all rules.
pub struct Report<'a> {
    pub args: &'a RulesArgs,
    pub files: &'a [NamedFile],
    /// For each file its rules.
    pub judged: &'a [Vec<Judged>],
}

/// The table of a file, which grows while rules are judged.
pub struct Table<'a> {
    args: &'a RulesArgs,
}

impl<'a> Table<'a> {
    /// Writes the heading.
    pub fn begin(args: &'a RulesArgs, file: &NamedFile, count: usize) -> Result<Self> {
        if !args.json {
            output::print(&format!("{}: {count} rules in the format {}\n", file.name, file.format.name()))?;
        }
        Ok(Table { args })
    }

    /// Writes a row, and with --details what is wrong.
    pub fn row(&mut self, rule: &Rule, judged: &Judged) -> Result<()> {
        if self.args.json {
            return Ok(());
        }
        let mut text = format!("{:>6}  {}\n", rule.line, verdict(self.args, judged));
        if let (true, Some(example)) = (self.args.details, judged.verdict.example()) {
            text += &details(example);
        }
        output::print(&text)
    }
}

/// Returns a verdict in words.
pub fn verdict(args: &RulesArgs, judged: &Judged) -> String {
    let count = format!("{} instance{}", judged.instances, if judged.instances == 1 { "" } else { "s" });
    let limit = judged.limited.as_ref().map(|limit| format!("; {limit}")).unwrap_or_default();
    let text = match &judged.verdict {
        RuleVerdict::Proven => format!("proven ({count}{limit})"),
        RuleVerdict::If(proviso, _) => {
            format!("proven if {} ({count}{limit})", proviso.text(args.cpu).unwrap_or_default())
        }
        RuleVerdict::Refuted(refutation) => refuted(args, refutation),
        RuleVerdict::NeverMatches(reason) => format!("never matches: {reason}"),
        RuleVerdict::Shadowed(line, example) => {
            format!("shadowed by the rule in line {line}; refuted: {}", example.answer)
        }
        RuleVerdict::NotDecided(reason) => format!("not decided: {reason}"),
    };
    escape::line(&text).into_owned()
}

fn refuted(args: &RulesArgs, refutation: &Refutation) -> String {
    let Refutation { example, scope, proviso, .. } = refutation;
    let Some(scope) = scope else { return format!("refuted: {}", example.answer) };
    let condition = proviso.text(args.cpu).map(|text| format!(" if {text}")).unwrap_or_default();
    let count = format!("{} other instance{}", scope.others, if scope.others == 1 { "" } else { "s" });
    format!("refuted {}: {}; proven{condition} for the {count}", scope.text(), example.answer)
}

/// Returns an instance and its counterexample.
fn details(example: &Example) -> String {
    let mut text = String::new();
    let _ = writeln!(text);
    for line in code(&example.instance).lines() {
        let _ = writeln!(text, "        {}", escape::line(line));
    }
    for line in words::example(&example.counterexample).lines() {
        let line = format!("        {}", escape::line(line));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let _ = writeln!(text);
    text
}

/// Returns both parts of an instance, as `arcadian compare` reads them.
pub fn code(instance: &Instance) -> String {
    let part = |code: &str| code.replace('\t', "    ");
    format!("{}---\n{}", part(&instance.old), part(&instance.new))
}

/// The numbers of rules with each verdict.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    proven: usize,
    conditional: usize,
    refuted: usize,
    /// Refuted rules that are proven for some operands.
    partly: usize,
    shadowed: usize,
    never: usize,
    not_decided: usize,
    unreadable: usize,
}

impl Report<'_> {
    /// Returns the numbers for all files.
    pub fn counts(&self) -> Counts {
        let unreadable = self.files.iter().map(|file| file.file.errors.len()).sum();
        let mut counts = Counts { unreadable, ..Counts::default() };
        for judged in self.judged.iter().flatten() {
            let is_partly = matches!(&judged.verdict, RuleVerdict::Refuted(found) if found.scope.is_some());
            counts.partly += usize::from(is_partly);
            *match judged.verdict {
                RuleVerdict::Proven => &mut counts.proven,
                RuleVerdict::If(..) => &mut counts.conditional,
                RuleVerdict::Refuted(_) => &mut counts.refuted,
                RuleVerdict::NeverMatches(_) => &mut counts.never,
                RuleVerdict::Shadowed(..) => &mut counts.shadowed,
                RuleVerdict::NotDecided(_) => &mut counts.not_decided,
            } += 1;
        }
        counts
    }

    /// Returns each judged rule with its file.
    pub fn rules(&self) -> impl Iterator<Item = (&NamedFile, &Rule, &Judged)> {
        self.files.iter().zip(self.judged).flat_map(|(file, judged)| {
            let selected = file.file.rules.iter().filter(|rule| super::is_selected(self.args, rule));
            selected.zip(judged).map(move |(rule, judged)| (file, rule, judged))
        })
    }

    /// Writes the summary, or all of it as JSON.
    pub fn print(&self) -> Result<()> {
        if self.args.json {
            return output::print_json(&self.value());
        }
        let mut text = String::new();
        if self.args.cost {
            text += &self.costs();
        }
        let _ = writeln!(text, "{}", self.counts());
        output::print(&text)
    }

    /// Lists the rules that make code longer or slower.
    fn costs(&self) -> String {
        let mut text = "longer or slower code:\n".to_owned();
        for (file, rule, judged) in self.rules() {
            for (what, cost) in [("bytes", &judged.longer), ("cycles", &judged.slower)] {
                if let Some((more, instance)) = cost {
                    let first = instance.old.lines().map(str::trim).collect::<Vec<_>>().join("; ");
                    let line = format!("{}:{}: {more} {what} more, for {first}", file.name, rule.line);
                    let _ = writeln!(text, "  {}", escape::line(&line));
                }
            }
        }
        text
    }

    fn value(&self) -> Value {
        let files = self.files.iter().zip(self.judged).map(|(file, judged)| {
            let selected = file.file.rules.iter().filter(|rule| super::is_selected(self.args, rule));
            let rules = selected.zip(judged).map(|(rule, judged)| self.rule_value(rule, judged));
            let errors =
                file.file.errors.iter().map(
                    |error| json!({ "line": error.line, "column": error.column, "message": error.message }),
                );
            json!({
                "name": file.name,
                "format": file.format.name(),
                "rules": rules.collect::<Vec<_>>(),
                "errors": errors.collect::<Vec<_>>(),
            })
        });
        let counts = self.counts();
        json!({
            "ok": counts.is_all_proven(),
            "processor": self.args.cpu.to_string(),
            "files": files.collect::<Vec<_>>(),
            "proven": counts.proven,
            "conditional": counts.conditional,
            "refuted": counts.refuted,
            "refuted_for_some_operands": counts.partly,
            "shadowed": counts.shadowed,
            "never_match": counts.never,
            "not_decided": counts.not_decided,
            "unreadable": counts.unreadable,
        })
    }

    fn rule_value(&self, rule: &Rule, judged: &Judged) -> Value {
        let (name, reason) = match &judged.verdict {
            RuleVerdict::Proven => ("proven", None),
            RuleVerdict::If(..) => ("conditional", None),
            RuleVerdict::Refuted(_) => ("refuted", None),
            RuleVerdict::Shadowed(..) => ("shadowed", None),
            RuleVerdict::NeverMatches(reason) => ("never-matches", Some(reason)),
            RuleVerdict::NotDecided(reason) => ("not-decided", Some(reason)),
        };
        let (proviso, scope) = match &judged.verdict {
            RuleVerdict::If(proviso, _) => (Some(proviso), None),
            RuleVerdict::Refuted(found) => (Some(&found.proviso), found.scope.as_ref()),
            _ => (None, None),
        };
        let dead: Vec<&str> = proviso
            .map_or(Vec::new(), |proviso| proviso.dead.iter().map(|component| component.name).collect());
        let stack = proviso.map_or(StackUse::default(), |proviso| proviso.stack);
        let needed = proviso.and_then(|proviso| proviso.scope.as_ref()).map(scope_value);
        let scope = scope.map(scope_value);
        let example = judged.verdict.example().map(|example| {
            json!({
                "old": example.instance.old,
                "new": example.instance.new,
                "answer": example.answer,
                "counterexample": counterexample::value(&example.counterexample),
                "text": words::example(&example.counterexample).trim(),
            })
        });
        json!({
            "line": rule.line,
            "name": rule.name,
            "verdict": name,
            "text": verdict(self.args, judged),
            "instances": judged.instances,
            "limited": judged.limited,
            "dead": dead,
            "stack_apart": stack.is_apart,
            "tail_calls": stack.has_tail_calls,
            "needed_for": needed,
            "refuted_for": scope,
            "reason": reason,
            "example": example,
        })
    }
}

fn scope_value(scope: &Scope) -> Value {
    json!({
        "variable": scope.variable,
        "operands": scope.operands,
        "text": scope.text(),
        "proven_instances": scope.others,
    })
}

impl Counts {
    fn is_all_proven(self) -> bool {
        self.conditional + self.refuted + self.shadowed + self.not_decided + self.unreadable == 0
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { proven, conditional, refuted, partly, shadowed, never, not_decided, unreadable } = self;
        write!(f, "{proven} proven, {conditional} proven under a condition, {refuted} refuted")?;
        if *partly > 0 {
            write!(f, " ({partly} only for some operands)")?;
        }
        write!(
            f,
            ", {shadowed} shadowed, {never} never matching, {not_decided} not decided, {unreadable} not readable"
        )
    }
}
