//! Counterexamples as JSON.

use arcadian_compare::{
    Counterexample, ExitValue, MachineState, Outcome, Setup, Stepped, Steps, Value as Named, words,
};
use serde_json::{Map, Value, json};

/// Returns a counterexample. Its `setup` has all values, so that another emulator can repeat it.
pub fn value(found: &Counterexample) -> Value {
    let inputs = found.inputs.iter().map(|(number, value)| json!({ "number": number, "value": value }));
    json!({
        "entry": values(&found.entry, false),
        "constants": values(&found.entry, true),
        "is_sampled": found.is_sampled,
        "memory": cells(&found.memory),
        "inputs": inputs.collect::<Vec<_>>(),
        "old": outcome_value(&found.old, &found.old_steps),
        "new": outcome_value(&found.new, &found.new_steps),
        "setup": setup_value(&found.setup),
    })
}

fn values(values: &[Named], of_constants: bool) -> Value {
    let values = values.iter().filter(|value| value.is_constant == of_constants);
    values.map(|value| (value.name.clone(), json!(value.value))).collect::<Map<_, _>>().into()
}

fn cells(cells: &[(u16, u8)]) -> Value {
    cells.iter().map(|(address, value)| json!({ "address": address, "value": value })).collect()
}

fn outcome_value(outcome: &Outcome, steps: &Steps) -> Value {
    let exit = outcome.exit.map(|exit| match exit {
        ExitValue::End => json!("end"),
        ExitValue::Jump(address) => json!(address),
        ExitValue::Stop => json!("stop"),
    });
    let step = |step: &Stepped| {
        json!({
            "line": step.line,
            "text": step.text,
            "values": values(&step.values, false),
            "memory": cells(&step.memory),
            "events": step.events.iter().map(|event| words::event(*event)).collect::<Vec<_>>(),
        })
    };
    json!({
        "exit": exit,
        "values": values(&outcome.components, false),
        "memory": cells(&outcome.memory),
        "events": outcome.events.iter().map(|event| words::event(*event)).collect::<Vec<_>>(),
        "steps": steps.list.iter().map(step).collect::<Vec<_>>(),
        "all_steps": steps.is_complete,
    })
}

fn setup_value(setup: &Setup) -> Value {
    json!({
        "constants": setup.constants.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
        "states": setup.states.iter().map(state_value).collect::<Vec<_>>(),
        "inputs": setup.inputs,
    })
}

fn state_value(state: &MachineState) -> Value {
    let registers = state.registers.iter().map(|(name, value)| ((*name).to_owned(), json!(value)));
    json!({ "registers": registers.collect::<Map<_, _>>(), "memory": cells(&state.memory) })
}
