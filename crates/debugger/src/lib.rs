//! A debugger for machine code and BASIC programs that executes them forward and backward.
//!
//! ```
//! use arcadian_asm::{NoFiles, Options, assemble};
//! use arcadian_cpu::I8080;
//! use arcadian_debugger::{
//!     Cause, Debugger,
//!     code::{MachineCode, Source, enter},
//!     debugger::{Breakpoint, Trigger},
//! };
//! use arcadian_machine::Machine;
//!
//! // 2 × 3 by repeated addition, called as a routine that returns to FFFF.
//! let text = "        CPU  8080\n        ORG  100H\n        MVI  B,3\n        XRA  A\n\
//! LOOP:   ADI  2\n        DCR  B\n        JNZ  LOOP\n        RET\n";
//! let assembly = assemble("product.asm", text, &Options::default(), &mut NoFiles).expect("no mistakes");
//! let mut machine = Machine::<I8080>::new();
//! machine.backplane.load(assembly.origin, &assembly.image)?;
//! enter(&mut machine, assembly.origin, 0xFFFF)?;
//! let program = MachineCode::new(machine, Source::assembled(&assembly), Some(0xFFFF));
//! let mut debugger = Debugger::new(Box::new(program));
//!
//! // Forward to the first addition, and to the end.
//! let location = debugger.find_location("LOOP")?;
//! debugger.add_stoppoint("LOOP", Trigger::At(Breakpoint::new([location], None)));
//! assert_eq!(debugger.resume().to, 2);
//! debugger.stoppoint_mut(1).expect("it exists").enabled = false;
//! debugger.resume();
//! assert_eq!(debugger.evaluate("A")?, 6);
//!
//! // Backward to the last change of the sum.
//! let sum = debugger.parse("A")?;
//! debugger.add_stoppoint("A", Trigger::Changes(arcadian_debugger::debugger::Watched::Value(sum)));
//! let report = debugger.back_resume();
//! assert!(matches!(report.cause, Cause::Watchpoint { before: Some(4), after: Some(6), .. }));
//! assert_eq!((debugger.evaluate("A")?, debugger.evaluate("B")?), (4, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - [`debuggee`]: the interface of a program. [`State`] reads its current state; [`Debuggee`] executes it and describes
//!   its code. The remaining modules do not know what a program is written in.
//! - [`code`] and [`basic`]: the two implementations. Both record checkpoints and replay from them to go backward.
//! - [`debugger`]: a program with breakpoints and watchpoints, executed until one of them or another goal is reached.
//! - [`expression`]: conditions and watched values. [`notation`]: numbers as text. [`profile`]: profile and coverage.
//! - [`command`]: the commands that users type, their help and completion, sessions and scripts.
//!
//! Nothing here reads a clock, a file or a terminal.
//!
//! A [`Debuggee`] executes steps while an observer looks at each state, and goes to any step that it has recorded. Both
//! implementations thin out their checkpoints by `arcadian_machine::thinning`. The backplane notes the events of each
//! instruction, in a replay too, so catchpoints stop at the same steps in both directions. Scripts, the terminal, the page
//! and editors use the same list of commands.

pub mod basic;
pub mod code;
pub mod command;
pub mod debuggee;
pub mod debugger;
pub mod expression;
pub mod notation;
pub mod profile;
pub mod step;

pub use debuggee::{Debuggee, Location, State};
pub use debugger::{Cause, Debugger, Report};
