//! The byte counts of a listing as a table and as JSON, and its repair.

pub mod mending;
pub mod walk;

use std::fmt::Write;

use arcadian_basic::listing::{
    Fault, Finding, Repair,
    account::{Account, LineAccount},
    doubts::{Doubt, Place, choice, doubts},
};
use serde_json::{Value, json};

/// Returns the JSON object of `sz --json`.
pub fn json(account: &Account) -> Value {
    let doubts = doubts(account);
    let lines = doubts.iter().filter_map(|doubt| Some(line_report(doubt.line?, doubt)));
    let faults = doubts.iter().flat_map(|doubt| doubt.faults.iter().map(|fault| fault_report(fault, doubt)));
    let findings =
        doubts.iter().flat_map(|doubt| doubt.findings.iter().map(|found| finding_report(found, doubt)));
    json!({
        "dialect": account.dialect.to_string(),
        "empty": account.empty,
        "ok": account.ok(),
        "lines": lines.collect::<Vec<_>>(),
        "findings": findings.collect::<Vec<_>>(),
        "faults": faults.collect::<Vec<_>>(),
    })
}

fn fault_report(fault: &Fault, doubt: &Doubt<'_>) -> Value {
    json!({
        "line": fault.line,
        "row": fault.row,
        "kind": fault.kind.name(),
        "text": fault.text,
        "why": fault.why,
        "repairs": repairs_report(&fault.repairs, doubt),
    })
}

fn finding_report(finding: &Finding, doubt: &Doubt<'_>) -> Value {
    json!({
        "line": finding.line,
        "column": finding.column,
        "kind": finding.kind.name(),
        "text": finding.text,
        "why": finding.why,
        "repairs": repairs_report(&finding.repairs, doubt),
    })
}

fn line_report(line: &LineAccount, place: &Doubt<'_>) -> Value {
    let doubt = line.syntax_error.as_ref().map(|doubt| {
        json!({ "column": doubt.column, "why": doubt.why, "repairs": repairs_report(&doubt.repairs, place) })
    });
    let lost = line.lost.map(|lost| json!({ "bytes": lost.bytes, "first": lost.first, "last": lost.last }));
    json!({
        "line": line.number,
        "row": line.row,
        "bytes": line.bytes,
        "sz": line.sz,
        "printed": line.printed,
        "ok": line.ok,
        "repairs": repairs_report(&line.repairs, place),
        "may_end_in_blanks": line.has_hidden_end,
        "lost": lost,
        "doubt": doubt,
    })
}

/// Returns repairs with the words that choose them.
fn repairs_report(repairs: &[Repair], doubt: &Doubt<'_>) -> Value {
    let all = doubt.repairs();
    let first = repairs.first().and_then(|first| all.iter().position(|repair| std::ptr::eq(*repair, first)));
    let report = |(at, repair): (usize, &Repair)| {
        json!({
            "text": repair.text,
            "why": repair.why,
            "canonical": repair.canonical,
            "choice": choice(doubt.place, first.unwrap_or_default() + at + 1),
        })
    };
    repairs.iter().enumerate().map(report).collect()
}

/// Returns a table of the lines with repairs for wrong lines, and a summary.
pub fn table(account: &Account) -> String {
    let numbered = is_numbered(account);
    let mut out = format!(" line  bytes     SZ{}\n", if numbered { "  printed" } else { "" });
    for doubt in doubts(account) {
        match doubt.line {
            Some(line) => {
                let printed = line.printed.map(|printed| printed.to_string()).unwrap_or_default();
                let row = format!("{:5}  {:5}  {:5}  {printed:>7}", line.number, line.bytes, line.sz);
                let _ = writeln!(out, "{}{}", row.trim_end(), note(line, &doubt));
            }
            None => out += &format!("{:<27}   <- look\n", doubt.place.to_string()),
        }
        out += &details(&doubt);
    }
    out + "\n" + &summary(account)
}

/// Returns whether there is a printed number to compare with.
pub fn is_numbered(account: &Account) -> bool {
    account.lines.iter().any(|line| line.expected.is_some())
}

/// Returns a short note on a line that is wrong.
fn note(line: &LineAccount, doubt: &Doubt<'_>) -> String {
    let missing = line.missing();
    let range = if line.from == line.number {
        String::new()
    } else {
        format!(" in lines {} to {}", line.from, line.number)
    };
    match line.expected {
        Some(_) if line.impossible.is_some() => "   <- not a value of SZ here".to_owned(),
        Some(_) if !line.is_correct && missing == 0 => "   <- the number is damaged".to_owned(),
        Some(_) if !line.is_correct && missing > 0 => format!("   <- {} missing{range}", bytes(missing)),
        Some(_) if !line.is_correct => format!("   <- {} too many{range}", bytes(-missing)),
        _ if line.sz < 0 => "   <- SORRY: no room".to_owned(),
        None if line.syntax_error.is_some() => "   <- BASIC says WHAT?".to_owned(),
        _ if line.syntax_error.is_some() => "   <- counts right, but BASIC says WHAT?".to_owned(),
        None if doubt.is_doubtful() => "   <- look".to_owned(),
        _ if doubt.is_doubtful() => "   <- counts right, but look".to_owned(),
        _ => String::new(),
    }
}

fn bytes(number: i32) -> String {
    arcadian_files::count(number, "byte")
}

