//! BASIC programs in the interpreter, played or run: real time, sound, keys, saved programs, questions, recordings, and reports of
//! results and byte counts.
//!
//! A [`PlayedProgram`](played_program::PlayedProgram) receives the elapsed time and [`Action`](stick::Action)s, and provides the
//! picture. It is a [`BasicSession`](session::BasicSession) with files and questions.
//!
//! ```
//! use std::time::Duration;
//!
//! use arcadian_basic::{Basic, Dialect, Key, Pause, key};
//! use arcadian_play::{
//!     stick::Action,
//!     pace::{Pace, Speed},
//!     session::BasicSession,
//!     stick::Releases,
//! };
//!
//! let mut basic = Basic::new(Dialect::Bally, 1);
//! basic.enter("10 A=KP;PRINT A")?;
//! basic.enter("RUN")?;
//! let mut session = BasicSession::new(basic, Pace::new(Speed::Max), Releases::None);
//! session.advance(Duration::from_millis(20));
//! assert_eq!(session.pause(), Pause::Key);
//!
//! session.act(Action::Press(Key::Code(b'7')), Duration::from_millis(30));
//! session.advance(Duration::from_millis(40));
//! assert_eq!(session.basic().variables()[0], i16::from(b'7'));
//! assert!(key::write(session.recording()).starts_with('7'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod about;
pub mod bally;
pub mod folder;
pub mod keeper;
pub mod pace;
pub mod played_program;
pub mod probe;
pub mod report;
pub mod rotate;
pub mod script_recorder;
pub mod session;
pub mod stick;
pub mod sz;
