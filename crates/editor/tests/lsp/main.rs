//! The protocol: messages and replies, without a transport.

mod assembly;
mod basic;
mod early;
mod files;
mod lenses;
mod robust;
mod stale;
mod support;
