//! To be written.

use crate::{
    claim::Claim,
    claims::{Listing, sheets},
};

pub(super) const CLAIMS: &[Claim] = &[];

pub(super) const SHEETS: &[Listing] = sheets![];
