//! The choice of routines.

use std::path::Path;

use anyhow::{Result, bail, ensure};
use arcadian_files::{escape, image};
use arcadian_program::{Options, RoutineOptions};
use arcadian_proof::Routine;
use arcadian_verify::{
    program::{self, Program},
    routine,
};

use super::{EngineName, VerifyArgs};
use crate::files::{Disk, output};

/// Returns whether a file is a binary rather than a sheet or a program.
fn is_binary(args: &VerifyArgs, path: &Path) -> bool {
    let names_part = !args.routine.is_empty() || !args.map.map.is_empty() || args.contract.is_some();
    let is_source = image::is_named_as_source(path) || escape::is_stream(path);
    names_part && !is_source && args.syntax.dialect.is_none()
}

/// Returns how the routines of a program are found.
fn program(args: &VerifyArgs) -> Program {
    Program {
        syntax: args.syntax.syntax(),
        processor: args.cpu,
        names: args.routine.clone(),
        constant: args.constant.clone(),
    }
}

fn options(args: &VerifyArgs) -> Options {
    Options {
        maps: args.map.map.clone(),
        source_dirs: args.map.source_dir.clone(),
        processor: args.cpu,
        load: args.load,
    }
}

fn chosen(args: &VerifyArgs) -> RoutineOptions {
    RoutineOptions {
        names: args.routine.clone(),
        contracts: args.contract.clone(),
        constant: args.constant.clone(),
    }
}

/// Returns the routines that the arguments select. Fails if there are none.
pub fn routines(args: &VerifyArgs) -> Result<Vec<Routine>> {
    let mut routines = Vec::new();
    let has_binary = args.routines.iter().any(|path| is_binary(args, path));
    let has_maps = !args.map.map.is_empty() || !args.map.source_dir.is_empty();
    let is_for_binaries = args.load.is_some() || has_maps || args.contract.is_some();
    ensure!(
        has_binary || !is_for_binaries,
        "--load, --map, --contract and --source-dir are for a binary; name it and a routine of it by --routine LABEL, or its map by \
         --map FILE"
    );
    if args.routines.is_empty() {
        routines = routine::bundled()?;
    }
    for name in &args.routines {
        if is_binary(args, name) {
            let (found, notes) = arcadian_program::routines(&Disk, name, &options(args), &chosen(args))?;
            notes.iter().for_each(|note| output::note(note));
            routines.extend(found);
            continue;
        }
        routines.extend(match &args.same_as {
            Some(reference) => routine::same_as(&Disk, name, reference)?,
            None => program::named(&Disk, name, &program(args), &mut |note| output::note(note))?,
        });
    }
    let fits = |routine: &Routine| {
        args.cpu.is_none_or(|cpu| cpu == routine.processor())
            && args.engine.engine().emulates(routine.processor())
    };
    routines.retain(fits);
    match (routines.is_empty(), args.engine) {
        (false, _) => Ok(routines),
        (true, EngineName::Own) => bail!("no routine is left: none of these is for that processor"),
        (true, _) => {
            bail!(
                "no routine is left: iz80 runs only those for the 8080 and the Z80, mos6502 only those for the 6502"
            )
        }
    }
}
