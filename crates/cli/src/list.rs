//! `list`: a program in one of several notations.

use anyhow::{Result, bail};

use crate::{Verdict, args::ListArgs};

/// Shows a program.
pub fn run(_args: &ListArgs) -> Result<Verdict> {
    bail!("`list` is not there yet")
}
