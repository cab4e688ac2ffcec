//! The byte counts of a listing as a table and as JSON.

use std::fmt::Write;

use arcadian_basic::listing::{
    Finding, Repair,
    account::{Account, LineAccount},
};
use serde_json::{Value, json};

/// Returns the JSON object of `sz --json`.
pub fn json(account: &Account) -> Value {
    json!({
        "dialect": account.dialect.to_string(),
        "empty": account.empty,
        "ok": account.ok(),
        "lines": account.lines.iter().map(line_report).collect::<Vec<_>>(),
        "findings": account.findings.iter().map(finding_report).collect::<Vec<_>>(),
    })
}

fn finding_report(finding: &Finding) -> Value {
    json!({
        "line": finding.line,
        "column": finding.column,
        "kind": finding.kind.name(),
        "text": finding.text,
        "why": finding.why,
    })
}

fn line_report(line: &LineAccount) -> Value {
    let doubt = line.syntax_error.as_ref().map(|doubt| {
        json!({ "column": doubt.column, "why": doubt.why, "repairs": repairs_report(&doubt.repairs) })
    });
    json!({
        "line": line.number,
        "bytes": line.bytes,
        "sz": line.sz,
        "printed": line.printed,
        "ok": line.ok,
        "repairs": repairs_report(&line.repairs),
        "doubt": doubt,
    })
}

fn repairs_report(repairs: &[Repair]) -> Value {
    let report =
        |repair: &Repair| json!({ "text": repair.text, "why": repair.why, "canonical": repair.canonical });
    repairs.iter().map(report).collect()
}

/// Returns a table of the lines with repairs for wrong lines, and a summary.
pub fn table(account: &Account) -> String {
    let numbered = account.lines.iter().any(|line| line.expected.is_some());
    let mut out = format!(" line  bytes     SZ{}\n", if numbered { "  printed" } else { "" });
    let mut left = &account.findings[..];
    for line in &account.lines {
        let count = left.iter().take_while(|finding| finding.line == line.number).count();
        let (findings, rest) = left.split_at(count);
        left = rest;
        let printed = line.printed.map(|printed| printed.to_string()).unwrap_or_default();
        let row = format!("{:5}  {:5}  {:5}  {printed:>7}", line.number, line.bytes, line.sz);
        let _ = writeln!(out, "{}{}", row.trim_end(), note(line, findings));
        out += &details(line, findings);
    }
    out + &summary(account, numbered)
}

/// Returns a short note on a line that is wrong.
fn note(line: &LineAccount, findings: &[Finding]) -> String {
    let missing = line.missing();
    let range = if line.from == line.number {
        String::new()
    } else {
        format!(" in lines {} to {}", line.from, line.number)
    };
    match line.expected {
        Some(_) if !line.is_correct && missing == 0 => "   <- the number is damaged".to_owned(),
        Some(_) if !line.is_correct && missing > 0 => format!("   <- {} missing{range}", bytes(missing)),
        Some(_) if !line.is_correct => format!("   <- {} too many{range}", bytes(-missing)),
        _ if line.sz < 0 => "   <- SORRY: no room".to_owned(),
        None if line.syntax_error.is_some() => "   <- BASIC says WHAT?".to_owned(),
        _ if line.syntax_error.is_some() => "   <- counts right, but BASIC says WHAT?".to_owned(),
        None if !findings.is_empty() => "   <- look".to_owned(),
        _ if !findings.is_empty() => "   <- counts right, but look".to_owned(),
        _ => String::new(),
    }
}

fn bytes(count: i32) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// Returns the faults of a line, and repairs, best first.
fn details(line: &LineAccount, findings: &[Finding]) -> String {
    let mut out: String = findings.iter().map(underlined).collect();
    if let Some(doubt) = &line.syntax_error {
        out += &numbered_repairs(&doubt.repairs);
    } else if !line.is_correct {
        if line.repairs.is_empty() {
            out += "       no small change brings the count right; look for text lost or added, at wraps first\n";
        }
        out += &numbered_repairs(&line.repairs);
        if line.missing() > 0 && !line.repairs.is_empty() {
            out += "       Or a letter or digit was lost: compare the page.\n";
        }
    }
    out
}

/// Returns a fault with its line, in which its place is underlined.
fn underlined(finding: &Finding) -> String {
    let (gap, mark) = (" ".repeat(finding.column - 1), "^".repeat(finding.width));
    format!(
        "       column {}: {}\n          {}\n          {gap}{mark}\n",
        finding.column, finding.why, finding.text
    )
}

fn numbered_repairs(repairs: &[Repair]) -> String {
    let row = |(i, repair): (usize, &Repair)| {
        format!("       {}. {}:\n          {}\n", i + 1, repair.why, repair.text)
    };
    repairs.iter().enumerate().map(row).collect()
}

fn summary(account: &Account, numbered: bool) -> String {
    let lines = account.lines.len();
    let left = account.empty as i64 - account.bytes() as i64;
    let counted = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    let total = bytes(account.bytes() as i32);
    let mut out = format!("\n{counted}, {total}; {left} of {} are left.", account.empty);
    let wrong: Vec<_> =
        account.lines.iter().filter(|line| !line.is_correct).map(|line| line.number.to_string()).collect();
    if left < 0 {
        out += " The program does not fit.";
    }
    let faults = faults(account);
    match wrong.len() {
        0 if numbered && !faults.is_empty() => {
            return out + " Every printed number holds, but " + &faults + "\n";
        }
        0 if numbered => out += " Every printed number holds.",
        0 => {}
        1 => out += &format!(" Line {} differs from print.", wrong[0]),
        _ if wrong.len() * 2 > lines && lines > 9 => {
            out += &format!(
                " {} lines differ from print: is a convention of the typewriter missing in the header?",
                wrong.len()
            );
        }
        _ => out += &format!(" {} lines differ from print: {}.", wrong.len(), wrong.join(", ")),
    }
    let (first, rest) = faults.split_at(faults.len().min(1));
    let faults = if faults.is_empty() { faults } else { format!(" {}{rest}", first.to_uppercase()) };
    out + &faults + "\n"
}

/// Returns a sentence without its capital on the lines with faults other than their counts; nothing if there are none.
fn faults(account: &Account) -> String {
    let mut lines: Vec<_> = account.findings.iter().map(|finding| finding.line.to_string()).collect();
    lines.dedup();
    match &lines[..] {
        [] => String::new(),
        [line] => format!("line {line} has a fault."),
        lines => format!("{} lines have faults: {}.", lines.len(), lines.join(", ")),
    }
}
