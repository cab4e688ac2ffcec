//! A debug adapter: the Debug Adapter Protocol (DAP) without its transport.
//!
//! An `EditorSession` receives messages and returns messages. Each request is a row of the table in `editor_session.rs` with a
//! handler, a function of the state in `state.rs` and of the arguments.
//!
//! ```
//! use std::rc::Rc;
//!
//! use arcadian_editor::dap::editor_session::EditorSession;
//! use arcadian_editor::dap::message::Incoming;
//! use arcadian_files::NoFiles;
//! use serde_json::json;
//!
//! let mut session = EditorSession::new(Rc::new(|| false), Rc::new(NoFiles));
//! let request = json!({ "seq": 1, "type": "request", "command": "initialize", "arguments": { "adapterID": "arcadian" } });
//! session.receive(Incoming::Message(request));
//! let sent = session.drain();
//! assert_eq!((&sent[0]["command"], &sent[0]["success"]), (&json!("initialize"), &json!(true)));
//! ```

mod breakpoints;
mod client;
mod console;
mod debuggee;
pub mod editor_session;
mod execution;
mod frames;
mod launch;
mod memory;
pub mod message;
mod state;
mod variables;
