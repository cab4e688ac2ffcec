//! Values to show.

use super::{moment::Moment, names};
use crate::debuggee::{Group, Name, Space, State, Target, Variable};

/// Elements shown at most.
const ELEMENTS: usize = 32;

/// The variables, the first elements that are not 0, and the devices.
pub(super) fn groups(moment: &Moment) -> Vec<Group> {
    let named = |(name, number): (String, Name)| variable(name, Target::Name(number), moment.value(number));
    let dialect = moment.basic().dialect();
    let devices = names::devices(dialect).map(|(name, number)| (name.to_owned(), number));
    vec![
        Group { name: "variables", values: names::all(dialect).take(26).map(named).collect() },
        Group { name: "array", values: elements(moment).take(ELEMENTS).collect() },
        Group { name: "devices", values: devices.map(named).collect() },
    ]
}

fn elements(moment: &Moment) -> impl Iterator<Item = Variable> {
    let all = (0..).map_while(|n| moment.load(Space::At, n).map(|value| (n, value)));
    let shown = all.filter(|(_, value)| *value != 0);
    shown.map(|(n, value)| variable(format!("@({n})"), Target::Element(Space::At, n), value))
}

fn variable(name: String, target: Target, value: i64) -> Variable {
    Variable { name, target, value, bits: 16 }
}
