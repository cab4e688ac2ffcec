//! Files, standard streams, and the exit status of a command.
//!
//! - **One role.** `roles` knows every file that the process reads or writes, by device and number and so under every name,
//!   redirected standard streams among them. An output that is an input or another output is refused, and an input that is an
//!   output as well. Only what a person saves in a session may replace the file from which it came.
//! - **Whole or not at all.** `pending` checks an output before the work begins. What is written bit by bit goes to a file
//!   without a name, which vanishes however the process ends. Then `replace` gives the file its content: a temporary file
//!   takes its name. If the file has hard links, or an owner to whom the process cannot give a file, the content is copied
//!   into it, after its space is reserved.
//! - **Signals wait** for that (`terminal::uninterrupted`), so no temporary file remains.
//! - **Links and devices.** The target of a link is written, and the link stays; a link to nothing is refused. A device is
//!   read up to the size limit of what it should be. A pipe must have another end within a second.
//! - **Standard streams.** `input` and `output` are the only ways to `-`. Reports are the same on a terminal and in a pipe. A
//!   file that is written to standard output keeps its bytes, unless a terminal would show them.

pub mod input;
pub mod output;
pub(crate) mod patterns;
pub mod pending;
pub mod roles;
mod tapes;

pub use input::{Disk, ReadingArgs, assembler, leave_projects, open, project, time_limit};
pub use output::{ExitStatus, On, PlatformArgs};
pub use tapes::{PortTapes, PortTapesArgs, TapeIn, TapesArgs};
