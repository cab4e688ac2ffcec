//! Counterexamples in reports of `arcadian compare --json` and `arcadian rules --json`, and their code with its constants at an address.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use arcadian_asm::fragment::{Fragment, Target, Term, Unplaced, read_fragment};
use arcadian_isa::{Mode, Operand, Processor, Row};
use serde_json::Value;

/// A counterexample.
#[derive(Debug)]
pub(super) struct Case {
    /// The source.
    pub(super) name: String,
    pub(super) processor: Processor,
    pub(super) old: Part,
    pub(super) new: Part,
    pub(super) setup: Setup,
    /// The first and last addresses of volatile cells.
    pub(super) volatile: Vec<(u16, u16)>,
}

#[derive(Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) expected: Expected,
}

/// The effects of a part that differ from those of the other one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) exit: Option<Exit>,
    pub(super) values: BTreeMap<String, u16>,
    pub(super) memory: Vec<(u16, u8)>,
    pub(super) events: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    End,
    Jump(u16),
    Stop,
}

/// The values of what is unknown.
#[derive(Debug)]
pub(super) struct Setup {
    pub(super) constants: BTreeMap<String, u16>,
    /// On entry and after each call.
    pub(super) states: Vec<State>,
    pub(super) inputs: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) registers: BTreeMap<String, u16>,
    pub(super) memory: Vec<(u16, u8)>,
}

impl Case {
    pub(super) fn shows_a_difference(&self) -> bool {
        self.old.expected != self.new.expected
    }

    /// Returns whether the parts differ in what is observed outside.
    pub(super) fn has_events(&self) -> bool {
        !(self.old.expected.events.is_empty() && self.new.expected.events.is_empty())
    }
}

pub(super) fn cases(report: &Value) -> Result<Vec<Case>> {
    let processor = processor(report)?;
    let Some(files) = report["files"].as_array() else {
        let is_shown = !report["counterexample"].is_null();
        let case = is_shown.then(|| case("compare".to_owned(), processor, report)).transpose()?;
        return Ok(case.into_iter().collect());
    };
    let mut cases = Vec::new();
    for file in files {
        for rule in file["rules"].as_array().context("a file has no rules")? {
            if !rule["example"].is_null() {
                let name = format!("{}:{}", file["name"].as_str().unwrap_or_default(), rule["line"]);
                cases.push(case(name.clone(), processor, &rule["example"]).context(name)?);
            }
        }
    }
    Ok(cases)
}

fn processor(report: &Value) -> Result<Processor> {
    let name = report["processor"].as_str().context("the report does not name a processor")?;
    name.parse().ok().with_context(|| format!("`{name}` is unknown"))
}

fn case(name: String, processor: Processor, value: &Value) -> Result<Case> {
    let found = &value["counterexample"];
    let part = |which: &str| -> Result<Part> {
        let text = value[which].as_str().with_context(|| format!("the {which} code is missing"))?.to_owned();
        Ok(Part { text, expected: expected(&found[which])? })
    };
    let range = |value: &Value| Some((word(&value[0]).ok()?, word(&value[1]).ok()?));
    Ok(Case {
        name,
        processor,
        old: part("old")?,
        new: part("new")?,
        setup: setup(&found["setup"])?,
        volatile: value["volatile"].as_array().into_iter().flatten().filter_map(range).collect(),
    })
}

fn expected(value: &Value) -> Result<Expected> {
    let exit = match &value["exit"] {
        Value::Null => None,
        Value::String(text) if text == "end" => Some(Exit::End),
        Value::String(text) if text == "stop" => Some(Exit::Stop),
        address => Some(Exit::Jump(word(address)?)),
    };
    let events = list(&value["events"])?.iter().map(|event| event.as_str().map(str::to_owned));
    Ok(Expected {
        exit,
        values: words(&value["values"])?,
        memory: cells(&value["memory"])?,
        events: events.collect::<Option<_>>().context("an event is not a text")?,
    })
}

fn setup(value: &Value) -> Result<Setup> {
    let state = |value: &Value| -> Result<State> {
        Ok(State { registers: words(&value["registers"])?, memory: cells(&value["memory"])? })
    };
    let states: Vec<State> = list(&value["states"])?.iter().map(state).collect::<Result<_>>()?;
    if states.is_empty() {
        bail!("there is no state on entry");
    }
    let inputs = list(&value["inputs"])?.iter().map(byte).collect::<Result<_>>()?;
    Ok(Setup { constants: words(&value["constants"])?, states, inputs })
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("{value} is not a list"))
}

fn words(value: &Value) -> Result<BTreeMap<String, u16>> {
    let object = value.as_object().with_context(|| format!("{value} is not an object"))?;
    object.iter().map(|(name, value)| Ok((name.clone(), word(value)?))).collect()
}

fn cells(value: &Value) -> Result<Vec<(u16, u8)>> {
    list(value)?.iter().map(|cell| Ok((word(&cell["address"])?, byte(&cell["value"])?))).collect()
}

fn word(value: &Value) -> Result<u16> {
    let number = value.as_u64().and_then(|number| u16::try_from(number).ok());
    number.with_context(|| format!("{value} is not a number of 16 bits"))
}

fn byte(value: &Value) -> Result<u8> {
    u8::try_from(word(value)?).with_context(|| format!("{value} is not a byte"))
}

/// Placed code.
pub(super) struct Program {
    pub(super) instructions: Vec<Placed>,
    /// The address after the last instruction.
    pub(super) end: u16,
    /// Targets of relative branches to the outside, and the address that each place stands for.
    pub(super) outside: BTreeMap<u16, u16>,
}

