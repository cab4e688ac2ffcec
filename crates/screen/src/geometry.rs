//! From BASIC's coordinates to the raster, and the clipping that both need.

use std::ops::Range;

/// The raster column of BASIC's x; outside 0..160 it is off the screen.
pub(crate) const fn column(x: i64) -> i64 {
    x + 80
}

/// The raster row of BASIC's y; outside 0..88 it is off the screen.
pub(crate) const fn row(y: i64) -> i64 {
    43 - y
}

/// The part of `first..=last` that lies in `0..limit`.
pub(crate) fn clip(first: i64, last: i64, limit: usize) -> Range<usize> {
    let inside = |edge: i64| usize::try_from(edge).unwrap_or(0).min(limit);
    inside(first)..inside(last.saturating_add(1))
}
