//! The values worth showing.

use super::{language::AT, names, state::ProgramState};
use crate::debuggee::{Group, Lvalue, State, ValueId, Variable};

/// The most elements of the array that are shown.
const ELEMENTS: usize = 32;

/// Returns the variables, the first elements of the array that are not 0, and the devices.
pub(super) fn groups(state: &ProgramState) -> Vec<Group> {
    let named = |(name, id): (String, ValueId)| variable(name, Lvalue::Value(id), state.value(id));
    let dialect = state.basic().dialect();
    let devices = names::devices(dialect).map(|(name, id)| (name.to_owned(), id));
    vec![
        Group { name: "variables", values: names::all(dialect).take(26).map(named).collect() },
        Group { name: "array", values: elements(state).take(ELEMENTS).collect() },
        Group { name: "devices", values: devices.map(named).collect() },
    ]
}

fn elements(state: &ProgramState) -> impl Iterator<Item = Variable> {
    let all = (0..).map_while(|n| state.load(AT, n).map(|value| (n, value)));
    let shown = all.filter(|(_, value)| *value != 0);
    shown.map(|(n, value)| variable(format!("@({n})"), Lvalue::Element(AT, n), value))
}

fn variable(name: String, target: Lvalue, value: i64) -> Variable {
    Variable { name, target: Some(target), value, bits: 16, is_derived: false }
}
