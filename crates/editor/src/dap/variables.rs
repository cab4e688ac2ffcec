//! Scopes and variables: registers, BASIC variables and other values, as text and as numbers.

mod items;

use arcadian_debugger::{
    debuggee::{Lvalue, Space},
    notation::{Notation, hex_digits},
};
use arcadian_files::error::{Context, Result, message};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{debuggee::Target, editor_session::State};
use items::{Item, Scope};

/// Returns the scopes. A scope's reference is its index plus 1.
pub(crate) fn scopes(state: &mut State) -> Result<Value> {
    let scopes = items::scopes(state.target()?);
    let scope = |(scope, reference): (&Scope, usize)| {
        let mut body = json!({
            "name": scope.name, "variablesReference": reference, "namedVariables": scope.items.len(),
            "expensive": false,
        });
        if scope.is_registers {
            body["presentationHint"] = "registers".into();
        }
        body
    };
    Ok(json!({"scopes": scopes.iter().zip(1..).map(scope).collect::<Vec<Value>>()}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variables {
    variables_reference: usize,
    filter: Option<String>,
    start: Option<usize>,
    count: Option<usize>,
    format: Option<Format>,
}

/// Returns the value of a variable of a binary by its name, as the scope shows it. The name in a source of C is that of the label
/// without its underscore.
pub(crate) fn value_of(target: &Target, name: &str, format: Option<Format>) -> Option<(String, u16)> {
    let is_named = |label: &str| label == name || label.strip_prefix('_') == Some(name);
    let found = target.variables.iter().find(|found| is_named(&found.name))?;
    Some((items::variable(target.program(), found).format(target.notation(), format), found.address))
}

/// Returns the variables of a scope.
pub(crate) fn variables(state: &mut State, arguments: &Variables) -> Result<Value> {
    let target = state.target()?;
    let scope = scope(target, arguments.variables_reference)?;
    let count = arguments.count.filter(|count| *count > 0).unwrap_or(usize::MAX);
    // No value has elements with numbers.
    let count = if arguments.filter.as_deref() == Some("indexed") { 0 } else { count };
    let items = scope.items.iter().skip(arguments.start.unwrap_or(0)).take(count);
    let variables: Vec<Value> = items.map(|item| item.json(target.program(), arguments.format)).collect();
    Ok(json!({"variables": variables}))
}

fn scope(target: &Target, reference: usize) -> Result<Scope> {
    let index = reference.checked_sub(1);
    let found = index.and_then(|index| items::scopes(target).into_iter().nth(index));
    found.ok_or_else(|| message!("there is no scope with the reference {reference}"))
}

fn item(target: &Target, reference: usize, name: &str) -> Result<Item> {
    let scope = scope(target, reference)?;
    let found = scope.items.into_iter().find(|item| item.name == name);
    found.ok_or_else(|| message!("{} has no variable `{name}`", scope.name))
}

/// Returns the expression of a variable in a scope.
pub(crate) fn expression_of(target: &Target, reference: usize, name: &str) -> Result<String> {
    let item = item(target, reference, name)?;
    item.expression.ok_or_else(|| message!("{name} cannot be watched"))
}

/// Returns the address of an expression that is a memory element, or its value as an address.
pub(crate) fn address_of(target: &Target, text: &str) -> Option<i64> {
    let program = target.program();
    let expression = target.console.debugger().parse(text).ok()?;
    match expression.lvalue(program).ok()? {
        Some(Lvalue::Element(Space::Byte | Space::Word, address)) => Some(address),
        Some(Lvalue::Element(..)) => None,
        _ => expression.value(program).ok().filter(|value| (0..0x1_0000).contains(value)),
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SetVariable {
    variables_reference: usize,
    name: String,
    value: String,
    format: Option<Format>,
}

/// Sets a variable of a scope.
pub(crate) fn set_variable(state: &mut State, arguments: &SetVariable) -> Result<Value> {
    let target = state.target()?;
    let text = || format!("`{}`", arguments.value);
    let value = target.debugger().evaluate(&arguments.value).with_context(text)?;
    let item = item(target, arguments.variables_reference, &arguments.name)?;
    let lvalue = item.target.ok_or_else(|| message!("{} can be read but not set", arguments.name))?;
    target.debugger().program_mut().set(lvalue, value).without_context()?;
    changed(state, lvalue)?;
    let target = state.target()?;
    let item = scope(target, arguments.variables_reference)?
        .items
        .into_iter()
        .find(|item| item.name == arguments.name);
    let text = item.map_or(format_value(value, 0, target.notation(), arguments.format), |item| {
        item.format(target.notation(), arguments.format)
    });
    Ok(json!({"value": text}))
}

#[derive(Debug, Deserialize)]
pub(crate) struct SetExpression {
    expression: String,
    value: String,
    format: Option<Format>,
}

/// Assigns to an expression.
pub(crate) fn set_expression(state: &mut State, arguments: &SetExpression) -> Result<Value> {
    let target = state.target()?;
    let text = || format!("`{}`", arguments.value);
    let value = target.debugger().evaluate(&arguments.value).with_context(text)?;
    target
        .debugger()
        .assign(&arguments.expression, value)
        .with_context(|| format!("`{}`", arguments.expression))?;
    let lvalue = target
        .debugger()
        .parse(&arguments.expression)
        .without_context()?
        .lvalue(target.program())
        .without_context()?;
    if let Some(lvalue) = lvalue {
        changed(state, lvalue)?;
    }
    let target = state.target()?;
    let value = target.debugger().evaluate(&arguments.expression).without_context()?;
    Ok(json!({"value": format_value(value, 0, target.notation(), arguments.format)}))
}

/// Reports that a value and everything that depends on it have changed.
fn changed(state: &mut State, lvalue: Lvalue) -> Result<()> {
    let bytes = match lvalue {
        Lvalue::Element(Space::Byte, address) => Some((address, 1)),
        Lvalue::Element(Space::Word, address) => Some((address, 2)),
        _ => None,
    };
    if let Some((address, count)) = bytes {
        memory_changed(state, address, count);
    }
    invalidated(state)
}

/// Reports changed memory to a client that handles the `memory` event.
pub(crate) fn memory_changed(state: &mut State, address: i64, count: usize) {
    if state.client().supports_memory_event {
        let reference = reference(address);
        state.event("memory", json!({"memoryReference": reference, "offset": 0, "count": count}));
    }
}

/// Reports that any value may have changed: registers overlap, and memory contains code.
pub(crate) fn invalidated(state: &mut State) -> Result<()> {
    state.target()?.reported_end = None;
    if state.client().supports_invalidated_event {
        state.event("invalidated", json!({"areas": ["all"]}));
    }
    Ok(())
}

/// The `ValueFormat` object of the protocol.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Format {
    hex: Option<bool>,
}

/// Formats a value of `bits` bits; 0 means as many as the value needs. Values of machine code are hexadecimal and values of
/// BASIC and counters decimal, unless the client requests the other format.
pub(crate) fn format_value(value: i64, bits: u32, notation: Notation, format: Option<Format>) -> String {
    let hex = format.and_then(|format| format.hex);
    match (notation, bits) {
        (_, 1) => value.to_string(),
        (Notation::Decimal, _) if hex == Some(true) => hexadecimal(value, 16),
        (Notation::Decimal, _) => value.to_string(),
        (Notation::Hexadecimal, 17..) => format!("#{value}"),
        (Notation::Hexadecimal, _) if hex == Some(false) || !(-0x8000..0x1_0000).contains(&value) => {
            format!("#{value}")
        }
        (Notation::Hexadecimal, 0) => {
            hexadecimal(value, if (-0x80..0x100).contains(&value) { 8 } else { 16 })
        }
        (Notation::Hexadecimal, bits) => hexadecimal(value, bits),
    }
}

fn hexadecimal(value: i64, bits: u32) -> String {
    format!("${}", hex_digits(value, bits))
}

/// Returns the memory reference of an address.
pub(crate) fn reference(address: i64) -> String {
    format!("0x{address:04X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_both_bases() {
        let (hex, decimal) = (Some(Format { hex: Some(true) }), Some(Format { hex: Some(false) }));
        for (value, bits, notation, format, text) in [
            (0x3, 8, Notation::Hexadecimal, None, "$03"),
            (0x3, 16, Notation::Hexadecimal, hex, "$0003"),
            (255, 0, Notation::Hexadecimal, None, "$FF"),
            (-1, 0, Notation::Hexadecimal, None, "$FF"),
            (256, 0, Notation::Hexadecimal, None, "$0100"),
            (70_000, 0, Notation::Hexadecimal, None, "#70000"),
            (12, 8, Notation::Hexadecimal, decimal, "#12"),
            (1, 1, Notation::Hexadecimal, hex, "1"),
            (-1, 16, Notation::Decimal, None, "-1"),
            (-1, 16, Notation::Decimal, hex, "$FFFF"),
        ] {
            assert_eq!(format_value(value, bits, notation, format), text);
        }
    }
}
