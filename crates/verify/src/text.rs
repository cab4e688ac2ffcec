//! The report of a routine as text, and the command line of `arcadian step` that shows a counterexample.

use std::{
    fmt::{self, Write},
    path::{Path, PathBuf},
    time::Duration,
};

use arcadian_claims::sheets;
use arcadian_files::escape;
use arcadian_isa::{Processor, hex};
use arcadian_proof::{CostRange, Counterexample, CycleProof, Extremes, Fate, Fault, Method, Mutant, Routine};

use crate::{Outcome, RoutineReport, Tally, Undecided, Verdict};

/// The header of the table. With the result in the last column the table fits 80 columns.
pub const HEAD: &str = "routine  cpu  method     inputs      bytes  cycles        instructions\n";

impl RoutineReport<'_> {
    /// Returns the row of the table, with notes below it. `time_limit` is the one that was set.
    pub fn text(&self, time_limit: Duration) -> String {
        let RoutineReport { routine, outcome, verdict, .. } = *self;
        let mut text = format!("{}\n", self.line());
        self.add_limits(&mut text, time_limit);
        if let Some(fault) = &outcome.specification_fault {
            let _ = writeln!(text, "  {fault}");
        }
        if let Some(fault) = &self.fault {
            let _ = writeln!(text, "  {fault}");
        }
        let failing = self.failing();
        if outcome.is_of_reference {
            let end =
                if verdict == Verdict::NotJudged { "cannot be judged; complete" } else { "fails; correct" };
            let (name, file) = (&failing.name, &failing.file);
            let _ = writeln!(text, "  the reference, {name} in {file}, {end} it first:");
        }
        if let Some(wrong) = &outcome.counterexample {
            text += &counterexample(failing, wrong);
        }
        for note in differences(routine) {
            let _ = writeln!(text, "  {note}");
        }
        if let Some(times) = outcome.finding.cost.as_ref().filter(|_| self.shows_times) {
            text += &extremes(routine, &times.cycles);
        }
        if let Some(fates) = &outcome.mutants {
            text += &mutants(fates);
        }
        text
    }

    /// Returns the row of the table. A proof by induction says nothing of costs but that the cycles are as stated.
    fn line(&self) -> String {
        let RoutineReport { routine, outcome, verdict, .. } = *self;
        let cost = outcome.finding.cost.as_ref();
        let is_inductive = outcome.method == Method::Induction && verdict == Verdict::Holds;
        let stated = routine.stated_cycles.map(|stated| stated.to_string());
        let (cycles, instructions) = if is_inductive {
            (stated.unwrap_or("-".to_owned()), "-".to_owned())
        } else {
            (extent(cost.map(|cost| &cost.cycles)), extent(cost.map(|cost| &cost.instructions)))
        };
        format!(
            "{:<8} {:<4} {:<10} {:<11} {:>5}  {cycles:<13} {instructions:<12} {}",
            routine.name,
            routine.processor().to_string(),
            outcome.method,
            outcome.inputs,
            routine.size(),
            verdict.word(),
        )
    }

    /// Adds what the result does not say: inputs that were not run, and why nothing was decided.
    fn add_limits(&self, text: &mut String, time_limit: Duration) {
        let RoutineReport { routine, outcome, verdict, .. } = *self;
        if matches!(verdict, Verdict::Examples | Verdict::ExamplesOnly) {
            let _ = writeln!(text, "  {}", only_examples(routine, outcome));
        }
        if verdict == Verdict::Sampled {
            let _ = writeln!(text, "  {}", sampled(routine, outcome));
        }
        if let Some(reason) = &outcome.no_proof
            && matches!(verdict, Verdict::Sampled | Verdict::ExamplesOnly)
        {
            let _ = writeln!(text, "  no proof: {reason}");
        }
        if let CycleProof::NotProven(reason) = &outcome.cycles
            && verdict == Verdict::CyclesSampled
        {
            if outcome.finding.cost.is_some() {
                let _ = writeln!(text, "  cycles and instructions are those of random inputs");
            }
            let _ = writeln!(text, "  the stated cycles are not proven: {reason}");
        }
        if outcome.method == Method::Induction && verdict == Verdict::Holds {
            let _ = match &outcome.finding.cost {
                Some(cost) => writeln!(text, "  random inputs took {}", costs(cost)),
                None => writeln!(text, "  random inputs took more instructions than --max-instructions"),
            };
        }
        if verdict == Verdict::Undecided {
            let limit = time_limit.as_secs_f64();
            let _ = match (&outcome.counterexample, outcome.undecided) {
                (Some(_), _) => {
                    writeln!(text, "  a run is longer than --max-instructions; a greater one may decide")
                }
                (None, Some(Undecided::NoInput)) => {
                    writeln!(text, "  no random input satisfies `requires`, and the proof was given up")
                }
                (None, _) => writeln!(text, "  not decided within --time-limit {limit} (seconds)"),
            };
        }
    }
}

