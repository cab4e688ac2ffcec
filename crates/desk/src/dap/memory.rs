//! Memory.

use crate::error::{Context, Result, message, refuse};
use arcadian_debugger::debuggee::{Lvalue as Settable, Space};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    state::State,
    target::Target,
    value,
    variables::{invalidated, memory_changed},
};

/// The whole memory.
const SIZE: i64 = 1 << 16;

/// A number as the protocol writes addresses: decimal, or hexadecimal behind 0x.
pub(super) fn plain(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => i64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// What a memory reference means; it may be an expression too. Nothing says that memory is there.
pub(super) fn address(target: &Target, reference: &str, offset: i64) -> Result<i64> {
    let evaluated =
        || target.console.debugger().evaluate(reference).with_context(|| format!("`{reference}`"));
    let address = plain(reference).map_or_else(evaluated, Ok)?;
    address.checked_add(offset).ok_or_else(|| message!("there is no address {reference} {offset:+}"))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Read {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    count: usize,
}

/// Bytes, as far as there are any.
pub(super) fn read(state: &mut State, given: &Read) -> Result<Value> {
    let target = state.target()?;
    let first = address(target, &given.memory_reference, given.offset)?;
    let count = given.count.min(SIZE as usize);
    let addresses = (0..count as i64).map(|n| first.saturating_add(n));
    let byte = |address: i64| target.program().load(Space::Byte, address).map(|byte| byte as u8);
    let bytes: Vec<u8> = addresses.map_while(byte).collect();
    Ok(json!({
        "address": value::reference(first.max(0)),
        "data": STANDARD.encode(&bytes),
        "unreadableBytes": given.count - bytes.len(),
    }))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Write {
    memory_reference: String,
    #[serde(default)]
    offset: i64,
    data: String,
    #[serde(default)]
    allow_partial: bool,
}

/// Puts bytes into memory: all of them, or as many as fit.
pub(super) fn write(state: &mut State, given: &Write) -> Result<Value> {
    let bytes = STANDARD.decode(&given.data).context("`data` is no base64")?;
    let target = state.target()?;
    let first = address(target, &given.memory_reference, given.offset)?;
    let room = if (0..SIZE).contains(&first) { (SIZE - first) as usize } else { 0 };
    if bytes.len() > room && !given.allow_partial {
        refuse!("{} bytes do not fit at {}; memory ends at FFFF", bytes.len(), given.memory_reference);
    }
    let written = bytes.len().min(room);
    for (address, byte) in (first..).zip(bytes.into_iter().take(room)) {
        let place = Settable::Element(Space::Byte, address);
        target.debugger().program_mut().set(place, byte.into())?;
    }
    memory_changed(state, first.max(0), written);
    invalidated(state)?;
    Ok(json!({"bytesWritten": written}))
}
