//! The WebAssembly modules of the web page.
//!
//! One crate builds both, each by its feature: `play` plays BASIC and checks listings; `step` has the debugger, the assembler,
//! the proofs and the emulated Bally. [`module::Module`] handles requests, which are JSON; [`exports`] are the functions
//! that a page calls.
//!
//! ```
//! use arcadian_web::module::Module;
//!
//! let mut module = Module::default();
//! let answer = module.handle(br#"{"do": "open", "name": "rotate", "seed": 1, "speed": "max"}"#);
//! assert!(answer.starts_with(br#"{"ok":true"#));
//! module.advance(0.0);
//! assert_eq!((module.pixels().width, module.pixels().height), (160, 88));
//! ```

#[cfg(feature = "step")]
mod arcade;
pub mod exports;
mod files;
mod input;
#[cfg(feature = "play")]
mod listing;
pub mod module;
mod pad;
mod pixels;
#[cfg(feature = "play")]
mod play;
#[cfg(feature = "step")]
mod prove;
mod reply;
#[cfg(feature = "play")]
mod saved;
#[cfg(feature = "play")]
mod stage;
#[cfg(feature = "step")]
mod step;
#[cfg(feature = "step")]
mod workbench;

pub use pixels::Pixels;
