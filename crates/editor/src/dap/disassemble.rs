//! The `disassemble` request.

use arcadian_debugger::{Location, debuggee::CodeRow};
use arcadian_files::error::{Result, refuse};
use arcadian_isa::hex;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{client::Client, debuggee::Target, memory, state::State, value};

/// The largest number of instructions: one per address.
const MAX_INSTRUCTIONS: usize = 1 << 16;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Disassemble {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    #[serde(default)]
    instruction_offset: i64,
    instruction_count: usize,
    #[serde(default)]
    resolve_symbols: bool,
}

/// Returns exactly the requested number of instructions; those outside memory are marked as invalid.
pub(crate) fn disassemble(state: &mut State, arguments: &Disassemble) -> Result<Value> {
    let client = state.client();
    let target = state.target()?;
    if target.is_basic() {
        refuse!("a BASIC program has no instructions");
    }
    if arguments.instruction_count > MAX_INSTRUCTIONS {
        refuse!(
            "cannot disassemble {} instructions (at most {MAX_INSTRUCTIONS})",
            arguments.instruction_count
        );
    }
    let first = memory::address(target, &arguments.memory_reference, arguments.offset)?;
    let Ok(start) = u16::try_from(first) else { refuse!("there is no memory at {first:#X}") };
    let mut instructions = Vec::with_capacity(arguments.instruction_count);
    let mut last_file = None;
    for row in rows(target, start, arguments) {
        instructions.push(match row {
            Ok(row) => {
                let mut instruction = instruction(&row, arguments.resolve_symbols);
                add_line(&mut instruction, &mut last_file, target, &row, client);
                instruction
            }
            Err(outside) => json!({"address": outside, "instruction": "", "presentationHint": "invalid"}),
        });
    }
    Ok(json!({"instructions": instructions}))
}

/// Returns the requested rows, counted from the row at `start`. A row outside memory is an error with an address that does
/// not exist.
fn rows(target: &Target, start: u16, arguments: &Disassemble) -> Vec<Result<CodeRow, String>> {
    let most = MAX_INSTRUCTIONS as i64;
    let from = arguments.instruction_offset.clamp(-most, most);
    let to = from + arguments.instruction_count as i64;
    let before = usize::try_from(-from).unwrap_or(0);
    let after = usize::try_from(to).unwrap_or(0);
    let rows = target.program().rows(Location(start.into()), before, after);
    let zero = rows.iter().position(|row| row.location.0 == u32::from(start)).unwrap_or(0) as i64;
    let row = |n: i64| match usize::try_from(n) {
        Err(_) => Err(n.to_string()),
        Ok(index) => rows.get(index).cloned().ok_or_else(|| value::reference(most + n - rows.len() as i64)),
    };
    (zero + from..zero + to).map(row).collect()
}

fn instruction(row: &CodeRow, with_symbol: bool) -> Value {
    let comment = if row.comment.is_empty() { String::new() } else { format!("  ; {}", row.comment) };
    let mut body = json!({
        "address": value::reference(row.location.0.into()),
        "instructionBytes": hex::bytes(&row.bytes).to_string(),
        "instruction": format!("{}{comment}", row.text),
    });
    if let Some(label) = row.labels.first().filter(|_| with_symbol) {
        body["symbol"] = label.as_str().into();
    }
    body
}

/// Adds the source line, and the source file if it differs from the previous row's.
fn add_line(
    body: &mut Value,
    last_file: &mut Option<String>,
    target: &mut Target,
    row: &CodeRow,
    client: Client,
) {
    let Some(line) = target.program().source_line(row.location) else { return };
    let Target { sources, console, .. } = target;
    let Some(found) = sources.locate(console.program(), row.location, client) else { return };
    (body["line"], body["column"]) = (found.line.into(), found.column.into());
    if last_file.as_ref() != Some(&line.file) {
        body["location"] = found.source;
        *last_file = Some(line.file);
    }
}