/// An instruction.
pub(super) struct Placed {
    pub(super) address: u16,
    pub(super) row: &'static Row,
    pub(super) bytes: Vec<u8>,
    /// Whether it leads to an instruction of the program.
    pub(super) is_inside: bool,
}

impl Program {
    pub(super) fn at(&self, address: u16) -> Option<&Placed> {
        self.instructions.iter().find(|placed| placed.address == address)
    }
}

impl Placed {
    pub(super) fn next(&self) -> u16 {
        self.address.wrapping_add(u16::from(self.row.length))
    }
}

/// The values from which the operands of a program are computed.
struct Values {
    /// The addresses of the instructions and of the end.
    addresses: Vec<u16>,
    parameters: Vec<u16>,
}

pub(super) fn place(
    text: &str,
    processor: Processor,
    constants: &BTreeMap<String, u16>,
    origin: u16,
) -> Result<Program> {
    let fragment = read_fragment("part", text, processor).map_err(|failure| {
        let fault = failure.diagnostics.first().map(|found| found.fault.to_string());
        anyhow::anyhow!("the code cannot be read: {}", fault.unwrap_or_default())
    })?;
    let values =
        Values { addresses: addresses(&fragment, origin), parameters: parameters(&fragment, constants)? };
    let end = values.addresses.last().copied().unwrap_or(origin);
    let (mut instructions, mut outside) = (Vec::new(), BTreeMap::new());
    for (instruction, address) in fragment.instructions.iter().zip(&values.addresses) {
        let bytes = values.encode(instruction, *address, end, &mut outside)?;
        let is_inside = matches!(instruction.target(), Some(Target::Instruction(_)));
        instructions.push(Placed { address: *address, row: instruction.row, bytes, is_inside });
    }
    Ok(Program { instructions, end, outside })
}

fn addresses(fragment: &Fragment, origin: u16) -> Vec<u16> {
    let mut addresses = vec![origin];
    let mut next = origin;
    for instruction in &fragment.instructions {
        next = next.wrapping_add(u16::from(instruction.row.length));
        addresses.push(next);
    }
    addresses
}

fn parameters(fragment: &Fragment, constants: &BTreeMap<String, u16>) -> Result<Vec<u16>> {
    let value = |name: &String| {
        let known = constants.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, value)| *value).with_context(|| format!("the constant {name} has no value"))
    };
    fragment.parameters.iter().map(value).collect()
}

impl Values {
    fn encode(
        &self,
        instruction: &Unplaced,
        address: u16,
        end: u16,
        outside: &mut BTreeMap<u16, u16>,
    ) -> Result<Vec<u8>> {
        let row = instruction.row;
        let value = if instruction.value.is_empty() { 0 } else { self.compute(&instruction.value)? };
        if !is_relative(row) {
            let displacement = match &instruction.displacement[..] {
                [] => 0,
                terms => self.compute(terms)?.to_le_bytes()[0].cast_signed(),
            };
            return Ok(row.encode(displacement, value).to_vec());
        }
        let is_inside = matches!(instruction.target(), Some(Target::Instruction(_)));
        let target = if is_inside { value } else { place_outside(value, end, outside) };
        let distance = target.wrapping_sub(address).wrapping_sub(row.length.into()).cast_signed();
        let distance = i8::try_from(distance).context("a branch is too far")?;
        Ok(row.encode(distance, 0).to_vec())
    }

    fn compute(&self, terms: &[Term]) -> Result<u16> {
        let mut stack: Vec<u32> = Vec::new();
        for term in terms {
            let result = self.step(*term, &mut stack).with_context(|| format!("{term:?} is not computed"))?;
            stack.push(result);
        }
        let [result] = stack[..] else { bail!("an operand is not a number") };
        Ok((result & 0xFFFF) as u16)
    }

    fn step(&self, term: Term, stack: &mut Vec<u32>) -> Option<u32> {
        Some(match term {
            Term::Number(number) => (number & 0xFFFF_FFFF) as u32,
            Term::Parameter(number) => u32::from(*self.parameters.get(number)?),
            Term::Address(number) => u32::from(*self.addresses.get(number)?),
            Term::Minus => stack.pop()?.wrapping_neg(),
            Term::Not => !stack.pop()?,
            Term::Low => stack.pop()? & 0xFF,
            Term::High => stack.pop()? >> 8 & 0xFF,
            _ => {
                let (right, left) = (stack.pop()?, stack.pop()?);
                binary(term, left, right)?
            }
        })
    }
}

fn binary(term: Term, left: u32, right: u32) -> Option<u32> {
    Some(match term {
        Term::Add => left.wrapping_add(right),
        Term::Subtract => left.wrapping_sub(right),
        Term::Multiply => left.wrapping_mul(right),
        Term::And => left & right,
        Term::Or => left | right,
        Term::Xor => left ^ right,
        Term::Left => left.checked_shl(right).unwrap_or(0),
        Term::Right => left.checked_shr(right).unwrap_or(0),
        _ => return None,
    })
}

fn is_relative(row: &Row) -> bool {
    row.operands().iter().any(|operand| matches!(operand, Operand::Relative | Operand::Mos(Mode::Relative)))
}

/// Returns the place after the code that stands for an address outside.
fn place_outside(target: u16, end: u16, outside: &mut BTreeMap<u16, u16>) -> u16 {
    let known = outside.iter().find(|(_, address)| **address == target).map(|(place, _)| *place);
    known.unwrap_or_else(|| {
        let place = end.wrapping_add(1).wrapping_add(outside.len() as u16);
        outside.insert(place, target);
        place
    })
}
