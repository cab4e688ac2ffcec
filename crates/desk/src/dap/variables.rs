//! Registers, variables and what else has a value.

mod items;

use crate::error::{Context, Result, message};
use arcadian_debugger::debuggee::{Lvalue as Settable, Space};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    state::State,
    target::Target,
    value::{self, Format},
};
use items::{Item, Scope};

/// What can be looked at, in groups. A group's reference is its place, counted from 1.
pub(super) fn scopes(state: &mut State) -> Result<Value> {
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
pub(super) struct Children {
    variables_reference: usize,
    start: Option<usize>,
    count: Option<usize>,
    format: Option<Format>,
}

/// The values of a group.
pub(super) fn variables(state: &mut State, given: &Children) -> Result<Value> {
    let target = state.target()?;
    let scope = scope(target, given.variables_reference)?;
    let count = given.count.filter(|count| *count > 0).unwrap_or(usize::MAX);
    let wanted = scope.items.iter().skip(given.start.unwrap_or(0)).take(count);
    let shown: Vec<Value> = wanted.map(|item| item.json(target.program(), given.format)).collect();
    Ok(json!({"variables": shown}))
}

fn scope(target: &Target, reference: usize) -> Result<Scope> {
    let index = reference.checked_sub(1);
    let found = index.and_then(|index| items::scopes(target).into_iter().nth(index));
    found.ok_or_else(|| message!("there are no variables with the reference {reference}"))
}

fn item(target: &Target, reference: usize, name: &str) -> Result<Item> {
    let scope = scope(target, reference)?;
    let found = scope.items.into_iter().find(|item| item.name == name);
    found.ok_or_else(|| message!("{} has no {name}", scope.name))
}

/// What to evaluate, to get a value of a group.
pub(super) fn expression_of(target: &Target, reference: usize, name: &str) -> Result<String> {
    let item = item(target, reference, name)?;
    item.expression.ok_or_else(|| message!("{name} cannot be watched"))
}

/// The address that an expression names, or is.
pub(super) fn address_of(target: &Target, text: &str) -> Option<i64> {
    let program = target.program();
    let expression = target.console.debugger().parse(text).ok()?;
    match expression.lvalue(program).ok()? {
        Some(Settable::Element(Space::Byte | Space::Word, address)) => Some(address),
        Some(Settable::Element(..)) => None,
        _ => expression.value(program).ok().filter(|value| (0..0x1_0000).contains(value)),
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SetVariable {
    variables_reference: usize,
    name: String,
    value: String,
    format: Option<Format>,
}

/// Sets a value of a group.
pub(super) fn set_variable(state: &mut State, given: &SetVariable) -> Result<Value> {
    let target = state.target()?;
    let wrong = || format!("`{}`", given.value);
    let value = target.debugger().evaluate(&given.value).with_context(wrong)?;
    let item = item(target, given.variables_reference, &given.name)?;
    let settable = item.target.ok_or_else(|| message!("{} can be read but not set", given.name))?;
    target.debugger().program_mut().set(settable, value)?;
    changed(state, settable)?;
    let target = state.target()?;
    let shown =
        scope(target, given.variables_reference)?.items.into_iter().find(|item| item.name == given.name);
    let shown = shown.map_or(value::shown(value, 0, target.notation(), given.format), |item| {
        item.shown(target.notation(), given.format)
    });
    Ok(json!({"value": shown}))
}

#[derive(Debug, Deserialize)]
pub(super) struct SetExpression {
    expression: String,
    value: String,
    format: Option<Format>,
}

/// Sets what an expression names.
pub(super) fn set_expression(state: &mut State, given: &SetExpression) -> Result<Value> {
    let target = state.target()?;
    let wrong = || format!("`{}`", given.value);
    let value = target.debugger().evaluate(&given.value).with_context(wrong)?;
    target.debugger().assign(&given.expression, value).with_context(|| format!("`{}`", given.expression))?;
    let settable = target.debugger().parse(&given.expression)?.lvalue(target.program())?;
    if let Some(settable) = settable {
        changed(state, settable)?;
    }
    let target = state.target()?;
    let value = target.debugger().evaluate(&given.expression)?;
    Ok(json!({"value": value::shown(value, 0, target.notation(), given.format)}))
}

/// Tells the client, if it wants to know, that what it has seen is no longer so.
fn changed(state: &mut State, settable: Settable) -> Result<()> {
    let bytes = match settable {
        Settable::Element(Space::Byte, address) => Some((address, 1)),
        Settable::Element(Space::Word, address) => Some((address, 2)),
        _ => None,
    };
    if let Some((address, count)) = bytes {
        memory_changed(state, address, count);
    }
    invalidated(state)
}

/// Memory changed.
pub(super) fn memory_changed(state: &mut State, address: i64, count: usize) {
    if state.client().takes_memory {
        let reference = value::reference(address);
        state.event("memory", json!({"memoryReference": reference, "offset": 0, "count": count}));
    }
}

/// Anything may have changed: a register is part of another, memory is code.
pub(super) fn invalidated(state: &mut State) -> Result<()> {
    state.target()?.ended = None;
    if state.client().takes_invalidated {
        state.event("invalidated", json!({"areas": ["all"]}));
    }
    Ok(())
}
