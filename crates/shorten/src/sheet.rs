//! Sheets with the header of the given one and other code; and windows of straight-line code: parts that are replaced while the code
//! around them stays.

use std::ops::Range;

use arcadian_isa::{CycleKind, Instruction, Processor};
use arcadian_parallel::flow::Resources;
use arcadian_proof::Routine;

use crate::{
    engine::{TestCase, TestCases, run},
    idioms::facts,
    model::{Effects, Model},
    operation::{Kind, Operation},
    options::Cost,
};

/// An instruction of a candidate; a branch knows how many instructions it skips.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) instruction: Instruction,
    pub(crate) kind: Kind,
}

/// The header of a sheet, to which code is added.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    processor: Processor,
    /// The header lines, without those that depend on the code.
    header: Vec<String>,
    /// The label of the routine and its address.
    label: String,
    entry: u16,
    /// The symbols that the header uses, with their values.
    symbols: Vec<(String, u16)>,
}

/// The header keys that depend on the code.
const DERIVED: [&str; 8] = ["bytes", "cycles", "org", "at", "invariant", "decreases", "expands", "remaining"];

/// The minimum and maximum of the cycles that a header states.
pub(crate) type Cycles = (u64, u64);

impl Template {
    pub(crate) fn new(text: &str, routine: &Routine) -> Template {
        let lines =
            text.lines().take_while(|line| line.trim().is_empty() || line.trim_start().starts_with(';'));
        let is_kept = |line: &&str| {
            let key =
                line.strip_prefix(";!").and_then(|line| line.split_once(':')).map(|(key, _)| key.trim());
            key.is_some_and(|key| !DERIVED.iter().any(|derived| key.eq_ignore_ascii_case(derived)))
        };
        let header: Vec<String> = lines.filter(is_kept).map(str::to_owned).collect();
        let is_used = |name: &str| {
            let words = |line: &String| {
                line.split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|word| word.eq_ignore_ascii_case(name))
            };
            !name.eq_ignore_ascii_case(&routine.name) && header.iter().any(words)
        };
        let symbols = routine.assembly.symbols.values().filter(|symbol| is_used(&symbol.name));
        let symbols = symbols
            .filter_map(|symbol| Some((symbol.name.clone(), u16::try_from(symbol.value).ok()?)))
            .collect();
        Template {
            processor: routine.processor(),
            header,
            label: routine.name.clone(),
            entry: routine.entry,
            symbols,
        }
    }

    /// Returns a sheet with this code. `end` is the return.
    pub(crate) fn sheet(&self, steps: &[Step], end: Instruction, stated: Option<(Cycles, &str)>) -> String {
        let mut sheet = String::new();
        let mut line = |text: &str| {
            sheet.push_str(text);
            sheet.push('\n');
        };
        self.header.iter().for_each(|text| line(text));
        line(&format!(";! org: {}", self.processor.hex(self.entry, 4)));
        if let Some((cycles, note)) = stated {
            let size = steps.iter().map(|step| usize::from(step.instruction.length())).sum::<usize>();
            let size = size + usize::from(end.length());
            cost_lines(size, cycles, note).iter().for_each(|text| line(text));
        }
        for (name, value) in &self.symbols {
            let digits = if *value < 0x100 { 2 } else { 4 };
            line(&format!("{name:<8}EQU {}", self.processor.hex(*value, digits)));
        }
        self.code(steps, end).iter().for_each(|text| line(text));
        sheet
    }

    /// Returns the lines of a sheet with these statements and a return as its code.
    pub(crate) fn with_statements(&self, statements: &[String]) -> Vec<String> {
        let statement =
            |text: &str| if text.ends_with(':') { text.to_owned() } else { format!("        {text}") };
        let mut lines = self.header.clone();
        lines.push(format!(";! org: {}", self.processor.hex(self.entry, 4)));
        lines.push(format!("{}:", self.label));
        lines.extend(statements.iter().map(|text| statement(text)));
        lines.push(statement(facts(self.processor).end));
        lines
    }

    /// Returns the lines of a source without the header lines that state its cost.
    pub(crate) fn without_derived(&self, lines: &[String]) -> Vec<String> {
        let states_cost = |line: &&String| {
            let key =
                line.strip_prefix(";!").and_then(|line| line.split_once(':')).map(|(key, _)| key.trim());
            key.is_some_and(|key| ["bytes", "cycles"].iter().any(|cost| key.eq_ignore_ascii_case(cost)))
        };
        lines.iter().filter(|line| !states_cost(line)).cloned().collect()
    }

    /// Returns a source with header lines that state its cost.
    pub(crate) fn with_derived(&self, lines: &[String], size: usize, cycles: Cycles, note: &str) -> String {
        let header = lines.iter().rposition(|line| line.starts_with(";!")).map_or(0, |last| last + 1);
        let (before, after) = lines.split_at(header);
        let stated = cost_lines(size, cycles, note);
        before.iter().chain(&stated).chain(after).map(|line| format!("{line}\n")).collect()
    }

    fn code(&self, steps: &[Step], end: Instruction) -> Vec<String> {
        let lines = Lines::new(self, steps);
        let instructions = steps.iter().map(|step| step.instruction).chain([end]);
        instructions.enumerate().map(|(number, instruction)| lines.line(number, instruction)).collect()
    }
}

