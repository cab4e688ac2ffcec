//! Reports of rules: as text, as a table while they are judged, as JSON and as a page with links to the view Compare.

use std::fmt::Write;

use anyhow::Result;
use arcadian_compare::{conditions, words};
use arcadian_files::escape;
use arcadian_isa::Processor;
use arcadian_peephole::rules::{
    Assume, Counts, Example, FileReport, Instance, Judgement, Rule, RuleReport, RuleVerdict,
};

use super::{NamedFile, RulesArgs};
use crate::files::output;

pub struct Report<'a> {
    pub args: &'a RulesArgs,
    pub files: &'a [NamedFile],
    /// For each file its rules.
    pub judged: &'a [Vec<Judgement>],
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
fn code(instance: &Instance) -> String {
    let part = |code: &str| code.replace('\t', "    ");
    format!("{}---\n{}", part(&instance.old), part(&instance.new))
}

impl Report<'_> {
    /// Returns whether no rule was judged: there is none, or none can match.
    pub fn is_empty(&self) -> bool {
        let is_judged = |judged: &Judgement| !matches!(judged.verdict, RuleVerdict::NeverMatches(_));
        !self.judged.iter().flatten().any(is_judged)
    }

    /// Returns the numbers for all files.
    pub fn counts(&self) -> Counts {
        let unreadable = self.files.iter().map(|file| file.file.errors.len()).sum();
        Counts::of(self.judged.iter().flatten(), unreadable)
    }

    /// Returns each judged rule with its file.
    pub fn rules(&self) -> impl Iterator<Item = (&NamedFile, &Rule, &Judgement)> {
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

/// Returns the address of the view Compare with an instance, on the page with this address.
fn link(page: &str, processor: Processor, instance: &Instance) -> String {
    let mut link = format!("{page}#compare?cpu={}", escape::percent(processor.to_string().bytes(), &[]));
    let mut add = |name: &str, value: &str| {
        let _ = write!(link, "&{name}={}", escape::percent(value.bytes(), &[]));
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
            let _ =
                writeln!(text, "{end}<h2>{}</h2>\n<table>\n<tr><th>Line<th>Verdict", escape::markup(name));
        }
        let verdict = escape::markup(&escape::line(&judged.text(report.args.cpu)));
        let _ = write!(text, "<tr id=\"{0}\"><td>{0}<td>{verdict}", rule.line);
        if let Some(example) = judged.verdict.example() {
            let _ = write!(
                text,
                "<details><summary>instance</summary><pre>{}</pre><pre>{}</pre><a href=\"{}\">Compare step by step</a></details>",
                escape::markup(&code(&example.instance)),
                escape::markup(words::example(&example.counterexample).trim()),
                escape::markup(&link(&report.args.page, report.args.cpu, &example.instance))
            );
        }
        text.push('\n');
    }
    text + if name.is_empty() { "" } else { "</table>\n" }
}

/// The verdicts about the rules of all files, which are written while rules are judged.
pub struct Table<'a> {
    args: &'a RulesArgs,
    /// The text before the next file of the JSON object, and before the next rule.
    before_file: String,
    before_rule: &'static str,
}

impl<'a> Table<'a> {
    pub fn new(args: &'a RulesArgs) -> Self {
        let before_file = format!("{{\"processor\":\"{}\",\"files\":[\n", args.cpu);
        Table { args, before_file, before_rule: "" }
    }

    pub fn begin_file(&mut self, file: &NamedFile, count: usize) -> Result<()> {
        if !self.args.json {
            return output::print(&format!(
                "{}: {} in the format {}\n",
                file.name,
                arcadian_files::count(count, "rule"),
                file.format.name()
            ));
        }
        let before = std::mem::replace(&mut self.before_file, ",\n".to_owned());
        self.before_rule = "\n";
        let head = escape::json(&FileReport::new(&file.name, file.format.name(), &file.file))?;
        output::print(&format!("{before}{},\"rules\":[", head.trim_end_matches('}')))
    }

    /// Writes a rule, and with --details what is wrong.
    pub fn rule(&mut self, rule: &Rule, judged: &Judgement) -> Result<()> {
        if self.args.json {
            let before = std::mem::replace(&mut self.before_rule, ",\n");
            let mut report = RuleReport::new(self.args.cpu, rule, judged);
            report.text = escape::line(&report.text).into_owned();
            return output::print(&format!("{before}{}", escape::json(&report)?));
        }
        let mut text = format!("{:>6}  {}\n", rule.line, escape::line(&judged.text(self.args.cpu)));
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
        let fields = escape::json(&report.counts())?;
        output::print(&format!("\n],{}\n", fields.trim_start_matches('{')))
    }
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
