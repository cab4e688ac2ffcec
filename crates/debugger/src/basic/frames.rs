//! The call stack and the active loops, the language of BASIC, and its groups of values.

use arcadian_basic::{Basic, BasicFrame, Position, text_of, words::code};

use super::{
    names, source,
    state::{AT, ProgramState, STAR},
};
use crate::{
    debuggee::{Group, Language, Lvalue, Space, StackFrame, State, ValueId, Variable},
    notation::Notation,
};

/// Returns the active subroutines and loops, innermost first.
pub(super) fn frames(basic: &Basic) -> Vec<StackFrame> {
    let mut at = source::of(basic.position());
    let stack = basic.call_stack().into_iter().rev();
    let frame = |active: BasicFrame| {
        let (begin, is_call) = match active {
            BasicFrame::Subroutine { begin, .. } => (begin, true),
            BasicFrame::Loop { begin, .. } => (begin, false),
        };
        let from = source::of(begin);
        StackFrame { name: name(basic, &active), is_call, from, at: std::mem::replace(&mut at, from) }
    };
    stack.map(frame).collect()
}

/// Returns the statement that started a loop or subroutine: `GOSUB 500`, or `FOR I=1TO 10STEP 2, I is 4`. If the line has been
/// changed since, it is only the keyword.
fn name(basic: &Basic, active: &BasicFrame) -> String {
    match active {
        BasicFrame::Subroutine { begin, back } => {
            text(basic, code::GOSUB, *begin, *back).unwrap_or_else(|| "GOSUB".to_owned())
        }
        BasicFrame::Loop { variable, value, begin, back, .. } => {
            let text = text(basic, code::FOR, *begin, *back).unwrap_or_else(|| format!("FOR {variable}"));
            format!("{text}, {variable} is {value}")
        }
    }
}

/// Returns the text between two positions of a line, if it starts with a keyword.
fn text(basic: &Basic, keyword: u8, begin: Position, end: Position) -> Option<String> {
    let line = basic.store().places().find(|place| place.number == begin.line)?;
    let bytes = basic.store().text(line).get(begin.at..end.at)?;
    (bytes.first() == Some(&keyword)).then(|| text_of(bytes).trim_end().to_owned())
}

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

/// `%(a)`: memory by words.
pub(super) const PERCENT: Space = Space::Array(2);

pub(super) static BASIC: Language = Language {
    name: "BASIC",
    description: "BASIC program",
    steps: "statements",
    cycles: "T-states",
    notation: Notation::Decimal,
    bases: &[],
    arrays: &[("@(", AT), ("*(", STAR), ("%(", PERCENT)],
    has_hash_operator: true,
};
