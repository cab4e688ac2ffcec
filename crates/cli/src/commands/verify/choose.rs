//! The choice of routines.

use anyhow::{Result, bail};
use arcadian_proof::Routine;
use arcadian_verify::routine;

use super::{EngineName, VerifyArgs};
use crate::files::Disk;

/// Returns the routines that the arguments select. Fails if there are none.
pub fn routines(args: &VerifyArgs) -> Result<Vec<Routine>> {
    let mut routines = Vec::new();
    if args.routines.is_empty() {
        routines = routine::bundled()?;
    }
    for name in &args.routines {
        routines.extend(match &args.same_as {
            Some(reference) => routine::same_as(&Disk, name, reference)?,
            None => routine::named(&Disk, name, None)?,
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
