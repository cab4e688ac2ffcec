//! The calls between the web page and its WebAssembly modules.
//!
//! A module is a crate of its own: `arcadian-web-play`, `arcadian-web-listing`, `arcadian-web-step`, `arcadian-web-tape`,
//! `arcadian-web-compare` and `arcadian-web-boards`. It implements [`Module`], which has the table of its requests, and exports its
//! functions by [`exports!`]. This crate has what they share: requests and answers in JSON, the picture, the files of a request, and
//! what a page reads of a module's memory ([`Instance`]).
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

pub mod change;
mod exports;
pub mod fault;
pub mod files;
pub mod input;
mod module;
mod pixels;
mod reply;
pub mod sound;

pub use exports::Instance;
pub use module::{Handler, Module, Request};
pub use pixels::Pixels;
pub use reply::{Reply, done, refuse};
