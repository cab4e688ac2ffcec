//! Reports of rules: as text, as a table while they are judged, as JSON and as a page with links to the view Compare.

use std::fmt::Write;

use anyhow::Result;
use arcadian_compare::{Component, conditions, list, words};
use arcadian_files::escape;
use arcadian_isa::Processor;
use arcadian_peephole::rules::{Assume, Instance, Rule};
use serde_json::{Value, json};

use super::{
    NamedFile, RulesArgs,
    ask::StackUse,
    judge::{Example, Judged, Refutation, RuleVerdict},
    scope::Scope,
};
use crate::files::output;

/// The verdicts about all rules.
pub struct Report<'a> {
    pub args: &'a RulesArgs,
    pub files: &'a [NamedFile],
    /// For each file its rules.
    pub judged: &'a [Vec<Judged>],
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
        RuleVerdict::Refuted(refutation) => refuted(args, "refuted", "no condition says", refutation),
        RuleVerdict::SaysNothing(refutation) => {
            refuted(args, "says nothing", "is all that the code computes", refutation)
        }
        RuleVerdict::NeverMatches(reason) => format!("never matches: {reason}"),
        RuleVerdict::Shadowed(line, example) => {
            format!("shadowed by the rule in line {line}; refuted: {}", example.answer)
        }
        RuleVerdict::NotDecided(reason) => format!("not decided: {reason}"),
    };
    escape::line(&text).into_owned()
}

fn refuted(args: &RulesArgs, word: &str, why: &str, refutation: &Refutation) -> String {
    let Refutation { example, unstated, scope, proviso, .. } = refutation;
    let what = match &unstated[..] {
        [] => example.answer.clone(),
        _ => format!("{} must be dead, which {why}", list(args.cpu, unstated)),
    };
    let Some(scope) = scope else { return format!("{word}: {what}") };
    let condition = proviso.text(args.cpu).map(|text| format!(" if {text}")).unwrap_or_default();
    let count = format!("{} other instance{}", scope.others, if scope.others == 1 { "" } else { "s" });
    format!("{word} {}: {what}; proven{condition} for the {count}", scope.text())
}

/// Returns an instance and its counterexample.
pub fn details(example: &Example) -> String {
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
    pub proven: usize,
    pub conditional: usize,
    pub refuted: usize,
    /// Refuted rules that are proven for some operands.
    pub partly: usize,
    pub nothing: usize,
    pub shadowed: usize,
    pub never: usize,
    pub not_decided: usize,
    pub unreadable: usize,
}

impl Report<'_> {
    /// Returns whether no rule was judged: there is none, or none can match.
    pub fn is_empty(&self) -> bool {
        let is_judged = |judged: &Judged| !matches!(judged.verdict, RuleVerdict::NeverMatches(_));
        !self.judged.iter().flatten().any(is_judged)
    }

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
                RuleVerdict::SaysNothing(_) => &mut counts.nothing,
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

    pub fn summary(&self) -> String {
        let costs = if self.args.cost { self.costs() } else { String::new() };
        format!("{costs}{}\n", self.counts())
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
}

impl Counts {
    pub fn is_all_proven(self) -> bool {
        let others =
            [self.conditional, self.refuted, self.nothing, self.shadowed, self.not_decided, self.unreadable];
        others.iter().sum::<usize>() == 0 && self.proven > 0
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts {
            proven,
            conditional,
            refuted,
            partly,
            nothing,
            shadowed,
            never,
            not_decided,
            unreadable,
        } = self;
        write!(f, "{proven} proven, {conditional} proven under a condition, {refuted} refuted")?;
        if *partly > 0 {
            write!(f, " ({partly} only for some operands)")?;
        }
        if *nothing > 0 {
            write!(f, ", {nothing} saying nothing")?;
        }
        write!(
            f,
            ", {shadowed} shadowed, {never} never matching, {not_decided} not decided, {unreadable} not readable"
        )
    }
}

/// Returns the first fields of a file, up to its rules.
pub fn file_json(file: &NamedFile) -> Value {
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
pub fn rule_json(args: &RulesArgs, rule: &Rule, judged: &Judged) -> Value {
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
        "text": verdict(args, judged),
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

/// Returns the address of the view Compare with an instance, on the page with this address.
pub fn link(page: &str, processor: Processor, instance: &Instance) -> String {
    let mut link = format!("{page}#compare?cpu={}", encoded(&processor.to_string()));
    let mut add = |name: &str, value: &str| {
        let _ = write!(link, "&{name}={}", encoded(value));
    };
    add("old", &instance.old);
    add("new", &instance.new);
    for name in &instance.dead {
        add("dead", name.strip_prefix("F.").unwrap_or(name));
    }
    let requires: Vec<String> =
        instance.requires.iter().filter_map(|assume| condition(assume, instance)).collect();
    if !requires.is_empty() {
        add("requires", &requires.join(", "));
    }
    link
}

/// Returns what is assumed as a condition on entry, if it can be written as one.
fn condition(assume: &Assume, instance: &Instance) -> Option<String> {
    let text = match assume {
        Assume::Between { low, value, high } if *low >= 0 => {
            format!("{value} >= {low}, {value} <= {high}")
        }
        Assume::Equal(left, right) => format!("{left} = {right}"),
        Assume::Differ(left, right) => format!("{left} != {right}"),
        _ => return None,
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names =
        text.split(|c| !is_part(c)).filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic()));
    let is_used = |name: &str| instance.old.contains(name) || instance.new.contains(name);
    (conditions(&text).is_ok() && names.clone().all(is_used)).then_some(text)
}

/// Encodes a text for an address (RFC 3986).
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(byte.into()),
            _ => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
    }
    encoded
}

