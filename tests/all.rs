//! The workspace tests, one binary; a module a topic.

mod language;
mod robust;
mod rotate;
#[cfg(feature = "suites")]
mod suites;
