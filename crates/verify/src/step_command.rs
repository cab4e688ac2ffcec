//! The command line of `arcadian step` that shows a counterexample.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use arcadian_claims::sheets;
use arcadian_files::escape;
use arcadian_isa::{Processor, hex};
use arcadian_proof::{Counterexample, Routine};
use serde::Serialize;

/// A routine in the state of a counterexample, stopped at the instruction that causes the first fault. Its text is the
/// command line, its JSON the request of a page.
#[derive(Serialize)]
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
