//! Disassembly.

use anyhow::{Result, bail};
use arcadian_debugger::{Spot, debuggee::Row, text};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    memory,
    session::{Client, Session},
    target::Target,
    value,
};

/// As many instructions as there are addresses.
const MOST: usize = 1 << 16;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Disassemble {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    instruction_offset: i64,
    instruction_count: usize,
    #[serde(default)]
    resolve_symbols: bool,
}

/// Exactly so many instructions; where memory ends they are invalid ones.
pub fn disassemble(session: &mut Session, given: &Disassemble) -> Result<Value> {
    let client = session.client();
    let target = session.target()?;
    if target.is_basic() {
        bail!("a BASIC program has no instructions");
    }
    if given.instruction_count > MOST {
        bail!("there are at most {MOST} instructions");
    }
    let first = memory::address(target, &given.memory_reference, given.offset)?;
    let Ok(here) = u16::try_from(first) else { bail!("there is no memory at {first:#X}") };
    let rows = rows(target, here, given);
    let mut instructions = Vec::with_capacity(rows.len());
    let mut last = None;
    for (row, beyond) in rows.iter().zip(beyond(&rows)) {
        let mut instruction = match row {
            Some(row) => instruction(row, given.resolve_symbols),
            None => json!({"address": beyond, "instruction": "", "presentationHint": "invalid"}),
        };
        if let Some(row) = row {
            add_line(&mut instruction, &mut last, target, row, client);
        }
        instructions.push(instruction);
    }
    Ok(json!({"instructions": instructions}))
}

/// The rows from `instruction_offset` on, counted from the one at `here`; none where no memory is.
fn rows(target: &Target, here: u16, given: &Disassemble) -> Vec<Option<Row>> {
    let most = MOST as i64;
    let from = given.instruction_offset.clamp(-most, most);
    let to = from + given.instruction_count as i64;
    let before = usize::try_from(-from).unwrap_or(0);
    let behind = usize::try_from(to).unwrap_or(0);
    let rows = target.program().code(Spot(here.into()), before, behind);
    let zero = rows.iter().position(|row| row.spot.0 == u32::from(here)).unwrap_or(0) as i64;
    let row = |n: i64| usize::try_from(zero + n).ok().and_then(|index| rows.get(index).cloned());
    (from..to).map(row).collect()
}

/// The addresses that instructions without memory have: before 0, and behind FFFF.
fn beyond(rows: &[Option<Row>]) -> Vec<String> {
    let first = rows.iter().position(Option::is_some).unwrap_or(0) as i64;
    (0..rows.len() as i64)
        .map(|n| if n < first { (n - first).to_string() } else { value::reference(0x1_0000 + n) })
        .collect()
}

fn instruction(row: &Row, with_symbol: bool) -> Value {
    let comment = if row.comment.is_empty() { String::new() } else { format!("  ; {}", row.comment) };
    let mut body = json!({
        "address": value::reference(row.spot.0.into()),
        "instructionBytes": text::hex(&row.bytes),
        "instruction": format!("{}{comment}", row.text),
    });
    if let Some(label) = row.labels.first().filter(|_| with_symbol) {
        body["symbol"] = label.as_str().into();
    }
    body
}

/// The line of the source, and the source itself where it is another than before.
fn add_line(body: &mut Value, last: &mut Option<String>, target: &mut Target, row: &Row, client: Client) {
    let Some(line) = target.program().source(row.spot) else { return };
    let Target { sources, console, .. } = target;
    let Some(place) = sources.locate(console.program(), row.spot, client) else { return };
    (body["line"], body["column"]) = (place.line.into(), place.column.into());
    if last.as_ref() != Some(&line.file) {
        body["location"] = place.source;
        *last = Some(line.file);
    }
}
