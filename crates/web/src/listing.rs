//! The module of the web page that checks printed listings.
//!
//! ```
//! use arcadian_web::Module;
//! use arcadian_web::listing::Listing;
//!
//! let question = br#"{"do": "listing", "name": "x.lst", "text": "(1799) 10 PRINT 1\n"}"#;
//! let answer = String::from_utf8(Listing.handle(question))?;
//! assert!(answer.contains(r#""sz":1799"#), "{answer}");
//! # Ok::<(), std::string::FromUtf8Error>(())
//! ```

use std::{ops::Range, path::Path};

use arcadian_basic::{
    listing::{self, Entry, Finding, account},
    width_before,
};
use arcadian_files::program;
use arcadian_play::sz;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{Handler, Module, Reply, input::Sources, module::column, refuse};

/// The module. It keeps nothing between requests.
#[derive(Default)]
pub struct Listing;

impl Module for Listing {
    const REQUESTS: &'static [Handler<Self>] = &[("listing", |_, request| {
        let Source { name, text } = request.read()?;
        report(&name, &text)
    })];
}

#[derive(Deserialize)]
struct Source {
    name: String,
    text: String,
}

/// The most lines. A machine full of the shortest lines has 601; repairs of many more would take minutes.
const MOST_LINES: usize = 1000;

/// Returns the account as `arcadian sz --json` does, with the UTF-16 offsets of each line and of the line that a repair replaces.
pub(crate) fn report(name: &str, text: &str) -> Reply {
    let reading = program::Reading { as_printed: true, ..Default::default() };
    let read = program::read(&Sources::one(name, text), Path::new(name), &reading)?;
    if read.listing.entries.len() > MOST_LINES {
        let lines = read.listing.entries.len();
        return Err(refuse(format!(
            "{name} has {lines} lines; at most {MOST_LINES} are checked here: the machine holds 601"
        )));
    }
    let account = account::account(&read.listing);
    let places = places(&read.listing, &read.text);
    let mut report = sz::json(&account);
    for (value, line) in report["lines"].as_array_mut().into_iter().flatten().zip(&account.lines) {
        if let Value::Object(value) = value {
            add_place(value, &places, line.number);
        }
        for repairs in ["/repairs", "/doubt/repairs"] {
            value.pointer_mut(repairs).into_iter().for_each(|repairs| add_repair_places(repairs, &places));
        }
    }
    for (value, finding) in report["findings"].as_array_mut().into_iter().flatten().zip(&account.findings) {
        let entry = read.listing.entries.iter().find(|entry| entry.line.number == finding.line);
        if let (Value::Object(value), Some(entry)) = (value, entry) {
            let place = wrong(&read.listing, entry, finding);
            value.insert("from".to_owned(), column(&read.text, place.start).into());
            value.insert("to".to_owned(), column(&read.text, place.end).into());
            value.get_mut("repairs").into_iter().for_each(|repairs| add_repair_places(repairs, &places));
        }
    }
    Ok(json!({ "report": report }))
}

/// Returns the bytes of the file that a finding is about.
fn wrong(listing: &listing::Listing, entry: &Entry, finding: &Finding) -> Range<usize> {
    let text = &entry.line.text;
    let number = entry.line.number.to_string().len() + 1;
    let start = finding.column.saturating_sub(number + 1);
    let at = |column: usize| (0..text.len()).find(|at| width_before(text, *at) >= column);
    let origins = listing.origins(entry);
    let of = |column| at(column).and_then(|at| origins.get(at)).copied().unwrap_or(entry.span().end);
    of(start)..of(start + finding.width)
}

/// The beginning and end of each line.
type Places = Vec<(u16, usize, usize)>;

fn places(listing: &listing::Listing, text: &str) -> Places {
    let place = |span: Range<usize>| (column(text, span.start), column(text, span.end));
    let entries = listing.entries.iter().map(|entry| (entry.line.number, place(entry.span())));
    entries.map(|(number, (from, to))| (number, from, to)).collect()
}

fn add_place(value: &mut Map<String, Value>, places: &Places, number: u16) {
    if let Some((_, from, to)) = places.iter().find(|(other, _, _)| *other == number) {
        value.insert("from".to_owned(), (*from).into());
        value.insert("to".to_owned(), (*to).into());
    }
}

/// A repair replaces the line whose number it begins with, which can be an earlier line.
fn add_repair_places(repairs: &mut Value, places: &Places) {
    for repair in repairs.as_array_mut().into_iter().flatten() {
        let canonical = repair["canonical"].as_str().unwrap_or_default();
        let digits: String = canonical.chars().take_while(char::is_ascii_digit).collect();
        if let (Ok(number), Value::Object(repair)) = (digits.parse(), repair) {
            add_place(repair, places, number);
        }
    }
}
