//! The cycles of a part, as text and as JSON. Names and lines of the source are not escaped.

use std::{collections::BTreeMap, fmt::Write as _};

use arcadian_compare::{
    Reason, Value as Register,
    code::Program,
    cycles::{Answer, Call, Ending, Question, Time, Way, measure},
};
use serde::Serialize;

use crate::cycles::{Part, code::Code};

/// The cycles of a part.
#[derive(Clone)]
pub struct Finding<'a> {
    /// The source or the binary.
    pub code: &'a dyn Code,
    pub part: &'a Part,
    /// Its cycles, or why they are not known.
    pub result: Result<Answer, Reason>,
}

/// Whether a part takes the stated cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The part takes the stated cycles, which is proven.
    Holds,
    /// The part does not take the stated cycles.
    Fails,
    /// None are stated.
    Measured,
    Undecided,
    /// Some of what is executed is not counted, or no state is possible on entry.
    Uncounted,
}

impl Verdict {
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "FAILS",
            Verdict::Measured => "",
            Verdict::Undecided => "undecided",
            Verdict::Uncounted => "not judged",
        }
    }

    /// Whether nothing is wrong or unknown.
    pub const fn is_right(self) -> bool {
        matches!(self, Verdict::Holds | Verdict::Measured)
    }
}

impl<'a> Finding<'a> {
    /// Measures a part. The thread's formulas are reset.
    pub fn of(code: &'a dyn Code, part: &'a Part) -> Self {
        let byte = |address| code.byte_at(address);
        let line = |address| code.row_at(address).map_or(0, |row| row.number);
        let program = Program { processor: code.processor(), byte: &byte, line: &line };
        let mut question = Question::new(program, part.start);
        question.ends = part.end.iter().map(|(_, address)| *address).collect();
        question.requires.clone_from(&part.requires);
        question.constants = part.constants(code);
        question.budget = part.stated.map(|stated| stated.most);
        Finding { code, part, result: measure(&question) }
    }

    pub fn unknown(code: &'a dyn Code, part: &'a Part, reason: Reason) -> Self {
        Finding { code, part, result: Err(reason) }
    }

    pub fn verdict(&self) -> Verdict {
        let time = match &self.result {
            Ok(Answer { time, .. }) => time,
            Err(Reason::NeverTrue | Reason::Apart) => return Verdict::Uncounted,
            Err(_) => return Verdict::Undecided,
        };
        match (self.part.stated, time) {
            (_, Time::Over(_)) => Verdict::Fails,
            // A number without a part of the time would deceive.
            (None, Time::Within { .. }) if !self.uncounted().is_empty() => Verdict::Uncounted,
            (None, Time::Within { .. }) => Verdict::Measured,
            (Some(stated), Time::Within { most, .. })
                if self.unreached().is_some()
                    || most.cycles <= stated.most && !self.uncounted().is_empty() =>
            {
                Verdict::Uncounted
            }
            (Some(stated), Time::Within { least, most, .. })
                if stated.is_met_by(least.cycles, most.cycles) =>
            {
                Verdict::Holds
            }
            (Some(_), Time::Within { .. }) => Verdict::Fails,
        }
    }

    /// Returns the ways that take other cycles than are stated.
    pub fn wrong(&self) -> Vec<&Way> {
        let (Ok(Answer { time, .. }), Some(stated), true) =
            (&self.result, self.part.stated, self.verdict() == Verdict::Fails)
        else {
            return Vec::new();
        };
        match time {
            Time::Over(way) => vec![way],
            Time::Within { least, most, .. } => {
                let is_least_wrong = !stated.is_budget && least.cycles != stated.least;
                let is_most_wrong =
                    most.cycles > stated.most || !stated.is_budget && most.cycles != stated.most;
                let wrong = [(is_least_wrong, &**least), (is_most_wrong, &**most)];
                wrong.into_iter().filter_map(|(is_wrong, way)| is_wrong.then_some(way)).collect()
            }
        }
    }

    /// Returns the way with the most cycles that is known.
    pub fn worst(&self) -> Option<&Way> {
        match &self.result.as_ref().ok()?.time {
            Time::Within { most, .. } => Some(most),
            Time::Over(way) => Some(way),
        }
    }
}

/// The head of the table.
pub const HEAD: &str = "from             to               cycles        stated";

