//! Disassembly.

use crate::error::{Result, refuse};
use arcadian_debugger::{Location, debuggee::Row, notation::hex_bytes};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{client::Client, memory, state::State, target::Target, value};

/// As many instructions as there are addresses.
const MOST: usize = 1 << 16;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Disassemble {
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
pub(super) fn disassemble(state: &mut State, given: &Disassemble) -> Result<Value> {
    let client = state.client();
    let target = state.target()?;
    if target.is_basic() {
        refuse!("a BASIC program has no instructions");
    }
    if given.instruction_count > MOST {
        refuse!("there are at most {MOST} instructions");
    }
    let first = memory::address(target, &given.memory_reference, given.offset)?;
    let Ok(here) = u16::try_from(first) else { refuse!("there is no memory at {first:#X}") };
    let mut instructions = Vec::with_capacity(given.instruction_count);
    let mut last = None;
    for row in rows(target, here, given) {
        instructions.push(match row {
            Ok(row) => {
                let mut instruction = instruction(&row, given.resolve_symbols);
                add_line(&mut instruction, &mut last, target, &row, client);
                instruction
            }
            Err(beyond) => json!({"address": beyond, "instruction": "", "presentationHint": "invalid"}),
        });
    }
    Ok(json!({"instructions": instructions}))
}

/// The rows from `instruction_offset` on, counted from the one at `here`; where no memory is, an address that there is not.
fn rows(target: &Target, here: u16, given: &Disassemble) -> Vec<Result<Row, String>> {
    let most = MOST as i64;
    let from = given.instruction_offset.clamp(-most, most);
    let to = from + given.instruction_count as i64;
    let before = usize::try_from(-from).unwrap_or(0);
    let behind = usize::try_from(to).unwrap_or(0);
    let rows = target.program().rows(Location(here.into()), before, behind);
    let zero = rows.iter().position(|row| row.location.0 == u32::from(here)).unwrap_or(0) as i64;
    let row = |n: i64| match usize::try_from(n) {
        Err(_) => Err(n.to_string()),
        Ok(index) => rows.get(index).cloned().ok_or_else(|| value::reference(most + n - rows.len() as i64)),
    };
    (zero + from..zero + to).map(row).collect()
}

fn instruction(row: &Row, with_symbol: bool) -> Value {
    let comment = if row.comment.is_empty() { String::new() } else { format!("  ; {}", row.comment) };
    let mut body = json!({
        "address": value::reference(row.location.0.into()),
        "instructionBytes": hex_bytes(&row.bytes),
        "instruction": format!("{}{comment}", row.text),
    });
    if let Some(label) = row.labels.first().filter(|_| with_symbol) {
        body["symbol"] = label.as_str().into();
    }
    body
}

/// The line of the source, and the source itself where it is another than before.
fn add_line(body: &mut Value, last: &mut Option<String>, target: &mut Target, row: &Row, client: Client) {
    let Some(line) = target.program().source_line(row.location) else { return };
    let Target { sources, console, .. } = target;
    let Some(place) = sources.locate(console.program(), row.location, client) else { return };
    (body["line"], body["column"]) = (place.line.into(), place.column.into());
    if last.as_ref() != Some(&line.file) {
        body["location"] = place.source;
        *last = Some(line.file);
    }
}
