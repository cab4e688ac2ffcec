//! The report, as text and as JSON.

use std::{
    collections::BTreeMap,
    fmt::{self, Write},
    time::Duration,
};

use anyhow::Result;
use arcadian_desk::step::command_line;
use arcadian_isa::hex;
use arcadian_proof::{Counterexample, Engine, Extremes, Fate, Fault, Method, Mutant, Routine};
use serde_json::{Map, Value, json};

use super::{
    VerifyArgs,
    work::{Outcome, Undecided},
};
use crate::files::{Verdict, output};

/// Collects and prints outcomes.
pub struct Report {
    json: bool,
    times: bool,
    accepts_sampled: bool,
    engine: Engine,
    ok: bool,
    routines: Vec<Value>,
    shown: usize,
    mutants: Tally,
    sampled: usize,
    undecided: usize,
    time_limit: Duration,
}

/// The judgment on a routine, including its mutants.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Judgment {
    /// The contract is proven for all inputs and initial states.
    Holds,
    /// No run violates the contract, but not all inputs and initial states were run.
    Sampled,
    /// There is a counterexample, the stated cycles are wrong, or a mutant survived.
    Fails,
    /// The time limit was reached, or a run took too many instructions.
    Undecided,
}

impl Judgment {
    fn of(outcome: &Outcome, fault: Option<&str>, mutants: &Tally) -> Self {
        match outcome.undecided.is_some() {
            _ if outcome.specification_fault.is_some() => Judgment::Fails,
            true => Judgment::Undecided,
            false if outcome.counterexample.as_ref().is_some_and(Counterexample::is_limited) => {
                Judgment::Undecided
            }
            false if outcome.counterexample.is_some() || fault.is_some() || mutants.survived > 0 => {
                Judgment::Fails
            }
            false if mutants.undecided > 0 => Judgment::Undecided,
            false if !outcome.method.is_proof() => Judgment::Sampled,
            false => Judgment::Holds,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Judgment::Holds => "holds",
            Judgment::Sampled => "sampled",
            Judgment::Fails => "FAILS",
            Judgment::Undecided => "undecided",
        }
    }
}

/// The number of mutants with each fate; those without a fate are undecided.
#[derive(Clone, Copy, Default)]
struct Tally {
    killed: usize,
    equivalent: usize,
    survived: usize,
    undecided: usize,
}

impl Tally {
    fn of(fates: &[(Mutant, Option<Fate>)]) -> Self {
        let count = |which| fates.iter().filter(|(_, fate)| *fate == which).count();
        Tally {
            killed: count(Some(Fate::Killed)),
            equivalent: count(Some(Fate::Equivalent)),
            survived: count(Some(Fate::Survived)),
            undecided: count(None),
        }
    }

    fn add(&mut self, other: Tally) {
        self.killed += other.killed;
        self.equivalent += other.equivalent;
        self.survived += other.survived;
        self.undecided += other.undecided;
    }

    fn all(&self) -> usize {
        self.killed + self.equivalent + self.survived + self.undecided
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { killed, equivalent, survived, undecided } = self;
        write!(f, "{} mutants: {killed} killed, {equivalent} equivalent, {survived} survived", self.all())?;
        if *undecided > 0 { write!(f, ", {undecided} undecided") } else { Ok(()) }
    }
}

/// The header of the table. With the result in the last column the table fits 80 columns.
const HEAD: &str = "routine  cpu  method     inputs      bytes  cycles        instructions\n";

impl Report {
    /// Creates an empty report.
    pub fn new(args: &VerifyArgs) -> Self {
        Report {
            json: args.json,
            times: args.times,
            accepts_sampled: args.accept_sampled,
            engine: args.engine.engine(),
            ok: true,
            routines: Vec::new(),
            shown: 0,
            mutants: Tally::default(),
            sampled: 0,
            undecided: 0,
            time_limit: args.time_limit.unwrap_or_default(),
        }
    }

