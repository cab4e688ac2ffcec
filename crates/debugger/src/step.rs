//! Stepping through a program: a routine, a source, a binary, a cartridge of the Bally or a BASIC program.
//!
//! A [`StepRequest`](request::StepRequest) names the program and its options. A [`Subject`](subject::Subject) is loaded once and started
//! any number of times. [`Stepping`](stepping::Stepping) adds the debugger's command line, boards as drawings and marks on what
//! changed.
//!
//! ```
//! use arcadian_files::NoFiles;
//! use arcadian_debugger::step::{request::StepRequest, stepping::Stepping, subject::Subject};
//!
//! // T2CW turns a board of 4 x 4 bits.
//! let request = StepRequest { target: Some("T2CW".into()), inputs: vec!["board=1B2F".to_owned()], ..StepRequest::default() };
//! let mut stepping = Stepping::start(&Subject::load(&NoFiles, &request)?)?;
//! stepping.execute("continue");
//! let figures = stepping.figures.as_ref().expect("boards");
//! let board = figures.text(stepping.program()).expect("a board");
//! assert!(board.ends_with("board = B2F1, as the oracle says"));
//! # Ok::<(), arcadian_files::Error>(())
//! ```

mod chips;
pub mod coverage;
pub mod figure;
pub mod kind;
pub mod request;
pub mod stepping;
pub mod subject;
