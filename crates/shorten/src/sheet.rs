//! Sheets with the header of the given one and other code.

use std::fmt::Write;

use arcadian_isa::{Instruction, Kind as Cycle, Processor, hex};
use arcadian_proof::Routine;

use crate::operation::Kind;

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
const DERIVED: [&str; 3] = ["bytes", "cycles", "org"];

/// The minimum and maximum of the cycles that a header states.
pub(crate) type Cycles = (u64, u64);

impl Template {
    /// Reads the header of a sheet.
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
        line(&format!(";! org: {}", hex::number(self.processor, self.entry, 4)));
        if let Some(((least, most), note)) = stated {
            let size = steps.iter().map(|step| usize::from(step.instruction.length())).sum::<usize>();
            line(&format!(";! bytes: {}", size + usize::from(end.length())));
            let cycles = if least == most { least.to_string() } else { format!("{least}-{most}") };
            line(&format!(";! cycles: {cycles}"));
            line(&format!("; {note}"));
        }
        for (name, value) in &self.symbols {
            let digits = if *value < 0x100 { 2 } else { 4 };
            line(&format!("{name:<8}EQU {}", hex::number(self.processor, *value, digits)));
        }
        self.code(steps, end).iter().for_each(|text| line(text));
        sheet
    }

    /// Returns the lines of the code.
    fn code(&self, steps: &[Step], end: Instruction) -> Vec<String> {
        let lengths = steps.iter().map(|step| u16::from(step.instruction.length()));
        let mut addresses = vec![self.entry];
        addresses.extend(lengths.scan(self.entry, |address, length| {
            *address = address.wrapping_add(length);
            Some(*address)
        }));
        let target = |number: usize| match steps.get(number).map(|step| step.kind) {
            Some(Kind::Skip(count)) => Some(number + 1 + usize::from(count)),
            _ => None,
        };
        let mut targets: Vec<usize> = (0..steps.len()).filter_map(target).collect();
        targets.dedup();
        let name = |number: usize| {
            targets.iter().position(|target| *target == number).map(|n| format!(".skip{}", n + 1))
        };
        let label = |number: usize| match number {
            0 => format!("{}:", self.label),
            number => name(number).map(|name| name + ":").unwrap_or_default(),
        };
        let text = |number: usize, mut instruction: Instruction| {
            if let Some(target) = target(number) {
                let next = addresses[number].wrapping_add(instruction.length().into());
                instruction.value = addresses[target];
                instruction.displacement = addresses[target].wrapping_sub(next) as i8;
                let target = name(target).unwrap_or_default();
                return instruction.at(addresses[number]).with(&|_| Some(&target)).to_string();
            }
            let is_access = instruction.row.bus.has(Cycle::Read) || instruction.row.bus.has(Cycle::Write);
            let symbols = |value: u16| {
                let symbol = self.symbols.iter().find(|(_, other)| is_access && *other == value);
                symbol.map(|(name, _)| name.as_str())
            };
            instruction.at(addresses[number]).with(&symbols).to_string()
        };
        let instructions = steps.iter().map(|step| step.instruction).chain([end]);
        let mut lines = Vec::new();
        for (number, instruction) in instructions.enumerate() {
            let mut line = format!("{:<8}", label(number));
            if !line.ends_with(' ') {
                line.push(' ');
            }
            let _ = write!(line, "{}", text(number, instruction));
            lines.push(line);
        }
        lines
    }
}
