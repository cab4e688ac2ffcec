//! The verdicts as they come: a table, or the rules of the JSON object.

use anyhow::Result;
use arcadian_files::escape;
use arcadian_peephole::rules::Rule;
use serde_json::Value;

use super::{
    NamedFile, RulesArgs, json,
    judge::Judged,
    report::{self, Report},
};
use crate::files::output;

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
        output::print(&format!("{before}{},\"rules\":[", open(&json::file(file))?))
    }

    /// Writes a rule, and with --details what is wrong.
    pub fn rule(&mut self, rule: &Rule, judged: &Judged) -> Result<()> {
        if self.args.json {
            let before = std::mem::replace(&mut self.before_rule, ",\n");
            return output::print(&format!(
                "{before}{}",
                escape::json(&json::rule(self.args, rule, judged))?
            ));
        }
        let mut text = format!("{:>6}  {}\n", rule.line, report::verdict(self.args, judged));
        if let (true, Some(example)) = (self.args.details, judged.verdict.example()) {
            text += &report::details(example);
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
        let fields = escape::json(&json::summary(report.counts()))?;
        output::print(&format!("\n],{}\n", fields.trim_start_matches('{')))
    }
}

/// Returns an object without its end.
fn open(value: &Value) -> Result<String> {
    let mut text = escape::json(value)?;
    text.pop();
    Ok(text)
}