impl Finding<'_> {
    /// Returns the row of the table.
    pub fn line(&self) -> String {
        let end = self.part.end.as_ref().map_or("return", |(name, _)| name);
        let stated = self.part.stated.map_or_else(String::new, |stated| stated.to_string());
        let row = format!(
            "{:<16} {end:<16} {:<13} {stated:<13} {}",
            self.part.name,
            self.cycles(),
            self.verdict().word()
        );
        row.trim_end().to_owned()
    }

    fn cycles(&self) -> String {
        match self.result.as_ref().map(|answer| &answer.time) {
            Err(_) => "-".to_owned(),
            Ok(Time::Over(way)) => format!("{} or more", way.cycles),
            Ok(Time::Within { least, most, .. }) if least.cycles == most.cycles => most.cycles.to_string(),
            Ok(Time::Within { least, most, .. }) => format!("{}-{}", least.cycles, most.cycles),
        }
    }

    /// Returns what is wrong, on one line; empty if the part takes the stated cycles, or none are stated.
    pub fn message(&self) -> String {
        let stated = self.part.stated.map_or_else(String::new, |stated| stated.to_string());
        match (&self.result, self.verdict()) {
            (Err(reason), _) => reason.to_string(),
            (Ok(answer), Verdict::Fails) => match &answer.time {
                Time::Over(way) => format!(
                    "{stated} cycles are stated; a way through the code has not ended after {}",
                    way.cycles
                ),
                Time::Within { .. } => format!("{stated} cycles are stated; they are {}", self.cycles()),
            },
            (Ok(_), Verdict::Uncounted) => {
                let reason = self.uncounted().into_iter().next().unwrap_or_default();
                if stated.is_empty() {
                    format!("the cycles are not known: {reason}")
                } else {
                    format!("{stated} cycles are stated and cannot be judged: {reason}")
                }
            }
            _ => String::new(),
        }
    }

    /// Returns the notes on the row: what is wrong, what is not counted, and where paths end in an unusual way.
    pub fn notes(&self) -> Vec<String> {
        let message = self.message();
        let mut notes: Vec<String> =
            Some(message).filter(|message| !message.is_empty()).into_iter().collect();
        let is_uncounted = self.verdict() == Verdict::Uncounted;
        notes.extend(self.uncounted().into_iter().skip(is_uncounted.into()));
        if is_uncounted && self.part.stated.is_some() && self.result.is_ok() && self.unreached().is_none() {
            notes.push("up to a label before it they can be: `;! cycles to LABEL: <= 114`".to_owned());
        }
        if self.part.end.is_some() && self.ends().any(|end| end == Ending::Return) {
            notes.push("some ways end with a return before the label".to_owned());
        }
        notes
    }

    fn ends(&self) -> impl Iterator<Item = Ending> {
        let time = self.result.as_ref().ok().map(|answer| &answer.time);
        let ends = time.and_then(|time| match time {
            Time::Within { ends, .. } => Some(ends),
            Time::Over(_) => None,
        });
        ends.into_iter().flatten().copied()
    }

    /// Returns what is executed and not counted.
    fn uncounted(&self) -> Vec<String> {
        let calls = self.result.iter().flat_map(|answer| &answer.calls).map(|call| self.call(*call));
        let ends = self.ends().filter_map(|end| self.unusual(end));
        self.unreached().into_iter().chain(calls).chain(ends).collect()
    }

    /// Returns what is said of an address without code.
    fn lacks(&self, address: u16) -> String {
        let names = self.code.names_at(address);
        let name = if names.is_empty() { format!("{address:04X}") } else { names.join(" or ") };
        if self.code.is_in_banks(address) {
            format!("{name}, where banks share addresses and nothing says which of them is there")
        } else if self.code.is_elsewhere(address) {
            format!("{name}, which is in the map and not in {}", self.code.file())
        } else {
            format!("{name}, which the {} does not have", self.code.kind())
        }
    }

    /// Returns that nothing reaches the label up to which cycles are counted.
    fn unreached(&self) -> Option<String> {
        let (name, _) = self.part.end.as_ref()?;
        let mut ends = self.ends().peekable();
        (ends.peek().is_some() && ends.all(|end| end != Ending::End))
            .then(|| format!("no way reaches {name}"))
    }

    fn call(&self, call: Call) -> String {
        let line = call.line;
        match call.address {
            Some(address) => {
                let what = self.lacks(address);
                format!("{} calls {what}: the cycles of that routine are not counted", at(line))
            }
            None => format!("{} waits for an interrupt: the time until then is not counted", at(line)),
        }
    }

    fn unusual(&self, end: Ending) -> Option<String> {
        Some(match end {
            Ending::Return | Ending::End => return None,
            Ending::Computed { line } => {
                format!("{} jumps to a computed address: what follows is not counted", at(line))
            }
            Ending::Jump(address) => format!("some ways end with a jump to {}", self.lacks(address)),
            Ending::Beyond => {
                "some paths run past the end of the code; they are counted up to there".to_owned()
            }
            Ending::Stop => "some ways stop the processor".to_owned(),
        })
    }

    /// Returns a way through the code: how often each instruction is executed, in the order in which they are reached.
    pub fn way(&self, way: &Way) -> String {
        let mut text = format!("  {} cycles with {}\n", way.cycles, entry(way));
        text += "     times  cycles  line  source\n";
        for step in self.profile(way) {
            let _ = writeln!(text, "{:>10}{:>8}{:>6}  {}", step.times, step.cycles, step.line, step.text);
        }
        text
    }

    /// Returns the instructions of a way, each once.
    fn profile(&self, way: &Way) -> Vec<Executed> {
        let mut numbers = BTreeMap::new();
        let mut all: Vec<Executed> = Vec::new();
        for (address, cycles) in &way.steps {
            let number = *numbers.entry(*address).or_insert_with(|| {
                all.push(Executed::at(self.code, *address));
                all.len() - 1
            });
            if let Some(step) = all.get_mut(number) {
                (step.times, step.cycles) = (step.times + 1, step.cycles + cycles);
            }
        }
        all
    }

    /// Returns the entry of the part in `arcadian cycles --json`.
    pub fn entry(&self) -> PartEntry<'_> {
        let (file, line) = &self.part.place;
        PartEntry {
            from: &self.part.name,
            to: self.part.end.as_ref().map(|(name, _)| &**name),
            file,
            line: *line,
            cycles: match self.result.as_ref().map(|answer| &answer.time) {
                Ok(Time::Within { least, most, .. }) => Some(Span { min: least.cycles, max: most.cycles }),
                _ => None,
            },
            stated: self.part.stated.map(|stated| stated.to_string()),
            ok: match self.verdict() {
                Verdict::Holds => Some(true),
                Verdict::Fails => Some(false),
                Verdict::Measured | Verdict::Undecided | Verdict::Uncounted => None,
            },
            decided: self.result.is_ok() && self.verdict() != Verdict::Uncounted,
            notes: self.notes(),
            worst: self.worst().map(|way| self.way_entry(way)),
        }
    }

    fn way_entry<'w>(&self, way: &'w Way) -> WayEntry<'w> {
        let step = |step: Executed| StepEntry {
            address: format!("{:04X}", step.address),
            line: step.line,
            times: step.times,
            cycles: step.cycles,
            source: step.text,
        };
        let memory = way.setup.states.first().into_iter().flat_map(|state| &state.memory);
        WayEntry {
            cycles: way.cycles,
            entry: way.entry.iter().map(|value| (value.name.as_str(), value.value)).collect(),
            memory: memory.map(|(address, byte)| (format!("{address:04X}"), format!("{byte:02X}"))).collect(),
            inputs: &way.setup.inputs,
            path: self.profile(way).into_iter().map(step).collect(),
        }
    }
}

