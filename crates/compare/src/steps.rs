//! A part step by step from one state.

use arcadian_asm::fragment::Fragment;

use crate::{
    assignment::Assignment,
    attempt::is_stopped,
    code::Code,
    counterexample::{Stepped, Steps, Value},
    execute::{Choices, execute},
    path::{Path, Surroundings},
    state::Component,
};

/// The maximum number of steps.
const LIMIT: usize = 500;

/// Follows a part from the state of an assignment.
pub(crate) fn steps(
    fragment: &Fragment,
    code: &Code,
    surroundings: &mut Surroundings,
    assignment: &Assignment,
    all: &[Component],
) -> Steps {
    let state = surroundings.unknowns.only(assignment);
    let mut path = Path::start(surroundings.unknowns, state);
    let mut steps = Vec::new();
    while let (Some(step), Some(instruction)) =
        (code.instructions.get(path.at), fragment.instructions.get(path.at))
    {
        if is_stopped() {
            return Steps { list: steps, is_complete: false };
        }
        let (line, text) = (instruction.line, instruction.text.clone());
        let before = path.clone();
        let executed = execute(step, path, Choices::Of(assignment), surroundings);
        let written = executed.written.clone();
        let Ok((after, exit)) = executed.continued(step, surroundings.unknowns) else {
            return Steps { list: steps, is_complete: false };
        };
        let value = |component: &Component| {
            let (before, after) = (
                assignment.component(*component, &before.core),
                assignment.component(*component, &after.core),
            );
            (before != after).then(|| Value::of(*component, after))
        };
        steps.push(Stepped {
            line,
            text,
            values: all.iter().filter_map(value).collect(),
            memory: written
                .iter()
                .map(|(address, value)| (assignment.word(*address), assignment.byte(*value)))
                .collect(),
            events: after
                .events
                .iter()
                .skip(before.events.len())
                .map(|event| event.value(assignment))
                .collect(),
        });
        path = after;
        let is_complete = exit.is_some();
        if is_complete || steps.len() == LIMIT {
            let is_complete = is_complete || path.at == code.instructions.len();
            return Steps { list: steps, is_complete };
        }
    }
    Steps { list: steps, is_complete: true }
}
