//! The report as one page, which needs no other file: what was judged, what the verdicts mean, and each rule with its verdict. Boxes hide
//! the rules of a verdict; they work without a script.

use std::fmt::Write;

use arcadian_files::{
    count,
    escape::{line, markup},
};

use super::{FileEntry, Report, RuleEntry, VERDICTS, VerdictName};

/// What a report does not know about itself.
#[derive(Clone, Copy, Debug)]
pub struct Provenance<'a> {
    /// The date of the report.
    pub date: &'a str,
    /// The command that wrote it.
    pub command: &'a str,
    /// The address of arcadian's page, whose view Compare shows counterexamples, if the page is there.
    pub page: Option<&'a str>,
}

const STYLE: &str = "\
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; --bad: #b3261e; --maybe: #8a5a00; --good: #1b6e3c; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --maybe: #ffcc66; --good: #7fd6a0; } }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #8886; }
dt { font-weight: 600; } dd { margin: 0 0 .4rem; overflow-wrap: anywhere; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
pre { margin: .3rem 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
label { margin-right: 1rem; white-space: nowrap; }
td:nth-child(1) { white-space: nowrap; } td:nth-child(2) { width: 36%; } .id { color: GrayText; font-size: .85em; }
.refuted b, .unreadable b { color: var(--bad); } .proven b { color: var(--good); }
.if_dead b, .says_nothing b, .shadowed b, .undecided b, .never_matches b { color: var(--maybe); }
@media (max-width: 40rem) { table, tbody, tr, td { display: block; } th { display: none; } td { padding: .1rem 0; border: 0; }
  tr + tr { padding: .6rem 0; border-bottom: 1px solid #8886; } td:nth-child(1)::before { content: \"Line \"; } td:nth-child(2) { width: auto; } }
";

impl Report {
    /// Returns the page.
    pub fn page(&self, provenance: &Provenance) -> String {
        let found = self.counts().by_verdict();
        let found: Vec<_> = VERDICTS
            .iter()
            .filter_map(|(verdict, word, words, meaning)| {
                let (_, count) = found.iter().find(|(other, _)| other == verdict)?;
                (*count > 0).then_some((word, words, meaning, *count))
            })
            .collect();
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>\n{STYLE}",
            markup(&self.title())
        );
        for (word, ..) in &found {
            let _ = writeln!(text, "#show-{word}:not(:checked) ~ section .{word} {{ display: none; }}");
        }
        let _ =
            writeln!(text, "</style>\n<h1>{}</h1>\n<p>{}</p>", markup(&self.title()), markup(&self.result()));
        text += &self.facts(provenance);
        text += "<h2>Verdicts</h2>\n<dl>\n";
        for (word, words, meaning, count) in &found {
            let _ = writeln!(text, "<div class=\"{word}\"><dt><b>{words}</b>: {count}<dd>{meaning}</div>");
        }
        text += "</dl>\n<h2>Rules</h2>\n";
        for (word, words, _, count) in &found {
            let _ = writeln!(
                text,
                "<input type=\"checkbox\" id=\"show-{word}\" checked><label for=\"show-{word}\">{words} ({count})</label>"
            );
        }
        for (number, file) in self.head.files.iter().enumerate() {
            text += &self.section(number, file, provenance.page);
        }
        text
    }

    fn title(&self) -> String {
        match &self.head.files[..] {
            [file] => format!("Peephole rules of {}", line(&file.name)),
            files => format!("Peephole rules of {}", count(files.len(), "file")),
        }
    }

    /// Returns the numbers, and whether they are all.
    fn result(&self) -> String {
        let selected: usize = self.head.files.iter().map(|file| file.selected + file.errors.len()).sum();
        match &self.head.part {
            _ if self.is_interrupted => {
                format!(
                    "{}. The run was interrupted after {} of {selected} rules.",
                    self.counts(),
                    self.rules.len()
                )
            }
            Some(part) => format!("{}. This is part {} of a run.", self.counts(), part.shard),
            None => format!("{}.", self.counts()),
        }
    }

    fn facts(&self, provenance: &Provenance) -> String {
        let limits = self.head.limits;
        let limits = format!(
            "{} seconds for a rule, {} of a rule",
            limits.seconds,
            count(limits.instances, "instance")
        );
        let version = format!("arcadian {}", self.head.arcadian);
        let mut text = "<dl class=\"facts\">\n".to_owned();
        for (name, value) in [
            ("Processor", self.head.cpu.as_str()),
            ("Program", &version),
            ("Date", provenance.date),
            ("Command", provenance.command),
            ("Limits", &limits),
        ] {
            let _ = writeln!(text, "<dt>{name}<dd>{}", markup(&line(value)));
        }
        text += "</dl>\n";
        if !self.changes.is_empty() {
            text += "<p>The list of known findings does not agree:</p>\n<ul>\n";
            self.changes
                .iter()
                .for_each(|change| text += &format!("<li>{}\n", markup(&line(&change.to_string()))));
            text += "</ul>\n";
        }
        text
    }

    fn section(&self, number: usize, file: &FileEntry, page: Option<&str>) -> String {
        let guessed = if file.guessed { ", guessed from its text" } else { "" };
        let mut text = format!(
            "<section>\n<h3>{}</h3>\n<p>{} in the format {}{guessed}. Digest of the text: {}.</p>\n\
             <table>\n<tr><th>Line<th>Rule<th>Verdict\n",
            markup(&line(&file.name)),
            count(file.selected, "rule"),
            markup(&file.format),
            markup(&file.digest)
        );
        self.of_file(number).for_each(|rule| text += &row(number, rule, page));
        text + "</table>\n</section>\n"
    }
}

fn row(file: usize, rule: &RuleEntry, page: Option<&str>) -> String {
    let title =
        if rule.name.is_empty() { String::new() } else { format!("{}<br>", markup(&line(&rule.name))) };
    let known = if rule.known { " <i>known</i>" } else { "" };
    let shown = |text: &str| markup(&arcadian_files::escape::text(text));
    // The first word of the verdict, or of a verdict of more words all up to the reason.
    let end = match rule.verdict {
        VerdictName::SaysNothing => rule.text.find(" if ").or(rule.text.find(':')),
        VerdictName::NeverMatches | VerdictName::Undecided | VerdictName::Unreadable => rule.text.find(':'),
        _ => rule.text.find([' ', ':']),
    };
    let (word, reason) = rule.text.split_at(end.unwrap_or(rule.text.len()));
    let mut text = format!(
        "<tr class=\"{}\" id=\"{file}-{}\"><td>{}<td>{title}<pre>{}</pre><span class=\"id\">{}</span><td><b>{}</b>{}{known}",
        rule.verdict.word(),
        rule.line,
        rule.line,
        shown(&rule.source),
        markup(&rule.id),
        markup(word),
        markup(reason),
    );
    if let Some(example) = &rule.example {
        let _ = write!(text, "\n<pre>{}</pre>\n<pre>{}</pre>", shown(&example.code()), shown(&example.text));
        if let Some(page) = page {
            let address = markup(&format!("{page}{}", example.link));
            let _ = write!(text, "\n<a href=\"{address}\">Compare step by step</a>");
        }
    }
    text.push('\n');
    text
}