fn cost_lines(size: usize, (least, most): Cycles, note: &str) -> [String; 3] {
    let cycles = if least == most { least.to_string() } else { format!("{least}-{most}") };
    [format!(";! bytes: {size}"), format!(";! cycles: {cycles}"), format!("; {note}")]
}

/// The places of a candidate's instructions.
struct Lines<'a> {
    template: &'a Template,
    steps: &'a [Step],
    addresses: Vec<u16>,
    /// The instructions to which a branch skips, in order.
    targets: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(template: &'a Template, steps: &'a [Step]) -> Self {
        let mut addresses = vec![template.entry];
        addresses.extend(steps.iter().scan(template.entry, |address, step| {
            *address = address.wrapping_add(step.instruction.length().into());
            Some(*address)
        }));
        let mut lines = Lines { template, steps, addresses, targets: Vec::new() };
        lines.targets = (0..steps.len()).filter_map(|number| lines.target(number)).collect();
        lines.targets.dedup();
        lines
    }

    /// Returns the number of the instruction to which this one skips, if it does.
    fn target(&self, number: usize) -> Option<usize> {
        match self.steps.get(number)?.kind {
            Kind::Skip(count) => Some(number + 1 + usize::from(count)),
            _ => None,
        }
    }

    /// Returns the label of an instruction to which a branch skips.
    fn name(&self, number: usize) -> Option<String> {
        let position = self.targets.iter().position(|target| *target == number)?;
        Some(format!(".skip{}", position + 1))
    }

    fn line(&self, number: usize, instruction: Instruction) -> String {
        let label = match number {
            0 => format!("{}:", self.template.label),
            _ => self.name(number).map(|name| name + ":").unwrap_or_default(),
        };
        let text = match self.target(number) {
            Some(target) => self.branch(number, target, instruction),
            None => self.plain(number, instruction),
        };
        // A long label still needs a blank after it.
        format!("{label:<7} {text}")
    }

    fn branch(&self, number: usize, target: usize, mut instruction: Instruction) -> String {
        let (address, to) = (self.addresses[number], self.addresses[target]);
        let next = address.wrapping_add(instruction.length().into());
        (instruction.value, instruction.displacement) = (to, to.wrapping_sub(next) as i8);
        let name = self.name(target).unwrap_or_default();
        instruction.at(address).with(&|_| Some(&name)).to_string()
    }

    fn plain(&self, number: usize, instruction: Instruction) -> String {
        let bus = instruction.row.bus;
        let is_access = bus.has(CycleKind::Read) || bus.has(CycleKind::Write);
        let symbol = |value: u16| {
            let symbol = self.template.symbols.iter().find(|(_, other)| is_access && *other == value);
            symbol.map(|(name, _)| name.as_str())
        };
        instruction.at(self.addresses[number]).with(&symbol).to_string()
    }
}