    /// Adds an outcome. A text report prints it at once.
    pub fn add(&mut self, routine: &Routine, outcome: Outcome) -> Result<()> {
        let fault = wrong_cycles(routine, &outcome).filter(|_| self.compares_cycles(routine));
        let tally = Tally::of(outcome.mutants.as_deref().unwrap_or_default());
        let judgment = Judgment::of(&outcome, fault.as_deref(), &tally);
        self.ok &= judgment == Judgment::Holds || judgment == Judgment::Sampled && self.accepts_sampled;
        self.sampled += usize::from(judgment == Judgment::Sampled);
        self.undecided += usize::from(judgment == Judgment::Undecided);
        self.shown += 1;
        self.mutants.add(tally);
        if self.json {
            let mut value = value(routine, &outcome, judgment, fault.as_deref());
            if let Some(times) = outcome.finding.cost.as_ref().filter(|_| self.times) {
                value["cycles_at"] = cycles_at(routine, &times.cycles);
            }
            self.routines.push(value);
            return Ok(());
        }
        let mut text = String::from(if self.shown == 1 { HEAD } else { "" });
        let _ = writeln!(text, "{}", line(routine, &outcome, judgment));
        if judgment == Judgment::Sampled {
            let _ = writeln!(text, "  {}", sampled(routine, &outcome));
            if let Some(reason) = &outcome.no_proof {
                let _ = writeln!(text, "  no proof: {reason}");
            }
        }
        if outcome.method == Method::Induction && judgment == Judgment::Holds {
            text += match outcome.finding.cost {
                Some(_) => "  cycles and instructions are those of random inputs\n",
                None => "  cycles and instructions are unknown: runs are longer than --budget\n",
            };
        }
        if judgment == Judgment::Undecided {
            let limit = self.time_limit.as_secs_f64();
            let _ = match (&outcome.counterexample, outcome.undecided) {
                (Some(_), _) => writeln!(text, "  a run is longer than --budget; a greater one may decide"),
                (None, Some(Undecided::NoInput)) => {
                    writeln!(text, "  no random input satisfies `requires`, and the proof was given up")
                }
                (None, _) => writeln!(text, "  not decided within --time-limit {limit} (seconds)"),
            };
        }
        if let Some(fault) = &outcome.specification_fault {
            let _ = writeln!(text, "  {fault}");
        }
        let failing = routine.reference().filter(|_| outcome.is_of_reference).unwrap_or(routine);
        if outcome.is_of_reference {
            let _ =
                writeln!(text, "  {} in {}, which it is compared with, fails:", failing.name, failing.file);
        }
        if let Some(wrong) = &outcome.counterexample {
            text += &counterexample(failing, wrong);
        }
        for note in differences(routine) {
            let _ = writeln!(text, "  {note}");
        }
        if let Some(fault) = fault {
            let _ = writeln!(text, "  {fault}");
        }
        if let Some(times) = outcome.finding.cost.as_ref().filter(|_| self.times) {
            text += &extremes(routine, &times.cycles);
        }
        if let Some(fates) = &outcome.mutants {
            text += &mutants(fates);
        }
        output::print(&text)
    }

    /// Prints the JSON object, or the summary line if there is more than one routine or not all were verified.
    pub fn finish(self, is_interrupted: bool) -> Result<Verdict> {
        let ok = self.ok && !is_interrupted;
        if self.json {
            let mut report = json!({ "ok": ok, "routines": self.routines });
            if is_interrupted {
                report["interrupted"] = true.into();
            }
            output::print_json(&report)?;
        } else if self.shown > 1 || is_interrupted {
            let what = match (self.ok && self.sampled == 0, is_interrupted) {
                (true, false) => "all hold",
                (true, true) => "all hold so far; interrupted",
                (false, false) => "not all hold",
                (false, true) => "not all hold; interrupted",
            };
            let counted = |count, word| if count == 0 { String::new() } else { format!(", {count} {word}") };
            let (sampled, undecided) =
                (counted(self.sampled, "sampled"), counted(self.undecided, "undecided"));
            let mutants = self.all_mutants();
            output::print(&format!("{} routines: {what}{sampled}{undecided}{mutants}\n", self.shown))?;
        }
        Ok(if ok { Verdict::Holds } else { Verdict::Fails })
    }

    /// Whether the cycles of a run can be compared with the stated ones.
    fn compares_cycles(&self, routine: &Routine) -> bool {
        self.engine.counts_cycles_of(routine.processor())
    }

    fn all_mutants(&self) -> String {
        if self.mutants.all() == 0 { String::new() } else { format!("; {}", self.mutants) }
    }
}

/// Returns what was tried of a sampled routine.
fn sampled(routine: &Routine, outcome: &Outcome) -> String {
    let inputs = match routine.specification.is_restricted() {
        true => format!("those of {} that satisfy `requires`", outcome.inputs),
        false => outcome.inputs.clone(),
    };
    match outcome.method {
        Method::Exhaustive => {
            format!("no fault in {inputs} inputs with random initial states; this is not a proof")
        }
        _ => format!("no fault in {inputs} samples; this is not a proof"),
    }
}

/// Returns an error text if the cycles that the sheet states are wrong and there is no counterexample.
fn wrong_cycles(routine: &Routine, outcome: &Outcome) -> Option<String> {
    let (stated, times) = (routine.stated_cycles?, outcome.finding.cost.as_ref()?);
    let found = &times.cycles;
    let right = routine.matches_stated_cycles(&outcome.finding, outcome.method == Method::Symbolic);
    let stated = span(stated.least, stated.most);
    (!right && outcome.counterexample.is_none())
        .then(|| format!("the sheet states {stated} cycles; they are {}", span(found.min, found.max)))
}

fn span(min: u64, max: u64) -> String {
    if min == max { min.to_string() } else { format!("{min}-{max}") }
}

