//! The groups of values.

use arcadian_debugger::{
    Debuggee,
    debuggee::{Group, Lvalue as Settable, Space, ValueId, Variable},
    notation::{Notation, hex_bytes},
};
use arcadian_proof::{Field, Location};
use arcadian_screen::{
    blocks::{Depth, Grid, Layout},
    palette::Scale,
};
use serde_json::{Value, json};

use crate::dap::{
    target::Target,
    value::{self, Format},
};

/// Bytes shown of what a pair of registers points to.
const POINTED: i64 = 16;
/// Registers of 16 bits that point to no data.
const NO_POINTERS: [&str; 5] = ["PC", "PSW", "AF", "AF'", "IR"];
/// Words shown of the stack.
const STACKED: i64 = 8;

/// A group of values.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// What they are.
    pub name: String,
    /// Whether they are registers.
    pub is_registers: bool,
    /// The values.
    pub items: Vec<Item>,
}

/// A value, or a text in the place of one.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// What it is called.
    pub name: String,
    /// What to evaluate, to get it.
    pub expression: Option<String>,
    /// What to set, to change it.
    pub target: Option<Settable>,
    what: What,
    address: Option<i64>,
}

#[derive(Clone, Debug)]
enum What {
    /// A value of so many bits.
    Value(i64, u32),
    Text(String),
}

impl Item {
    /// As the protocol has it.
    pub(super) fn json(&self, program: &dyn Debuggee, format: Option<Format>) -> Value {
        let mut body = json!({"name": self.name, "value": self.shown(program.language().notation, format), "variablesReference": 0});
        if let Some(expression) = &self.expression {
            body["evaluateName"] = expression.as_str().into();
        }
        if let Some(address) = self.address {
            body["memoryReference"] = value::reference(address).into();
        }
        if self.target.is_none() {
            body["presentationHint"] = json!({"attributes": ["readOnly"]});
        }
        body
    }

    /// The value as text.
    pub(super) fn shown(&self, notation: Notation, format: Option<Format>) -> String {
        match &self.what {
            What::Value(value, bits) => value::shown(*value, *bits, notation, format),
            What::Text(text) => text.clone(),
        }
    }

    fn text(name: String, text: String) -> Item {
        Item { name, expression: None, target: None, what: What::Text(text), address: None }
    }

    fn of(variable: Variable, program: &dyn Debuggee) -> Item {
        let is_pointer = program.processor().is_some() && variable.bits == 16;
        let address = match variable.target {
            Settable::Element(Space::Byte | Space::Word, address) => Some(address),
            Settable::Element(..) => None,
            Settable::Value(_) => is_pointer.then_some(variable.value),
        };
        Item {
            expression: Some(variable.name.clone()),
            name: variable.name,
            target: Some(variable.target),
            what: What::Value(variable.value, variable.bits),
            address,
        }
    }
}

/// All groups, always in the same order.
pub(super) fn scopes(target: &Target) -> Vec<Scope> {
    let program = target.program();
    let groups = program.groups();
    let mut scopes: Vec<Scope> = Vec::new();
    if program.processor().is_some() {
        scopes.extend(fields(target));
        scopes.push(scope("Pointers", pointers(program, &groups)));
        scopes.push(scope("Stack", stack(program)));
    }
    scopes.extend(screen(program));
    let own = groups.into_iter().map(|group| Scope {
        name: capitalised(group.name),
        is_registers: program.processor().is_some(),
        items: group.values.into_iter().map(|variable| Item::of(variable, program)).collect(),
    });
    own.chain(scopes).collect()
}

fn scope(name: &str, items: Vec<Item>) -> Scope {
    Scope { name: name.to_owned(), is_registers: false, items }
}

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// What a routine is given and what it leaves, where its sheet says.
fn fields(target: &Target) -> Vec<Scope> {
    let Some(routine) = target.routine.as_deref() else { return Vec::new() };
    let program = target.program();
    let item = |field: &Field, places: Vec<Location>| {
        let bytes: Vec<u8> = places.iter().map(|place| byte(program, place)).collect();
        let address = match places.first() {
            Some(Location::Memory(address)) => Some(i64::from(*address)),
            _ => None,
        };
        Item { address, ..Item::text(field.name.to_owned(), hex_bytes(&bytes)) }
    };
    let inputs = routine.claim.inputs.iter().map(|field| item(field, routine.input_locations(field.name)));
    let outputs = routine.claim.outputs.iter().map(|field| item(field, routine.output_locations(field.name)));
    vec![scope("Input", inputs.collect()), scope("Output", outputs.collect())]
}

fn byte(program: &dyn Debuggee, place: &Location) -> u8 {
    let named = |name: &str| program.resolve(name).map_or(0, |name: ValueId| program.value(name));
    let value = match place {
        Location::Register(name) => named(name),
        Location::Flag(name, bit) => named(name) >> bit & 1,
        Location::Memory(address) => program.load(Space::Byte, (*address).into()).unwrap_or(0),
    };
    value as u8
}

/// What pairs of registers point to.
fn pointers(program: &dyn Debuggee, groups: &[Group]) -> Vec<Item> {
    let all = groups.iter().flat_map(|group| &group.values);
    let pairs = all.filter(|variable| variable.bits == 16 && !NO_POINTERS.contains(&variable.name.as_str()));
    pairs
        .map(|pair| {
            let bytes =
                (pair.value..pair.value + POINTED).map_while(|address| program.load(Space::Byte, address));
            let bytes: Vec<u8> = bytes.map(|byte| byte as u8).collect();
            Item {
                expression: Some(format!("[{}]", pair.name)),
                address: Some(pair.value),
                ..Item::text(format!("[{}]", pair.name), hex_bytes(&bytes))
            }
        })
        .collect()
}

/// The words on the stack, the newest first.
fn stack(program: &dyn Debuggee) -> Vec<Item> {
    let Some(stack) = program.stack() else { return Vec::new() };
    let (first, end) = (i64::from(stack.start), i64::from(stack.end));
    let words = (0..STACKED).map(|n| first + 2 * n).take_while(|address| address + 1 < end);
    let item = |address: i64| {
        let target = Settable::Element(Space::Word, address);
        let value = program.load(Space::Word, address)?;
        let name = format!("w[{address:04X}]");
        Some(Item::of(Variable { name, target, value, bits: 16, is_derived: false }, program))
    };
    words.map_while(item).collect()
}

/// The picture on the screen, in dots of braille.
fn screen(program: &dyn Debuggee) -> Option<Scope> {
    let frame = program.screen()?;
    let lines = Grid::new(&frame, Layout::Braille, Scale::default()).lines(Depth::None);
    let rows = lines.into_iter().zip(1..).map(|(line, row)| Item::text(format!("{row:02}"), line));
    Some(scope("Screen", rows.collect()))
}
