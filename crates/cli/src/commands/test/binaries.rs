//! Binaries with the debug data of their own tools.

use std::path::{Path, PathBuf};

use arcadian_files::{Error, error::message, escape};
use arcadian_isa::Processor;
use arcadian_program::cycles::stated;
use arcadian_program::{BinaryCode, Options};
use arcadian_verify::{program::Found, routine::Located};

use super::Source;
use crate::files::{Disk, output};

/// Adds the routines of binaries to what was read. Returns the binaries whose sources state cycles.
pub(super) fn read(
    binaries: &[PathBuf],
    processor: Option<Processor>,
    read: &mut Vec<Source>,
) -> Vec<(PathBuf, BinaryCode)> {
    let mut measured = Vec::new();
    for path in binaries {
        let found = match tested(path, processor) {
            Ok((found, code)) => {
                measured.extend(code.map(|code| (path.clone(), code)));
                Ok(found)
            }
            Err(error) => Err(Located { line: 1, error }),
        };
        read.push(Source { path: path.clone(), found });
    }
    measured
}

fn tested(path: &Path, processor: Option<Processor>) -> Result<(Found, Option<BinaryCode>), Error> {
    let name = escape::path(path);
    let options = Options { processor, ..Options::default() };
    let (routines, code) = arcadian_program::tested(&Disk, path, &options)?
        .ok_or_else(|| message!("{name} has no map beside it"))?;
    code.notes().iter().for_each(|note| output::note(note));
    // A wrong comment is reported as a case of its own.
    let states_cycles = stated(&code).map_or(true, |parts| !parts.is_empty());
    if routines.is_empty() && !states_cycles {
        return Err(message!(
            "no source of {name} has a contract above a label, such as `;! in: A = n`, or states cycles, as `;! cycles: <= 114` does"
        ));
    }
    let found = Found { routines, contracts: Vec::new(), files: vec![path.to_owned()], recognized: None };
    Ok((found, states_cycles.then_some(code)))
}
