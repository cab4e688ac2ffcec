//! Code coverage of a set of inputs.

use crate::{Debuggee, Debugger, Location, debuggee::CodeRow, profile::Profile};
use arcadian_files::error::{Result, refuse};
use arcadian_files::escape;
use arcadian_proof::Routine;

use crate::step::subject::{self, Code, Input, Program, Subject};

/// The default number of random inputs of a routine.
const SAMPLES: u64 = 1000;

/// The default limit of steps per run.
const BUDGET: u64 = 10_000_000;

/// The number of runs and the steps of each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The inputs of a routine for which the options specify none; 1000 by default.
    pub samples: Option<u64>,
    /// The steps of each run; 10,000,000 by default.
    pub budget: Option<u64>,
}

/// Runs the program for each input and returns its code with execution counts.
pub fn report(subject: &Subject, limits: Limits) -> Result<String> {
    let target = escape::path(&subject.target);
    let image = match &subject.program {
        Program::Code(Code { routine: None, program: Some(program), .. }) if program.assembly().is_none() => {
            Some("a binary")
        }
        Program::OnSystem(program) if program.is_image() => Some("an image"),
        _ => None,
    };
    if let Some(image) = image {
        refuse!("--coverage needs a source, which lists the instructions; {target} is {image}");
    }
    if limits.samples.is_some() && subject.routine().is_none() {
        refuse!("--samples applies only to routines with fields; {target} is not one");
    }
    let (inputs, description) = inputs(subject, limits.samples)?;
    let budget = limits.budget.unwrap_or(BUDGET);
    let mut all = Profile::default();
    let mut unfinished = 0;
    for input in &inputs {
        let mut debugger = Debugger::new(subject.start(input)?);
        debugger.step(budget);
        unfinished += usize::from(debugger.program().steps() == budget);
        if let Some(profile) = Profile::of(debugger.program_mut(), &mut |_| false) {
            all.merge(&profile);
        }
    }
    let program = subject.start(inputs.first().unwrap_or(&Input::default()))?;
    let mut text = table(program.as_ref(), &all);
    text += &summary(program.as_ref(), &all, &description);
    if unfinished > 0 {
        text += &format!("{unfinished} of them did not end within {budget} steps; --max-steps allows more\n");
    }
    Ok(text)
}

/// Returns the inputs and their description.
fn inputs(subject: &Subject, samples: Option<u64>) -> Result<(Vec<Input>, String)> {
    match &subject.program {
        Program::Code(Code { routine: Some(routine), request, .. }) if request.inputs.is_empty() => {
            Ok(all_or_random(routine, request.seed, samples))
        }
        Program::Code(Code { routine: Some(routine), request, .. }) => {
            let unstated = subject::unstated(routine, request.seed);
            let inputs = request.inputs.iter().map(|text| subject::parse_input(routine, text, &unstated));
            with_count(inputs.collect::<Result<_>>()?)
        }
        Program::OnSystem(program) => with_count(program.inputs()?),
        Program::Code(_) => with_count(vec![subject.input()?]),
    }
}

fn with_count(inputs: Vec<Input>) -> Result<(Vec<Input>, String)> {
    let description = arcadian_files::count(inputs.len(), "run");
    Ok((inputs, description))
}

/// Returns all inputs of a routine if there are few, or else random ones.
fn all_or_random(routine: &Routine, seed: Option<u64>, samples: Option<u64>) -> (Vec<Input>, String) {
    let samples = samples.unwrap_or(SAMPLES);
    let all = routine
        .input_count()
        .exact()
        .filter(|count| *count <= samples && !routine.specification.is_only_sampled());
    let seed = seed.unwrap_or(1);
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

/// Returns the rows of code with their execution counts.
fn table(program: &dyn Debuggee, profile: &Profile) -> String {
    let mut text = String::new();
    let all = program.all_locations();
    let mut last_row = None;
    for location in &all {
        let Some(row) = program.rows(*location, 0, 0).into_iter().next() else { continue };
        let count = profile.count(*location).steps;
        let count = if count == 0 { "never".to_owned() } else { count.to_string() };
        let line = line(program.address(*location), *location, &row, last_row == Some(row.location));
        last_row = Some(row.location);
        text += &format!("{count:>9}  {line}\n");
    }
    text
}

/// Formats a row of code. Only the first statement of a BASIC line gets the line number.
fn line(address: Option<u16>, location: Location, row: &CodeRow, is_same_line: bool) -> String {
    match address {
        Some(address) => {
            let label = row.labels.first().map_or(String::new(), |label| format!("{label}:"));
            let comment = if row.comment.is_empty() { String::new() } else { format!("; {}", row.comment) };
            format!("{address:04X}  {label:8} {:20} {comment}", row.text).trim_end().to_owned()
        }
        None => {
            let number = if is_same_line { String::new() } else { (location.0 >> 16).to_string() };
            format!("{number:>5} {}", row.statement_text())
        }
    }
}

fn summary(program: &dyn Debuggee, profile: &Profile, description: &str) -> String {
    let (all, missed) = (program.all_locations().len(), profile.missed(program).len());
    let unit = program.language().steps;
    match missed {
        0 => format!("all {all} {unit} ran in {description}\n"),
        missed => format!("{missed} of {all} {unit} never ran in {description}\n"),
    }
}