/// Returns the text for a routine whose outputs only its examples state: their number, and how everything else was checked.
fn only_examples(routine: &Routine, outcome: &Outcome) -> String {
    let outputs = match routine.specification.example_count() {
        1 => "the outputs are those of 1 example".to_owned(),
        count => format!("the outputs are those of {count} examples"),
    };
    let rest = match outcome.method {
        Method::Examples => "nothing else was run",
        method if method.is_proof() => "everything else is proven for all inputs",
        _ => "everything else was only run on samples",
    };
    format!("{outputs}; {rest}")
}

/// Returns what was tried of a sampled routine.
fn sampled(routine: &Routine, outcome: &Outcome) -> String {
    let inputs = if routine.specification.is_restricted() {
        format!("those of {} that satisfy `requires`", outcome.inputs)
    } else {
        outcome.inputs.clone()
    };
    match outcome.method {
        Method::Exhaustive => {
            format!("no fault in {inputs} inputs with random initial states; this is not a proof")
        }
        _ => format!("no fault in {inputs} samples; this is not a proof"),
    }
}

pub(crate) fn span(min: u64, max: u64) -> String {
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

fn extent(extent: Option<&Extremes>) -> String {
    extent.map_or("-".to_owned(), |extent| span(extent.min, extent.max))
}

fn costs(cost: &CostRange) -> String {
    let [cycles, instructions] =
        [&cost.cycles, &cost.instructions].map(|extremes| span(extremes.min, extremes.max));
    format!("{cycles} cycles, {instructions} instructions")
}

pub(crate) fn input<'a>(routine: &'a Routine, bytes: &'a [u8]) -> Vec<(&'a str, &'a [u8])> {
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        own
    };
    let fields = routine.specification.inputs().iter();
    fields.map(|field| (field.name.as_str(), take(field.bytes()))).collect()
}

fn listed(fields: &[(impl fmt::Display, impl AsRef<[u8]>)]) -> String {
    let fields: Vec<_> =
        fields.iter().map(|(name, bytes)| format!("{name} = {}", hex::bytes(bytes.as_ref()))).collect();
    fields.join(", ")
}

/// Formats the minimum and maximum cycles, each with an input that reaches it.
fn extremes(routine: &Routine, cycles: &Extremes) -> String {
    let mut text = String::new();
    for (time, at) in [(cycles.min, &cycles.min_input), (cycles.max, &cycles.max_input)] {
        let _ = writeln!(text, "  {time} cycles with {}", listed(&input(routine, at)));
    }
    text
}

/// Returns which registers a routine and the one that it is compared with treat differently.
fn differences(routine: &Routine) -> Vec<String> {
    let Some(reference) = routine.reference() else { return Vec::new() };
    let note = |keeps: &Routine, changes: &Routine| {
        let kept = keeps.kept_unlike(changes).join(", ");
        (!kept.is_empty())
            .then(|| format!("note: {} keeps {kept}; {} may change that", keeps.file, changes.file))
    };
    note(reference, routine).into_iter().chain(note(routine, reference)).collect()
}

fn counterexample(routine: &Routine, wrong: &Counterexample) -> String {
    let placed = wrong.placed.iter().map(|(what, address)| format!("{what} at {address:04X}"));
    let registers = wrong.registers.iter().map(|(name, value)| format!("{name} = {value:02X}"));
    let memory = wrong.memory.iter().map(|(address, byte)| format!("{byte:02X} at {address:04X}"));
    let with: Vec<_> = registers.chain(memory).collect();
    let rows = [
        ("given", listed(&wrong.input)),
        ("placed", placed.collect::<Vec<_>>().join(", ")),
        ("with", with.join(", ")),
        ("should be", listed(&wrong.expected)),
        ("is", listed(&wrong.found)),
    ];
    let mut text = String::new();
    for (what, said) in rows.into_iter().filter(|(_, said)| !said.is_empty()) {
        let _ = writeln!(text, "  {what:<9}  {said}");
    }
    for fault in &wrong.faults {
        let _ = writeln!(text, "  {fault}");
    }
    if wrong.faults.iter().any(changes_mode) {
        text += "  D and I of the 6502 must be left as they were, also if P may change\n";
    }
    if let Some(advice) = wrong.advice(routine) {
        let _ = writeln!(text, "  {:<9}  {advice}", "help");
    }
    if let Some(shown) = StepCommand::of(routine, wrong) {
        let _ = writeln!(text, "  {:<9}  {shown}", "shown by");
    }
    text
}

/// Returns whether a fault is a change of D or I of the 6502.
fn changes_mode(fault: &Fault) -> bool {
    matches!(fault, Fault::Flags(names, "P", ..) if names.contains(&"D") || names.contains(&"I"))
}

pub(crate) fn places(fates: &[(Mutant, Option<Fate>)], which: Option<Fate>) -> Vec<String> {
    let chosen = fates.iter().filter(|(_, fate)| *fate == which);
    chosen.map(|(mutant, _)| mutant.to_string()).collect()
}

