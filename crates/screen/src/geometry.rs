//! Conversion of BASIC's coordinates to raster coordinates, and clipping.

use std::ops::Range;

/// Returns the raster column of BASIC's x; outside 0..160 it is off the screen.
pub(crate) const fn column(x: i64) -> i64 {
    x + 80
}

/// Returns the raster row of BASIC's y; outside 0..88 it is off the screen. The inverse is the same function.
pub(crate) const fn row(y: i64) -> i64 {
    43 - y
}

/// Returns the part of `first..=last` that is in `0..limit`.
pub(crate) fn clip(first: i64, last: i64, limit: usize) -> Range<usize> {
    let inside = |edge: i64| usize::try_from(edge).unwrap_or(0).min(limit);
    inside(first)..inside(last.saturating_add(1))
}