/// Returns the faults of a line or row, and repairs, best first.
fn details(doubt: &Doubt<'_>) -> String {
    let mut out: String = doubt.faults.iter().map(|fault| of_row(fault)).collect();
    out.extend(doubt.findings.iter().map(underlined));
    let repairs = doubt.repairs();
    out += &numbered_repairs(&repairs);
    match doubt.line {
        Some(line) if !line.is_correct => out + &what_else(line, !repairs.is_empty()),
        _ => out,
    }
}

/// Returns possible faults of the size of a line that are not among its repairs.
fn what_else(line: &LineAccount, has_repairs: bool) -> String {
    let mut out = String::new();
    if line.impossible.is_some() {
        return out;
    }
    if let Some(lost) = line.lost {
        let number = if lost.first == lost.last {
            format!("line {}", lost.first)
        } else {
            format!("numbered {} to {}", lost.first, lost.last)
        };
        let or = if has_repairs { "Or a" } else { "A" };
        let _ = writeln!(
            out,
            "       {or} line of {} is lost before this one: {number}.",
            bytes(lost.bytes as i32)
        );
    } else if !has_repairs && !line.has_hidden_end {
        out += "       no small change brings the count right; look for text lost or added, at wraps first\n";
    }
    if line.has_hidden_end {
        let or = if has_repairs || line.lost.is_some() { "Or blanks" } else { "Blanks" };
        let _ = writeln!(
            out,
            "       {or} at its end were lost: only with a header line such as `#! _: blank` can the file show them."
        );
    }
    if line.missing() > 0 && (has_repairs || line.lost.is_some() || line.has_hidden_end) {
        out += "       Or a letter or digit was lost: compare the page.\n";
    }
    out
}

fn of_row(fault: &Fault) -> String {
    format!("       row {}: {}\n          {}\n", fault.row, fault.why, fault.text)
}

/// Returns a fault with its line, in which its place is underlined.
fn underlined(finding: &Finding) -> String {
    let (gap, mark) = (" ".repeat(finding.column - 1), "^".repeat(finding.width));
    format!(
        "       column {}: {}\n          {}\n          {gap}{mark}\n",
        finding.column, finding.why, finding.text
    )
}

/// The most repairs of a line that the table shows.
const SHOWN: usize = 5;

fn numbered_repairs(repairs: &[&Repair]) -> String {
    let mut out = String::new();
    for (i, repair) in repairs.iter().enumerate().take(SHOWN) {
        let _ = writeln!(out, "       {}. {}:", i + 1, repair.why);
        if repair.text.is_empty() {
            out += "          (the row is removed)\n";
        }
        repair.text.lines().for_each(|row| out += &format!("          {row}\n"));
    }
    match repairs.len().saturating_sub(SHOWN) {
        0 => out,
        more => out + &format!("       and {more} more, which --json lists\n"),
    }
}

/// Returns the sentences below the table.
pub fn summary(account: &Account) -> String {
    let numbered = is_numbered(account);
    let lines = account.lines.len();
    let left = account.empty as i64 - account.bytes() as i64;
    let counted = arcadian_files::count(lines, "line");
    let total = bytes(account.bytes() as i32);
    let mut out = format!("{counted}, {total}; {left} of {} are left.", account.empty);
    let wrong: Vec<_> =
        account.lines.iter().filter(|line| !line.is_correct).map(|line| Place::Line(line.number)).collect();
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
        1 => out += &format!(" Line {} differs from print.", names(&wrong)),
        _ if wrong.len() * 2 > lines && lines > 9 => {
            out += &format!(
                " {} lines differ from print: is a convention of the typewriter missing in the header?",
                wrong.len()
            );
        }
        _ => out += &format!(" {} lines differ from print: {}.", wrong.len(), names(&wrong)),
    }
    let (first, rest) = faults.split_at(faults.len().min(1));
    let faults = if faults.is_empty() { faults } else { format!(" {}{rest}", first.to_uppercase()) };
    out + &faults + "\n"
}

/// Returns a sentence without its capital on the lines and rows with faults other than their counts; nothing if there are none.
fn faults(account: &Account) -> String {
    let has_fault = |doubt: &Doubt<'_>| !doubt.faults.is_empty() || !doubt.findings.is_empty();
    let places: Vec<Place> = doubts(account).into_iter().filter(has_fault).map(|doubt| doubt.place).collect();
    match &places[..] {
        [] => String::new(),
        [place] => format!("{place} has a fault."),
        places => format!("{} have faults: {}.", counted(places), names(places)),
    }
}

/// Returns how many lines there are, or rows that are not lines.
fn counted(places: &[Place]) -> String {
    let is_line = |place: &Place| matches!(place, Place::Line(_));
    let kind = if places.iter().all(is_line) { "lines" } else { "rows" };
    format!("{} {kind}", places.len())
}

/// Returns lines by their numbers, and rows by their names.
fn names(places: &[Place]) -> String {
    let are_lines = places.iter().all(|place| matches!(place, Place::Line(_)));
    let name = |place: &Place| match place {
        Place::Line(number) if are_lines => number.to_string(),
        place => place.to_string(),
    };
    let named = places.iter().take(MOST_NAMED).map(name).collect::<Vec<_>>().join(", ");
    let more = places.len().saturating_sub(MOST_NAMED);
    if more == 0 { named } else { format!("{named} and {more} more") }
}

/// The most lines with faults that a summary names.
const MOST_NAMED: usize = 5;
