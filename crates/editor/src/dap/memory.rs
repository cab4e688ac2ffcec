//! Memory: reading, writing and disassembling it.

use arcadian_debugger::{
    Location,
    debuggee::{CodeRow, Lvalue, Space},
};
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_isa::hex;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    client::Client,
    debuggee::Target,
    state::State,
    variables::{self, invalidated, memory_changed},
};

/// The size of the address space.
const SIZE: i64 = 1 << 16;

/// Returns the address of a memory reference, which can be an expression. The address can be outside memory.
pub(crate) fn address(target: &Target, reference: &str, offset: i64) -> Result<i64> {
    let evaluated =
        || target.console.debugger().evaluate(reference).with_context(|| format!("`{reference}`"));
    let address = variables::parse_number(reference).map_or_else(evaluated, Ok)?;
    address.checked_add(offset).ok_or_else(|| message!("there is no address {reference} {offset:+}"))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReadMemory {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    count: usize,
}

/// Reads bytes up to the end of memory.
pub(crate) fn read(state: &mut State, arguments: &ReadMemory) -> Result<Value> {
    let target = state.target()?;
    let first = address(target, &arguments.memory_reference, arguments.offset)?;
    let count = arguments.count.min(SIZE as usize);
    let addresses = (0..count as i64).map(|n| first.saturating_add(n));
    let byte = |address: i64| target.program().load(Space::Byte, address).map(|byte| byte as u8);
    let bytes: Vec<u8> = addresses.map_while(byte).collect();
    Ok(json!({
        "address": variables::reference(first.max(0)),
        "data": STANDARD.encode(&bytes),
        "unreadableBytes": arguments.count - bytes.len(),
    }))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WriteMemory {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    data: String,
    #[serde(default)]
    allow_partial: bool,
}

/// Writes bytes to memory; with `allowPartial`, only those that fit.
pub(crate) fn write(state: &mut State, arguments: &WriteMemory) -> Result<Value> {
    let bytes = STANDARD.decode(&arguments.data).context("`data` is not valid base64")?;
    let target = state.target()?;
    let first = address(target, &arguments.memory_reference, arguments.offset)?;
    let room = if (0..SIZE).contains(&first) { (SIZE - first) as usize } else { 0 };
    if bytes.len() > room && !arguments.allow_partial {
        refuse!("{} bytes do not fit at {}; memory ends at FFFF", bytes.len(), arguments.memory_reference);
    }
    let written = bytes.len().min(room);
    for (address, byte) in (first..).zip(bytes.into_iter().take(room)) {
        let lvalue = Lvalue::Element(Space::Byte, address);
        target.debugger().program_mut().set(lvalue, byte.into()).without_context()?;
    }
    memory_changed(state, first.max(0), written);
    invalidated(state)?;
    Ok(json!({"bytesWritten": written}))
}

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
    let first = address(target, &arguments.memory_reference, arguments.offset)?;
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
        Ok(index) => {
            rows.get(index).cloned().ok_or_else(|| variables::reference(most + n - rows.len() as i64))
        }
    };
    (zero + from..zero + to).map(row).collect()
}

fn instruction(row: &CodeRow, with_symbol: bool) -> Value {
    let comment = if row.comment.is_empty() { String::new() } else { format!("  ; {}", row.comment) };
    let mut body = json!({
        "address": variables::reference(row.location.0.into()),
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
