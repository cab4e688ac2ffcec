//! Tests across the crates; see all.rs.
