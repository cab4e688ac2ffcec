//! Reading and writing memory.

use arcadian_debugger::debuggee::{Lvalue, Space};
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_isa::hex;
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    debuggee::Target,
    state::State,
    value,
    variables::{invalidated, memory_changed},
};

/// The size of the address space.
const SIZE: i64 = 1 << 16;

/// Parses a number as the protocol writes addresses: decimal, or hexadecimal after `0x`.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => hex::parse_digits(digits)?.try_into().ok(),
        None => text.parse().ok(),
    }
}

/// Returns the address of a memory reference, which can be an expression. The address can be outside memory.
pub(crate) fn address(target: &Target, reference: &str, offset: i64) -> Result<i64> {
    let evaluated =
        || target.console.debugger().evaluate(reference).with_context(|| format!("`{reference}`"));
    let address = parse_number(reference).map_or_else(evaluated, Ok)?;
    address.checked_add(offset).ok_or_else(|| message!("there is no address {reference} {offset:+}"))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Read {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    count: usize,
}

/// Reads bytes up to the end of memory.
pub(crate) fn read(state: &mut State, arguments: &Read) -> Result<Value> {
    let target = state.target()?;
    let first = address(target, &arguments.memory_reference, arguments.offset)?;
    let count = arguments.count.min(SIZE as usize);
    let addresses = (0..count as i64).map(|n| first.saturating_add(n));
    let byte = |address: i64| target.program().load(Space::Byte, address).map(|byte| byte as u8);
    let bytes: Vec<u8> = addresses.map_while(byte).collect();
    Ok(json!({
        "address": value::reference(first.max(0)),
        "data": STANDARD.encode(&bytes),
        "unreadableBytes": arguments.count - bytes.len(),
    }))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Write {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    data: String,
    #[serde(default)]
    allow_partial: bool,
}

/// Writes bytes to memory; with `allowPartial`, only those that fit.
pub(crate) fn write(state: &mut State, arguments: &Write) -> Result<Value> {
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
