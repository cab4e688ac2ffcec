//! The report for people.

use std::fmt;

use arcadian_files::{count, escape};

use super::{Counts, FileEntry, Report, RuleEntry};

/// The longest line of a verdict, and where its second line begins.
const WIDTH: usize = 80;
const INDENT: usize = 8;

impl FileEntry {
    /// Returns the line before the rules of a file.
    pub fn line(&self) -> String {
        let guessed = if self.guessed { ", guessed" } else { "" };
        let rules = count(self.selected, "rule");
        format!("{}: {rules} in the format {}{guessed}\n", escape::line(&self.name), self.format)
    }
}

impl RuleEntry {
    /// Returns the lines of a rule, with its example if there is one and it is asked for.
    pub fn lines(&self, has_details: bool) -> String {
        let known = if self.known { " (known)" } else { "" };
        let mut text = wrapped(&format!("{:>6}  {}{known}", self.line, self.text));
        if let (true, Some(example)) = (has_details, &self.example) {
            text.push('\n');
            let lines = example.code();
            let lines = lines.lines().chain([""]).chain(example.text.lines()).chain([""]);
            for line in lines {
                let line = format!("        {}", escape::line(line));
                text += line.trim_end();
                text.push('\n');
            }
        }
        text
    }
}

/// Breaks a line between words.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    // The number of the line and the first word stay together.
    let start = text.len() - text.trim_start().len();
    for (number, word) in text[start..].split(' ').enumerate() {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if number == 0 {
            line.push_str(&text[..start]);
        } else if line.chars().count() + 1 + word.chars().count() > WIDTH && line.trim().contains(' ') {
            lines.push(format!("{:INDENT$}{word}", ""));
            continue;
        } else {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n") + "\n"
}

impl Report {
    /// Returns the lines after the rules: with `has_costs` the rules that make code longer or slower, what is new in comparison with the list
    /// of known findings of this name, and the numbers.
    pub fn summary(&self, has_costs: bool, known: Option<&str>) -> String {
        let mut text = if has_costs { self.costs() } else { String::new() };
        if let Some(known) = known {
            let new: Vec<String> =
                self.rules.iter().filter(|rule| rule.is_wrong()).map(RuleEntry::finding).collect();
            if !new.is_empty() {
                text += &format!("not in {known}:\n{}\n", new.join("\n"));
            }
        }
        self.changes.iter().for_each(|change| text += &format!("{change}\n"));
        let interrupted = if self.is_interrupted { "; interrupted" } else { "" };
        text + &format!("{}{interrupted}\n", self.counts())
    }

    /// Lists the rules that make code longer or slower.
    fn costs(&self) -> String {
        let mut text = "longer or slower code:\n".to_owned();
        for rule in &self.rules {
            for (what, cost) in [("bytes", &rule.longer), ("cycles", &rule.slower)] {
                if let Some(cost) = cost {
                    text += &format!("  {}: {} {what} more, for {}\n", rule.place(), cost.more, cost.code);
                }
            }
        }
        text
    }

    /// Returns the whole report.
    pub fn text(&self, has_details: bool, has_costs: bool, known: Option<&str>) -> String {
        let mut text = String::new();
        for (number, file) in self.head.files.iter().enumerate() {
            text += &file.line();
            self.of_file(number).for_each(|rule| text += &rule.lines(has_details));
        }
        text + &self.summary(has_costs, known)
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = self.by_verdict().into_iter().filter(|(_, count)| *count > 0);
        let parts: Vec<String> = found
            .map(|(verdict, count)| {
                let partly = if verdict == super::VerdictName::Refuted { self.partly } else { 0 };
                let some =
                    if partly > 0 { format!(" ({partly} only for some operands)") } else { String::new() };
                format!("{count} {}{some}", verdict.words())
            })
            .collect();
        let known = if self.known > 0 { format!("; {} known", self.known) } else { String::new() };
        match &parts[..] {
            [] => write!(f, "no rule was judged"),
            parts => write!(f, "{}{known}", parts.join(", ")),
        }
    }
}
