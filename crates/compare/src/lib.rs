//! Whether one piece of code may replace another, decided for every machine state.
//!
//! Both parts start in the same state: all registers and flags, the stack pointer and all of memory are unknown. What can be
//! observed at the end is compared: registers, flags, memory, where the parts continue, and what they have done to ports and
//! volatile cells. Code is not placed, and assumed not to write to itself. No interrupt occurs.
//!
//! ```
//! use arcadian_asm::fragment::read_fragment;
//! use arcadian_compare::{Question, Routine, Verdict, compare, list};
//! use arcadian_isa::Processor;
//!
//! let old = read_fragment("old", " LD A,0\n", Processor::Z80)?;
//! let new = read_fragment("new", " XOR A\n", Processor::Z80)?;
//! let answer = compare(&Question::new(&old, &new));
//! let Verdict::SameIf { dead, .. } = answer.verdict else { panic!("flags differ") };
//! assert_eq!(list(Processor::Z80, &dead), "F");
//! # Ok::<(), arcadian_asm::Failure>(())
//! ```

mod attempt;
pub mod code;
mod condition;
mod counterexample;
pub mod cycles;
mod difference;
mod execute;
mod explore;
mod infer;
mod memory;
mod operand;
mod path;
mod random;
mod reason;
mod report;
mod returns;
mod state;
mod trial;
mod unknowns;
mod verdict;
pub mod words;

pub use attempt::compare;
pub use condition::{Condition, ConditionError, conditions};
pub use counterexample::{Counterexample, EventValue, ExitValue, Outcome, Stepped, Steps, Value};
pub use difference::Aspect;
pub use path::{Limits, Place, StackApart};
pub use reason::{Part, Reason};
pub use report::Report;
pub use state::{Component, UnknownName, components, hidden, list, named};
pub use unknowns::{MachineState, Setup};
pub use verdict::{
    Answer, Method, Question, Routine, Verdict, Volatile, can_have_tail_calls, unknown_in_conditions,
    unknown_volatile,
};
