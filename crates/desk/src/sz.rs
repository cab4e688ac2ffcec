//! The byte counts of a listing as a table and as JSON.

use std::fmt::Write;

use arcadian_basic::listing::{
    Repair,
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
    for line in &account.lines {
        let printed = line.printed.map(|printed| printed.to_string()).unwrap_or_default();
        let row = format!("{:5}  {:5}  {:5}  {printed:>7}", line.number, line.bytes, line.sz);
        let _ = writeln!(out, "{}{}", row.trim_end(), note(line));
        out += &details(line);
    }
    out + &summary(account, numbered)
}

/// Returns a short note on a line that is wrong.
fn note(line: &LineAccount) -> String {
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
        _ => String::new(),
    }
}

fn bytes(count: i32) -> String {
    if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") }
}

/// Returns the repairs of a line, best first.
fn details(line: &LineAccount) -> String {
    let mut out = String::new();
    if let Some(doubt) = &line.syntax_error {
        let _ = writeln!(out, "       column {}: {}", doubt.column, doubt.why);
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
    match wrong.len() {
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
    out + "\n"
}
