//! What is stepped through, by a person or an editor: a routine, a source, a binary or a BASIC program.

pub mod coverage;
pub mod figure;
pub mod options;
pub mod subject;

use crate::error::Result;
use options::Options;
use subject::{Input, Subject};

/// What the program is given: what was asked for, the rest of a routine's input by chance.
pub fn input(subject: &Subject, options: &Options) -> Result<Input> {
    match subject {
        Subject::Routine(routine) => {
            let bytes = routine.sample_input(options.seed.unwrap_or(1), 0);
            let start = Input { bytes, ..Input::default() };
            options.inputs.iter().try_fold(start, |input, text| subject::parse(routine, text, &input))
        }
        Subject::Basic(_) => subject::keys(&options.keys.concat()),
        Subject::Source(_) | Subject::Binary(_) => Ok(Input::default()),
    }
}
