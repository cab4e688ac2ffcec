//! The WebAssembly modules of the web page.
//!
//! One crate builds all, each by its feature: `play` plays BASIC and checks listings; `step` has the debugger, the assembler,
//! the proofs and the emulated Bally; `tape` reads and writes tapes. [`module::Module`] handles requests, which are JSON; [`exports`] are the functions
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
#[cfg(feature = "machine")]
mod input;
#[cfg(feature = "play")]
mod listing;
pub mod module;
#[cfg(feature = "machine")]
mod pad;
#[cfg(feature = "machine")]
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
#[cfg(feature = "tape")]
mod tapes;
#[cfg(feature = "step")]
mod workbench;

#[cfg(feature = "machine")]
pub use pixels::Pixels;