fn mutants(fates: &[(Mutant, Option<Fate>)]) -> String {
    let mut text = format!("  {}\n", Tally::of(fates));
    for (word, which) in [("equivalent", Fate::Equivalent), ("SURVIVED", Fate::Survived)] {
        let places = places(fates, Some(which));
        if !places.is_empty() {
            let _ = writeln!(text, "  {word}: {}", places.join(" "));
        }
    }
    text
}

/// A routine in the state of a counterexample, stopped at the instruction that causes the first fault. Its text is the
/// command line, its JSON the request of a page.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepCommand {
    /// The name of the routine or the file of its sheet.
    pub target: PathBuf,
    /// The further arguments that name a routine of a binary or of a program.
    #[serde(skip)]
    pub arguments: Vec<String>,
    /// The name of the processor, if the target does not say it.
    pub cpu: Option<String>,
    /// The sheet that the routine is compared with, unless the header names it.
    pub same_as: Option<PathBuf>,
    /// The fields, as `FIELD=BYTES`.
    pub inputs: Vec<String>,
    /// The addresses at which the call places things, as `NAME=ADDRESS`.
    pub place: Vec<String>,
    /// The registers, as `NAME=VALUE`.
    pub set: Vec<String>,
    /// The memory, as `ADDRESS=BYTE`.
    pub poke: Vec<String>,
    /// The number of steps before that instruction.
    #[serde(rename = "go")]
    pub steps: u64,
}

impl StepCommand {
    /// Returns how a counterexample is shown, or `None` if it is not explained.
    pub fn of(routine: &Routine, wrong: &Counterexample) -> Option<Self> {
        let steps = wrong.lost_after?;
        let inputs = wrong.input.iter().map(|(name, bytes)| format!("{name}={}", hex::unspaced_bytes(bytes)));
        let place = wrong.placed.iter().map(|(what, address)| format!("{}={address:04X}", what.name()));
        let poke = wrong.memory.iter().map(|(address, byte)| format!("{address:04X}={byte:02X}"));
        let set = wrong.registers.iter().map(|(name, value)| format!("{name}={value:02X}"));
        let (target, cpu) = target(routine);
        Some(StepCommand {
            target,
            arguments: routine.arguments.iter().flatten().skip(1).cloned().collect(),
            cpu: cpu.map(|cpu| cpu.to_string()),
            same_as: compared_with(routine).map(PathBuf::from),
            inputs: inputs.collect(),
            place: place.collect(),
            set: set.collect(),
            poke: poke.collect(),
            steps,
        })
    }
}

impl fmt::Display for StepCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StepCommand { target, arguments, cpu, same_as, inputs, place, set, poke, steps } = self;
        let path = |path: &Path| {
            if escape::is_stream(path) { "-".to_owned() } else { escape::shell_word(&path.to_string_lossy()) }
        };
        write!(f, "arcadian step {}", path(target))?;
        for argument in arguments {
            write!(f, " {}", escape::shell_word(argument))?;
        }
        if let Some(cpu) = cpu {
            write!(f, " --cpu {cpu}")?;
        }
        if let Some(same_as) = same_as {
            write!(f, " --same-as {}", path(same_as))?;
        }
        let joined = [("--in", inputs.join(",")), ("--place", place.join(","))];
        let each = set.iter().map(|one| ("--set", one.clone()));
        let options = joined.into_iter().chain(each).chain([("--poke", poke.join(","))]);
        for (option, value) in options.filter(|(_, value)| !value.is_empty()) {
            write!(f, " {option} {}", escape::shell_word(&value))?;
        }
        write!(f, " --go {steps}")
    }
}

/// Returns how the routine is named on the command line, and the processor if the name needs it.
fn target(routine: &Routine) -> (PathBuf, Option<Processor>) {
    if let Some(program) = routine.arguments.as_ref().and_then(|arguments| arguments.first()) {
        return (program.into(), None);
    }
    let file = routine.assembly.files.first().map_or("", String::as_str);
    match (sheets().any(|sheet| sheet.file == file), routine.processor()) {
        (true, Processor::I8080) => (routine.name.clone().into(), None),
        (true, processor) => (routine.name.clone().into(), Some(processor)),
        (false, _) if file == escape::path("-".as_ref()) => ("-".into(), None),
        (false, _) => (file.into(), None),
    }
}

/// Returns the sheet that the routine is compared with, unless its header names it. A reference is compared with itself.
fn compared_with(routine: &Routine) -> Option<String> {
    let names_one = routine.assembly.sheet.as_ref().is_some_and(|sheet| sheet.same_as.is_some());
    match routine.reference() {
        Some(reference) if !names_one => Some(reference),
        _ if routine.is_reference() => Some(routine),
        _ => None,
    }
    .map(|reference| {
        let is_bundled = sheets().any(|sheet| sheet.file == reference.file);
        if is_bundled { &reference.name } else { &reference.file }.clone()
    })
}
