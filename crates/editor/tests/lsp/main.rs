//! The protocol: messages and replies, without a transport.

mod changes;
mod files;
mod robust;
mod sessions;
mod support;