/// Straight-line code, without its return.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    operations: Vec<Operation>,
    effects: Vec<Effects>,
}

/// The code around a window. Both parts are empty if all code is replaced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) before: Vec<Step>,
    pub(crate) after: Vec<Step>,
    /// The cost of both parts and of the return.
    pub(crate) cost: Cost,
    /// The operations before and inside the window, if there is one.
    window: Option<(Vec<Operation>, Vec<Operation>)>,
}

impl Code {
    /// Reads the code of a routine. Returns `None` if it is not straight-line code that ends with this return, if it contains what
    /// code for the contract must not contain, or if the contract lets it change itself.
    pub(crate) fn read(routine: &Routine, model: &Model, end: Instruction) -> Option<Code> {
        let decoded = decode(routine.processor(), routine.image())?;
        let (last, body) = decoded.split_last()?;
        let is_whole = routine.entry == routine.assembly.origin && routine.size() == routine.image().len();
        // What a part does is known from its bytes only if nothing changes them.
        if *last != end || !is_whole || model.may_change_code(routine, routine.size()) {
            return None;
        }
        let effects: Option<Vec<_>> =
            body.iter().map(|instruction| model.effects(&instruction.bytes())).collect();
        let effects = effects.filter(|all| all.iter().all(|effects| effects.branches_on.is_none()))?;
        let operations = body.iter().zip(&effects).map(|(found, effects)| Operation::new(*found, effects));
        Some(Code { operations: operations.collect(), effects })
    }

    /// Returns the number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.operations.len()
    }

    /// Returns all windows of up to a length, the short ones first.
    pub(crate) fn windows(&self, longest: usize) -> Vec<Range<usize>> {
        let count = self.operations.len();
        let of_length = |length| (0..=count - length).map(move |first| first..first + length);
        (1..=count.min(longest)).flat_map(of_length).collect()
    }

    pub(crate) fn cost(&self, part: Range<usize>) -> Cost {
        self.operations[part].iter().fold(Cost::default(), |all, operation| all + operation.cost)
    }

    pub(crate) fn frame(&self, window: &Range<usize>, end: Cost) -> Surroundings {
        let step = |operation: &Operation| Step { instruction: operation.instruction, kind: Kind::Plain };
        let steps = |part: Range<usize>| self.operations[part].iter().map(step).collect();
        let count = self.operations.len();
        Surroundings {
            before: steps(0..window.start),
            after: steps(window.end..count),
            cost: self.cost(0..window.start) + self.cost(window.end..count) + end,
            window: Some((
                self.operations[..window.start].to_vec(),
                self.operations[window.clone()].to_vec(),
            )),
        }
    }

    /// Returns the resources that matter after the first instructions.
    pub(crate) fn live_after(&self, count: usize, model: &Model) -> Resources {
        let suffix = self.effects[count..].iter().rev();
        suffix.fold(model.required_resources(), |live, effects| effects.live_before(live))
    }
}

fn decode(processor: Processor, mut bytes: &[u8]) -> Option<Vec<Instruction>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let instruction = processor.decode(bytes).ok()?;
        bytes = bytes.get(usize::from(instruction.length())..)?;
        all.push(instruction);
    }
    Some(all)
}

impl Surroundings {
    /// Turns tests of the whole code into tests of the window.
    pub(crate) fn tests(&self, model: &Model, tests: TestCases) -> TestCases {
        let Some((before, inside)) = &self.window else { return tests };
        let entries: Vec<_> = tests.all.into_iter().map(|test| test.entry).collect();
        let entries = run(model, before, &entries);
        let results = run(model, inside, &entries);
        let tests = entries.into_iter().zip(results);
        TestCases::new(tests.map(|(entry, result)| TestCase { entry, result, allowed: None }).collect())
    }
}
