//! The report as a page.

use std::fmt::Write;

use arcadian_compare::words;

use super::{
    link::link,
    report::{self, Report},
};

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
        let verdict = html(&report::verdict(report.args, judged));
        let _ = write!(text, "<tr id=\"{0}\"><td>{0}<td>{verdict}", rule.line);
        if let Some(example) = judged.verdict.example() {
            let _ = write!(
                text,
                "<details><summary>instance</summary><pre>{}</pre><pre>{}</pre><a href=\"{}\">Compare step by step</a></details>",
                html(&report::code(&example.instance)),
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