const HEAD: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>Rules</title>\n<style>\n\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }\n\
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }\n\
table { border-collapse: collapse; width: 100%; }\n\
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8886; }\n\
pre { margin: .3rem 0; overflow-x: auto; }\n</style>\n";

pub fn page(report: &Report) -> String {
    let mut text = format!("{HEAD}<h1>Rules</h1>\n<p>{}</p>\n", report.counts());
    let mut name = "";
    for (file, rule, judged) in report.rules() {
        if file.name != name {
            let end = if name.is_empty() { "" } else { "</table>\n" };
            name = &file.name;
            let _ = writeln!(text, "{end}<h2>{}</h2>\n<table>\n<tr><th>Line<th>Verdict", html(name));
        }
        let verdict = html(&verdict(report.args, judged));
        let _ = write!(text, "<tr id=\"{0}\"><td>{0}<td>{verdict}", rule.line);
        if let Some(example) = judged.verdict.example() {
            let _ = write!(
                text,
                "<details><summary>instance</summary><pre>{}</pre><pre>{}</pre><a href=\"{}\">Compare step by step</a></details>",
                html(&code(&example.instance)),
                html(words::example(&example.counterexample).trim()),
                html(&link(&report.args.page, report.args.cpu, &example.instance))
            );
        }
        text.push('\n');
    }
    text + if name.is_empty() { "" } else { "</table>\n" }
}

/// Escapes what has a meaning in a page.
fn html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The verdicts about the rules of all files, which are written while rules are judged.
pub struct Table<'a> {
    args: &'a RulesArgs,
    /// What comes before the next file or rule of the JSON object.
    before_file: String,
    before_rule: &'static str,
}

impl<'a> Table<'a> {
    pub fn new(args: &'a RulesArgs) -> Self {
        let before_file = format!("{{\"processor\":\"{}\",\"files\":[\n", args.cpu);
        Table { args, before_file, before_rule: "" }
    }

    /// Writes the heading of a file.
    pub fn begin_file(&mut self, file: &NamedFile, count: usize) -> Result<()> {
        if !self.args.json {
            return output::print(&format!(
                "{}: {count} rules in the format {}\n",
                file.name,
                file.format.name()
            ));
        }
        let before = std::mem::replace(&mut self.before_file, ",\n".to_owned());
        self.before_rule = "\n";
        output::print(&format!("{before}{},\"rules\":[", open(&file_json(file))?))
    }

    /// Writes a rule, and with --details what is wrong.
    pub fn rule(&mut self, rule: &Rule, judged: &Judged) -> Result<()> {
        if self.args.json {
            let before = std::mem::replace(&mut self.before_rule, ",\n");
            return output::print(&format!("{before}{}", escape::json(&rule_json(self.args, rule, judged))?));
        }
        let mut text = format!("{:>6}  {}\n", rule.line, verdict(self.args, judged));
        if let (true, Some(example)) = (self.args.details, judged.verdict.example()) {
            text += &details(example);
        }
        output::print(&text)
    }

    pub fn end_file(&self) -> Result<()> {
        if self.args.json { output::print("]}") } else { Ok(()) }
    }

    /// Writes the summary.
    pub fn end(&self, report: &Report) -> Result<()> {
        if !self.args.json {
            return output::print(&report.summary());
        }
        let fields = escape::json(&summary(report.counts()))?;
        output::print(&format!("\n],{}\n", fields.trim_start_matches('{')))
    }
}

/// Returns an object without its end.
fn open(value: &Value) -> Result<String> {
    let mut text = escape::json(value)?;
    text.pop();
    Ok(text)
}

#[cfg(test)]
mod tests {
    use arcadian_peephole::rules::Term;

    use super::*;

    #[test]
    fn everything_is_in_the_address() {
        let instance = Instance {
            old: "\tld a,N1+1\n".to_owned(),
            new: "\tor a\n".to_owned(),
            dead: vec!["A".to_owned(), "F.CY".to_owned()],
            requires: vec![
                Assume::Differ(Term::name("N1"), Term::Number(5)),
                Assume::Differ(Term::name("N2"), Term::Number(5)),
                Assume::Between { low: -128, value: Term::name("N1"), high: 127 },
            ],
            ..Instance::default()
        };
        let expected = "arcadian.html#compare?cpu=Z80&old=%09ld%20a%2CN1%2B1%0A&new=%09or%20a%0A&dead=A&dead=CY\
                        &requires=N1%20%21%3D%205";
        assert_eq!(link("arcadian.html", Processor::Z80, &instance), expected);
    }
}