fn extent(extent: Option<&Extremes>) -> String {
    extent.map_or("-".to_owned(), |extent| span(extent.min, extent.max))
}

fn line(routine: &Routine, outcome: &Outcome, judgment: Judgment) -> String {
    let times = outcome.finding.cost.as_ref();
    let cycles = extent(times.map(|times| &times.cycles));
    let instructions = extent(times.map(|times| &times.instructions));
    format!(
        "{:<8} {:<4} {:<10} {:<11} {:>5}  {cycles:<13} {instructions:<12} {}",
        routine.name,
        routine.processor().to_string(),
        outcome.method,
        outcome.inputs,
        routine.size(),
        judgment.word(),
    )
}

/// Splits the bytes of an input into its fields.
fn input<'a>(routine: &'a Routine, bytes: &'a [u8]) -> Vec<(&'a str, &'a [u8])> {
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
    if let Some(command) = command_line::showing(routine, wrong) {
        let _ = writeln!(text, "  {:<9}  {command}", "shown by");
    }
    text
}

/// Returns whether a fault is a change of D or I of the 6502.
fn changes_mode(fault: &Fault) -> bool {
    matches!(fault, Fault::Register("P", before, now) if (before ^ now) & 0x0C != 0)
}

/// Returns the mutants with this fate.
fn places(fates: &[(Mutant, Option<Fate>)], which: Option<Fate>) -> Vec<String> {
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

fn fields(fields: &[(impl ToString, impl AsRef<[u8]>)]) -> Map<String, Value> {
    fields
        .iter()
        .map(|(name, bytes)| (name.to_string(), json!(hex::bytes(bytes.as_ref()).to_string())))
        .collect()
}

/// Returns an input with the minimum and one with the maximum cycles.
fn cycles_at(routine: &Routine, cycles: &Extremes) -> Value {
    let [min, max] = [&cycles.min_input, &cycles.max_input].map(|bytes| fields(&input(routine, bytes)));
    json!({ "min": min, "max": max })
}

fn value(routine: &Routine, outcome: &Outcome, judgment: Judgment, fault: Option<&str>) -> Value {
    let times = outcome.finding.cost.as_ref();
    let range =
        |extent: Option<&Extremes>| extent.map_or(Value::Null, |it| json!({ "min": it.min, "max": it.max }));
    let failing = routine.reference().filter(|_| outcome.is_of_reference).unwrap_or(routine);
    let wrong = outcome.counterexample.as_ref().map(|wrong| {
        json!({
            "input": fields(&wrong.input),
            "placed": wrong.placed.iter().map(|(what, at)| (what.to_string(), *at)).collect::<BTreeMap<_, _>>(),
            "registers": wrong.registers.iter().copied().collect::<BTreeMap<_, _>>(),
            "memory": wrong.memory.iter().map(|(at, byte)| (format!("{at:04X}"), *byte)).collect::<BTreeMap<_, _>>(),
            "expected": fields(&wrong.expected),
            "found": fields(&wrong.found),
            "faults": wrong.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "command": command_line::showing(failing, wrong),
        })
    });
    let mut value = json!({
        "name": routine.name,
        "cpu": routine.processor().to_string(),
        "method": outcome.method.to_string(),
        "inputs": outcome.inputs,
        "ok": judgment == Judgment::Holds,
        "sampled": judgment == Judgment::Sampled,
        "undecided": judgment == Judgment::Undecided,
        "bytes": routine.size(),
        "cycles": range(times.map(|times| &times.cycles)),
        "instructions": range(times.map(|times| &times.instructions)),
        "seconds": outcome.seconds,
        "counterexample": wrong,
    });
    if let Some(reason) = &outcome.no_proof {
        value["no_proof"] = json!(reason.to_string());
    }
    if outcome.method == Method::Induction {
        value["cycles_sampled"] = true.into();
    }
    let fault = outcome.specification_fault.as_ref().map(ToString::to_string).or(fault.map(str::to_owned));
    if outcome.is_of_reference {
        value["of_reference"] = true.into();
    }
    if let Some(reference) = routine.reference() {
        value["same_as"] = json!({
            "name": reference.name,
            "file": reference.file,
            "kept_only_there": reference.kept_unlike(routine),
            "kept_only_here": routine.kept_unlike(reference),
        });
    }
    if let (Some(fault), Some(value)) = (fault, value.as_object_mut()) {
        value.insert("fault".to_owned(), json!(fault));
    }
    if let (Some(fates), Some(value)) = (&outcome.mutants, value.as_object_mut()) {
        let [equivalent, survived, undecided] =
            [Some(Fate::Equivalent), Some(Fate::Survived), None].map(|which| places(fates, which));
        let killed = Tally::of(fates).killed;
        let mutants = json!({
            "killed": killed, "equivalent": equivalent, "survived": survived, "undecided": undecided,
        });
        value.insert("mutants".to_owned(), mutants);
    }
    value
}
