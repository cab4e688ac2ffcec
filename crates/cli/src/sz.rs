//! `sz`: byte counts of a listing.

use anyhow::{Result, bail};

use crate::{Verdict, args::SzArgs};

/// Checks the byte counts of a listing.
pub fn run(_args: &SzArgs) -> Result<Verdict> {
    bail!("`sz` is not there yet")
}
