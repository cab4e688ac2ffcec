//! The workspace tests, one binary; a module a topic.

mod language;
mod rotate;
mod robust;
