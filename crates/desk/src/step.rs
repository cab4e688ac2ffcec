//! Programs for `arcadian step` and the debug adapter: routines, sources, binaries and BASIC programs.

mod chips;
pub mod command_line;
pub mod coverage;
pub mod figure;
pub mod options;
pub mod snapshot;
pub mod stepping;
pub mod subject;

use crate::error::Result;
use options::Options;
use subject::{Code, Input, Subject};

/// Returns the input that the options specify. Fields of a routine that they leave out get random values.
pub fn build_input(subject: &Subject, options: &Options) -> Result<Input> {
    match subject {
        Subject::Code(Code::Routine(routine)) => {
            let bytes = routine.sample_input(options.seed.unwrap_or(1), 0);
            let random = Input { bytes, ..Input::default() };
            options.inputs.iter().try_fold(random, |input, text| subject::parse_input(routine, text, &input))
        }
        Subject::Basic(listing) => listing.input(options),
        Subject::Cartridge(cartridge) => cartridge.input(options),
        Subject::Code(Code::Source(_) | Code::Binary(_)) => Ok(Input::default()),
    }
}
