//! `step`: the debugger.

pub mod options;
pub mod subject;

use anyhow::Result;
use arcadian_debugger::Debugger;
use clap::Args;

use crate::{Verdict, output};
use options::Options;
use subject::{Input, Subject};

/// Steps.
#[derive(Args, Debug)]
pub struct StepArgs {
    #[command(flatten)]
    pub options: Options,
}

/// Steps through a program.
pub fn run(args: &StepArgs) -> Result<Verdict> {
    let subject = Subject::load(&args.options)?;
    let input = input(&subject, &args.options)?;
    let debugger = Debugger::new(subject.begin(&args.options, &input)?);
    output::print(&format!("{:?}\n", debugger.program().spot()))?;
    Ok(Verdict::Holds)
}

/// What a routine is given: what was asked for, the rest by chance.
pub fn input(subject: &Subject, options: &Options) -> Result<Input> {
    let Some(routine) = subject.routine() else { return Ok(Input::default()) };
    let start = Input { bytes: routine.sample(options.seed.unwrap_or(1), 0) };
    options.inputs.iter().try_fold(start, |input, text| subject::parse(routine, text, &input))
}
