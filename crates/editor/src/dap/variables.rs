//! Scopes and variables: registers, BASIC variables and other values, as text and as numbers; and addresses as text.

use arcadian_debugger::{
    Debuggee,
    debuggee::{Group, Lvalue, Space, Variable},
    notation::{Notation, hex_digits},
    step::figure::byte,
};
use arcadian_files::error::{Context, Result, message};
use arcadian_isa::hex;
use arcadian_proof::{Field, FixedPlace};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{debuggee::Target, state::State};

/// Returns the scopes. A scope's reference is its index plus 1.
pub(crate) fn scopes(state: &mut State) -> Result<Value> {
    let scopes = scopes_of(state.target()?);
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
    Some((stored(target.program(), found).format(target.notation(), format), found.address))
}

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
    let found = index.and_then(|index| scopes_of(target).into_iter().nth(index));
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

/// The number of bytes shown of a longer variable, and at the address in a register pair.
const SHOWN_BYTES: i64 = 16;
/// The 16-bit registers that do not point to data.
const NO_POINTERS: [&str; 5] = ["PC", "PSW", "AF", "AF'", "IR"];
/// The number of words shown of the stack.
const STACK_WORDS: i64 = 8;

/// A scope of the protocol: a group of variables.
#[derive(Clone, Debug)]
struct Scope {
    pub name: String,
    pub is_registers: bool,
    pub items: Vec<Item>,
}

/// A variable of the protocol: a value or a text.
#[derive(Clone, Debug)]
struct Item {
    pub name: String,
    pub expression: Option<String>,
    /// The lvalue that sets the value.
    pub target: Option<Lvalue>,
    content: Content,
    address: Option<i64>,
}

#[derive(Clone, Debug)]
enum Content {
    /// A value and its size in bits.
    Value(i64, u32),
    Text(String),
}

impl Item {
    /// Returns a `Variable` object of the protocol.
    fn json(&self, program: &dyn Debuggee, format: Option<Format>) -> Value {
        let mut body = json!({"name": self.name, "value": self.format(program.language().notation, format), "variablesReference": 0});
        if let Some(expression) = &self.expression {
            body["evaluateName"] = expression.as_str().into();
        }
        if let Some(address) = self.address {
            body["memoryReference"] = reference(address).into();
        }
        if self.target.is_none() {
            body["presentationHint"] = json!({"attributes": ["readOnly"]});
        }
        body
    }

    fn format(&self, notation: Notation, format: Option<Format>) -> String {
        match &self.content {
            Content::Value(value, bits) => format_value(*value, *bits, notation, format),
            Content::Text(text) => text.clone(),
        }
    }

    fn text(name: String, text: String) -> Item {
        Item { name, expression: None, target: None, content: Content::Text(text), address: None }
    }

    fn of(variable: Variable, program: &dyn Debuggee) -> Item {
        let is_pointer = program.processor().is_some() && variable.bits == 16;
        let address = match variable.target {
            Some(Lvalue::Element(Space::Byte | Space::Word, address)) => Some(address),
            Some(Lvalue::Element(..)) => None,
            Some(Lvalue::Value(_)) | None => is_pointer.then_some(variable.value),
        };
        Item {
            expression: Some(variable.name.clone()),
            name: variable.name,
            target: variable.target,
            content: Content::Value(variable.value, variable.bits),
            address,
        }
    }
}

/// Returns all scopes, always in the same order.
fn scopes_of(target: &Target) -> Vec<Scope> {
    let program = target.program();
    let groups = program.groups();
    let mut scopes: Vec<Scope> = Vec::new();
    if program.processor().is_some() {
        scopes.extend(fields(target));
        if !target.variables.is_empty() {
            scopes.push(named_scope(
                "Variables",
                target.variables.iter().map(|found| stored(program, found)).collect(),
            ));
        }
        scopes.push(named_scope("Pointers", pointers(program, &groups)));
        scopes.push(named_scope("Stack", stack(program)));
    }
    scopes.extend(screen(program));
    let own = groups.into_iter().map(|group| Scope {
        name: capitalized(group.name),
        is_registers: program.processor().is_some(),
        items: group.values.into_iter().map(|variable| Item::of(variable, program)).collect(),
    });
    own.chain(scopes).collect()
}

fn named_scope(name: &str, items: Vec<Item>) -> Scope {
    Scope { name: name.to_owned(), is_registers: false, items }
}

fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Returns the inputs and outputs of a routine, at the places that its sheet states.
fn fields(target: &Target) -> Vec<Scope> {
    let Some(routine) = target.routine.as_deref() else { return Vec::new() };
    let program = target.program();
    let item = |field: &Field<String>, places: Vec<FixedPlace>| {
        let bytes: Vec<u8> = places.iter().map(|place| byte(*place, program)).collect();
        let address = match places.first() {
            Some(FixedPlace::Memory(address)) => Some(i64::from(*address)),
            _ => None,
        };
        Item { address, ..Item::text(field.name.to_owned(), hex::bytes(&bytes).to_string()) }
    };
    let inputs =
        routine.specification.inputs().iter().map(|field| item(field, routine.input_places(&field.name)));
    let outputs =
        routine.specification.outputs().iter().map(|field| item(field, routine.output_places(&field.name)));
    vec![named_scope("Input", inputs.collect()), named_scope("Output", outputs.collect())]
}

/// Returns a variable of a binary: a byte, a word, or the first bytes of a longer one.
fn stored(program: &dyn Debuggee, found: &arcadian_program::Variable) -> Item {
    let address = i64::from(found.address);
    let (space, expression) = match found.size {
        1 => (Space::Byte, format!("[{address:04X}]")),
        2 => (Space::Word, format!("w[{address:04X}]")),
        size => {
            let bytes = bytes(program, address, i64::from(size));
            return Item { address: Some(address), ..Item::text(found.name.clone(), bytes) };
        }
    };
    Item {
        name: found.name.clone(),
        expression: Some(expression),
        target: Some(Lvalue::Element(space, address)),
        content: Content::Value(program.load(space, address).unwrap_or(0), 8 * u32::from(found.size)),
        address: Some(address),
    }
}

/// Returns the first bytes of a part of memory as text.
fn bytes(program: &dyn Debuggee, first: i64, size: i64) -> String {
    let shown = size.min(SHOWN_BYTES);
    let bytes = (first..first + shown).map_while(|address| program.load(Space::Byte, address));
    let bytes: Vec<u8> = bytes.map(|byte| byte as u8).collect();
    let more = if shown < size { "…" } else { "" };
    format!("{}{more}", hex::bytes(&bytes))
}

/// Returns the bytes at the addresses in register pairs.
fn pointers(program: &dyn Debuggee, groups: &[Group]) -> Vec<Item> {
    let all = groups.iter().flat_map(|group| &group.values);
    let pairs = all.filter(|variable| variable.bits == 16 && !NO_POINTERS.contains(&variable.name.as_str()));
    pairs
        .map(|pair| {
            let name = format!("[{}]", pair.name);
            let expression = Some(name.clone());
            let bytes = bytes(program, pair.value, SHOWN_BYTES);
            Item { expression, address: Some(pair.value), ..Item::text(name, bytes) }
        })
        .collect()
}

/// Returns the words on the stack, newest first.
fn stack(program: &dyn Debuggee) -> Vec<Item> {
    let Some(stack) = program.stack() else { return Vec::new() };
    let (first, end) = (i64::from(stack.start), i64::from(stack.end));
    let words = (0..STACK_WORDS).map(|n| first + 2 * n).take_while(|address| address + 1 < end);
    let item = |address: i64| {
        let target = Some(Lvalue::Element(Space::Word, address));
        let value = program.load(Space::Word, address)?;
        let name = format!("w[{address:04X}]");
        Some(Item::of(Variable { name, target, value, bits: 16, is_derived: false }, program))
    };
    words.map_while(item).collect()
}

/// Returns the screen as rows of braille characters.
fn screen(program: &dyn Debuggee) -> Option<Scope> {
    let rows = program.screen()?.dots().into_iter().zip(1..);
    let rows = rows.map(|(line, row)| Item::text(format!("{row:02}"), line));
    Some(named_scope("Screen", rows.collect()))
}

/// The `ValueFormat` object of the protocol.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Format {
    hex: Option<bool>,
}

/// Formats a value of `bits` bits; 0 means the number that the value needs. Values of machine code are hexadecimal and values of
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

/// Parses a number as the protocol writes addresses: decimal, or hexadecimal after `0x`.
pub(crate) fn parse_number(text: &str) -> Option<i64> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => hex::parse_digits(digits)?.try_into().ok(),
        None => text.parse().ok(),
    }
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
