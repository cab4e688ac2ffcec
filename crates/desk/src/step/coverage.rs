//! What a set of inputs never runs.

use crate::error::{Result, refuse};
use arcadian_debugger::{
    Debuggee, Debugger, Location, debuggee::Row, notation::hex_address, profile::Profile,
};
use arcadian_proof::Routine;

use super::{
    input,
    options::Options,
    subject::{self, Input, Subject},
};
use crate::border;

/// Inputs of a routine if nobody says how many.
const SAMPLES: u64 = 1000;

/// Steps of a run if nobody says how many.
const BUDGET: u64 = 10_000_000;

/// How many runs there are, and how long each may be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// Inputs of a routine of which no input is given; 1000 by default.
    pub samples: Option<u64>,
    /// Steps of a run; 10,000,000 by default.
    pub budget: Option<u64>,
}

/// Runs the program for every input. Returns its code, with what never ran marked.
pub fn report(subject: &Subject, options: &Options, bounds: Bounds) -> Result<String> {
    let target = border::shown(&options.target);
    if subject.is_binary() {
        refuse!("--coverage needs a source, which says what there is to run; {target} is a binary");
    }
    if bounds.samples.is_some() && subject.routine().is_none() {
        refuse!("--samples are inputs of a routine, which {target} is not");
    }
    let (inputs, what) = inputs(subject, options, bounds.samples)?;
    let budget = bounds.budget.unwrap_or(BUDGET);
    let mut all = Profile::default();
    let mut over = 0;
    for input in &inputs {
        let mut debugger = Debugger::new(subject.begin(options, input)?);
        debugger.step(budget);
        over += usize::from(debugger.program().steps() == budget);
        if let Some(profile) = Profile::of(debugger.program_mut(), &mut |_| false) {
            all.merge(&profile);
        }
    }
    let program = subject.begin(options, inputs.first().unwrap_or(&Input::default()))?;
    let mut text = table(program.as_ref(), &all);
    text += &summary(program.as_ref(), &all, &what);
    if over > 0 {
        text += &format!("{over} of them did not end within {budget} steps; --budget allows more\n");
    }
    Ok(text)
}

/// The inputs, and what to call them.
fn inputs(subject: &Subject, options: &Options, samples: Option<u64>) -> Result<(Vec<Input>, String)> {
    match subject {
        Subject::Routine(routine) if options.inputs.is_empty() => Ok(sampled(routine, options, samples)),
        Subject::Routine(routine) => {
            let rest = input(subject, &Default::default())?;
            let inputs = options.inputs.iter().map(|text| subject::parse(routine, text, &rest));
            counted(inputs.collect::<Result<_>>()?)
        }
        Subject::Basic(_) if !options.keys.is_empty() => {
            counted(options.keys.iter().map(|keys| subject::keys(keys)).collect::<Result<_>>()?)
        }
        _ => counted(vec![input(subject, options)?]),
    }
}

fn counted(inputs: Vec<Input>) -> Result<(Vec<Input>, String)> {
    let what = if inputs.len() == 1 { "one run".to_owned() } else { format!("{} runs", inputs.len()) };
    Ok((inputs, what))
}

fn sampled(routine: &Routine, options: &Options, samples: Option<u64>) -> (Vec<Input>, String) {
    let samples = samples.unwrap_or(SAMPLES);
    let all =
        routine.input_count().exact().filter(|count| *count <= samples && routine.claim.sample.is_none());
    let seed = options.seed.unwrap_or(1);
    let input = |bytes| Input { bytes, ..Input::default() };
    match all {
        Some(count) => {
            ((0..count).map(|n| input(routine.nth_input(n))).collect(), format!("all {count} inputs"))
        }
        None => (
            (0..samples).map(|n| input(routine.sample_input(seed, n))).collect(),
            format!("{samples} random inputs"),
        ),
    }
}

/// The code, a row each, with how often it ran.
fn table(program: &dyn Debuggee, profile: &Profile) -> String {
    let mut text = String::new();
    let all = program.all_locations();
    let mut shown = None;
    for spot in &all {
        let Some(row) = program.rows(*spot, 0, 0).into_iter().next() else { continue };
        let count = profile.count(*spot).steps;
        let count = if count == 0 { "never".to_owned() } else { count.to_string() };
        let line = line(program.address(*spot), *spot, &row, shown == Some(row.location));
        shown = Some(row.location);
        text += &format!("{count:>9}  {line}\n");
    }
    text
}

/// A row of code; of a line of BASIC that is shown already only the statement.
fn line(address: Option<u16>, spot: Location, row: &Row, again: bool) -> String {
    match address {
        Some(address) => {
            let label = row.labels.first().map_or(String::new(), |label| format!("{label}:"));
            let comment = if row.comment.is_empty() { String::new() } else { format!("; {}", row.comment) };
            format!("{}  {label:8} {:20} {comment}", hex_address(address), row.text).trim_end().to_owned()
        }
        None => {
            let number = if again { String::new() } else { (spot.0 >> 16).to_string() };
            format!("{number:>5} {}", row.statement_text())
        }
    }
}

fn summary(program: &dyn Debuggee, profile: &Profile, what: &str) -> String {
    let (all, missed) = (program.all_locations().len(), profile.missed(program).len());
    let unit = program.language().steps;
    match missed {
        0 => format!("all {all} {unit} ran in {what}\n"),
        missed => format!("{missed} of {all} {unit} never ran in {what}\n"),
    }
}
