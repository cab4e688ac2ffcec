//! Reads the assembly output of compilers, and finds what differs between two versions of it: without and with the optimizer.
//!
//! Functions are matched by their names, instructions by a diff, labels by their uses. Where the two versions correspond is a
//! *cut*. From each cut to the next ones the code is either unchanged or a [`Region`]: two pieces of code, which the caller
//! compares. If all regions are the same, the functions are: by induction over the cuts that an execution passes. What must be
//! the same at a cut is what is live there in the new version ([`Convention`] says what calls and returns pass).

mod assembled;
mod check;
mod compare;
mod compiler;
mod fault;
mod functions;
mod item;
mod library;
mod live;
mod matching;
mod operands;
mod region;
mod state;
mod statement;

pub use check::{Checked, Judge, Judgement};
pub use compare::Uncovered;
pub use compare::{Correspondence, FunctionReport, Listings};
pub use compiler::Compiler;
pub use region::{NoRegion, Region, Side};
pub use state::Convention;
