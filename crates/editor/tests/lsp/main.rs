//! The protocol: messages and replies, without a transport.

mod early;
mod files;
mod robust;
mod sessions;
mod stale;
mod support;
