//! The WebAssembly modules of the web page.
//!
//! Each module is the program of this package, built with the feature of its name. It implements [`Module`], which has the table of its
//! requests, and exports its functions by [`exports!`]. The modules of the feature `step` are one program, which `cargo xtask web` divides
//! into each one's code and what they share. The modules have in common requests and answers in JSON, the picture, the files of a
//! request, and the page's view of their memory ([`Instance`]).
//!
//! ```
//! use arcadian_web::{Handler, Module};
//! use serde::Deserialize;
//! use serde_json::json;
//!
//! #[derive(Default)]
//! struct Counter(u64);
//!
//! #[derive(Deserialize)]
//! struct Number {
//!     number: u64,
//! }
//!
//! impl Module for Counter {
//!     const REQUESTS: &'static [Handler<Self>] = &[("add", |counter, request| {
//!         counter.0 += request.read::<Number>()?.number;
//!         Ok(json!({ "sum": counter.0 }))
//!     })];
//! }
//!
//! let answer = Counter::default().handle(br#"{"do": "add", "number": 2}"#);
//! assert_eq!(answer, br#"{"ok":true,"sum":2}"#);
//! ```

#[cfg(feature = "step")]
pub mod bally;
#[cfg(feature = "boards")]
pub mod boards;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "listing")]
pub mod listing;
#[cfg(feature = "play")]
pub mod play;
#[cfg(feature = "step")]
pub mod prove;
#[cfg(feature = "step")]
pub mod step;
#[cfg(feature = "tape")]
pub mod tape;

pub mod input;
mod module;

pub use module::Instance;
pub use module::{
    Handler, Module, Pixels, Reply, Request, SAMPLE_RATE, change, done, fault, refuse, samples, units,
};
