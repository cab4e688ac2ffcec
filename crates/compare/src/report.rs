//! Answers and counterexamples as they are reported: one form for the JSON of the command line and for the page.

use arcadian_isa::Processor;
use serde::{Serialize, Serializer};

use crate::{
    counterexample::{Counterexample, ExitValue, Outcome, Stepped, Steps, Value},
    difference::Aspect,
    reason::Reason,
    state::list,
    unknowns::{MachineState, Setup},
    verdict::{Answer, Method, Verdict},
    words,
};

/// An answer, or the reason why there is none.
#[derive(Serialize)]
pub struct Report<'a> {
    verdict: &'static str,
    /// The registers and flags that must be dead for the parts to be the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead: Option<Vec<&'static str>>,
    /// The sets of registers and flags that must be dead: that one, if there is one.
    dead_sets: Vec<Vec<&'static str>>,
    /// The same as a list in words, where all flags have one name.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    aspect: Option<Aspect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    facts: Option<Facts<'a>>,
    counterexample: Option<&'a Counterexample>,
}

/// The fields of every answer.
#[derive(Serialize)]
struct Facts<'a> {
    bytes: Parts<usize>,
    cycles: Option<Parts<Span>>,
    cycles_saved: Option<Range>,
    method: Method,
    needs: &'a [Vec<String>],
    byte_constants: &'a [String],
    offset_constants: &'a [String],
}

#[derive(Serialize)]
struct Parts<T> {
    old: T,
    new: T,
}

#[derive(Serialize)]
struct Span {
    min: u64,
    max: u64,
}

#[derive(Serialize)]
struct Range {
    least: i64,
    most: i64,
}

impl<'a> Report<'a> {
    pub fn new(processor: Processor, answer: Result<&'a Answer, &Reason>) -> Report<'a> {
        let mut report = Report {
            verdict: "undecided",
            dead: None,
            dead_sets: Vec::new(),
            dead_text: None,
            aspect: None,
            reason: None,
            facts: answer.ok().map(Facts::of),
            counterexample: None,
        };
        match answer.map(|answer| &answer.verdict) {
            Err(reason) | Ok(Verdict::Undecided(reason)) => report.reason = Some(reason.to_string()),
            Ok(Verdict::Same) => report.verdict = "same",
            Ok(Verdict::SameIf { dead, counterexample }) => {
                report.verdict = "same_if_dead";
                let names: Vec<&str> = dead.iter().map(|component| component.name).collect();
                report.dead_sets = vec![names.clone()];
                report.dead = Some(names);
                report.dead_text = Some(list(processor, dead));
                report.counterexample = Some(counterexample);
            }
            Ok(Verdict::Different { aspect, counterexample }) => {
                report.verdict = "different";
                report.aspect = Some(*aspect);
                report.counterexample = Some(counterexample);
            }
        }
        report
    }
}

impl<'a> Facts<'a> {
    fn of(answer: &'a Answer) -> Facts<'a> {
        Facts {
            bytes: Parts { old: answer.bytes.0, new: answer.bytes.1 },
            cycles: answer.costs.map(|costs| {
                let [old, new] = costs.map(|(min, max)| Span { min, max });
                Parts { old, new }
            }),
            cycles_saved: answer.cycles.map(|(least, most)| Range { least, most }),
            method: answer.method,
            needs: &answer.needs,
            byte_constants: &answer.byte_constants,
            offset_constants: &answer.offset_constants,
        }
    }
}

/// Values by name: those of constants, or all others.
struct Named<'a> {
    values: &'a [Value],
    are_constants: bool,
}

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = self.values.iter().filter(|value| value.is_constant == self.are_constants);
        serializer.collect_map(values.map(|value| (&value.name, value.value)))
    }
}

struct Cells<'a>(&'a [(u16, u8)]);

#[derive(Serialize)]
struct Cell {
    address: u16,
    value: u8,
}

impl Serialize for Cells<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_seq(self.0.iter().map(|(address, value)| Cell { address: *address, value: *value }))
    }
}

#[derive(Serialize)]
struct Input {
    number: usize,
    value: u8,
}

impl Serialize for Counterexample {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            entry: Named<'a>,
            constants: Named<'a>,
            is_sampled: bool,
            memory: Cells<'a>,
            inputs: Vec<Input>,
            old: Part<'a>,
            new: Part<'a>,
            setup: &'a Setup,
        }
        let named = |are_constants| Named { values: &self.entry, are_constants };
        Fields {
            entry: named(false),
            constants: named(true),
            is_sampled: self.is_sampled,
            memory: Cells(&self.memory),
            inputs: self.inputs.iter().map(|&(number, value)| Input { number, value }).collect(),
            old: Part::of(&self.old, &self.old_steps),
            new: Part::of(&self.new, &self.new_steps),
            setup: &self.setup,
        }
        .serialize(serializer)
    }
}

/// The result of a part, and the way there.
#[derive(Serialize)]
struct Part<'a> {
    exit: Option<ExitValue>,
    values: Named<'a>,
    memory: Cells<'a>,
    events: Vec<String>,
    steps: Vec<Step<'a>>,
    all_steps: bool,
}

impl<'a> Part<'a> {
    fn of(outcome: &'a Outcome, steps: &'a Steps) -> Part<'a> {
        Part {
            exit: outcome.exit,
            values: Named { values: &outcome.components, are_constants: false },
            memory: Cells(&outcome.memory),
            events: outcome.events.iter().map(|event| words::event(*event)).collect(),
            steps: steps.list.iter().map(Step::of).collect(),
            all_steps: steps.is_complete,
        }
    }
}

#[derive(Serialize)]
struct Step<'a> {
    line: usize,
    text: &'a str,
    values: Named<'a>,
    memory: Cells<'a>,
    events: Vec<String>,
}

impl<'a> Step<'a> {
    fn of(step: &'a Stepped) -> Step<'a> {
        Step {
            line: step.line,
            text: &step.text,
            values: Named { values: &step.values, are_constants: false },
            memory: Cells(&step.memory),
            events: step.events.iter().map(|event| words::event(*event)).collect(),
        }
    }
}

impl Serialize for ExitValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            ExitValue::End => serializer.serialize_str("end"),
            ExitValue::Jump(address) => serializer.serialize_u16(*address),
            ExitValue::Stop => serializer.serialize_str("stop"),
        }
    }
}

/// All values, so that another emulator can repeat a counterexample.
impl Serialize for Setup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields<'a> {
            constants: Pairs<'a, String>,
            states: Vec<State<'a>>,
            inputs: &'a [u8],
        }
        let states = self.states.iter().map(State::of).collect();
        Fields { constants: Pairs(&self.constants), states, inputs: &self.inputs }.serialize(serializer)
    }
}

#[derive(Serialize)]
struct State<'a> {
    registers: Pairs<'a, &'static str>,
    memory: Cells<'a>,
}

impl<'a> State<'a> {
    fn of(state: &'a MachineState) -> State<'a> {
        State { registers: Pairs(&state.registers), memory: Cells(&state.memory) }
    }
}

struct Pairs<'a, Name>(&'a [(Name, u16)]);

impl<Name: Serialize> Serialize for Pairs<'_, Name> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