/// A part in `arcadian cycles --json`.
#[derive(Serialize)]
pub struct PartEntry<'a> {
    from: &'a str,
    to: Option<&'a str>,
    file: &'a str,
    line: usize,
    cycles: Option<Span>,
    stated: Option<String>,
    /// Whether it takes the stated cycles, if this is known and there are some.
    ok: Option<bool>,
    decided: bool,
    notes: Vec<String>,
    worst: Option<WayEntry<'a>>,
}

#[derive(Serialize)]
struct Span {
    min: u64,
    max: u64,
}

/// The way with the most cycles.
#[derive(Serialize)]
struct WayEntry<'a> {
    cycles: u64,
    entry: BTreeMap<&'a str, u16>,
    memory: BTreeMap<String, String>,
    inputs: &'a [u8],
    path: Vec<StepEntry>,
}

#[derive(Serialize)]
struct StepEntry {
    address: String,
    line: usize,
    times: u64,
    cycles: u64,
    source: String,
}

struct Executed {
    address: u16,
    line: usize,
    text: String,
    times: u64,
    cycles: u64,
}

impl Executed {
    fn at(code: &dyn Code, address: u16) -> Self {
        let row = code.row_at(address);
        let text = row.map(|row| row.text.trim_end()).filter(|text| !text.is_empty());
        let text = text.map_or_else(|| instruction(code, address), str::to_owned);
        Executed { address, line: row.map_or(0, |row| row.number), text, times: 0, cycles: 0 }
    }
}

/// Returns an instruction whose source is not known.
fn instruction(code: &dyn Code, address: u16) -> String {
    const LONGEST: u16 = 4;
    let bytes: Vec<u8> =
        (0..LONGEST).map_while(|offset| code.byte_at(address.wrapping_add(offset))).collect();
    let decoded = code.processor().decode(&bytes);
    decoded
        .map_or_else(|_| String::new(), |instruction| format!("{address:04X}  {}", instruction.at(address)))
}

/// Returns the place of an instruction, if its line is known.
fn at(line: usize) -> String {
    if line == 0 { "code without a line".to_owned() } else { format!("line {line}") }
}

/// Returns what is not 0 on entry.
fn entry(way: &Way) -> String {
    let value = |register: &Register| {
        let digits = match register.bits {
            1 => 1,
            8 => 2,
            _ => 4,
        };
        format!("{} = {:0digits$X}", register.name, register.value)
    };
    let memory = way.setup.states.first().map_or(&[][..], |state| &state.memory);
    let memory = memory.iter().filter(|(_, byte)| *byte != 0);
    let memory = memory.map(|(address, byte)| format!("({address:04X}) = {byte:02X}"));
    let inputs = way.setup.inputs.iter().enumerate().filter(|(_, byte)| **byte != 0);
    let inputs = inputs.map(|(number, byte)| format!("input {} = {byte:02X}", number + 1));
    match way.entry.iter().map(value).chain(memory).chain(inputs).collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "0 in every register and all memory".to_owned(),
        some => format!("{some}, everything else 0"),
    }
}
