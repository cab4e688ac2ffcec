//! A language server: the Language Server Protocol (LSP) without its transport.
//!
//! A `Server` receives messages and returns messages. What takes time is a `Job`, which a host runs on another thread: it
//! reads the text of a document as it was at one moment, and a change of the document cancels it. So is a `ProofJob`. Errors
//! that changed lines have by themselves are sent at once (`assembly/line.rs`). Requests and notifications are rows of the tables
//! in `server.rs`; their handlers are functions of the state in `state.rs`. `assembly` and `basic` analyze the two languages.
//!
//! ```
//! use arcadian_files::NoFiles;
//! use arcadian_editor::lsp::server::Server;
//! use serde_json::json;
//!
//! let mut server = Server::new();
//! server.receive(json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}));
//! assert_eq!(server.drain()[0]["result"]["serverInfo"]["name"], "arcadian");
//! let document = json!({"uri": "file:///x.asm", "languageId": "asm", "version": 1, "text": " CPU z80\n XYZ\n"});
//! server.receive(json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": document}}));
//! let done = server.next_job().map(|job| job.run(&NoFiles));
//! done.into_iter().for_each(|done| server.finish(done));
//! assert_eq!(server.drain()[0]["params"]["diagnostics"][0]["message"], "the Z80 has no instruction `XYZ`");
//! ```

pub mod analysis;
mod assembly;
mod basic;
mod commands;
mod context;
mod documents;
mod message;
mod notifications;
pub mod proof;
mod proofs;
mod requests;
pub mod server;
mod source;
mod state;
pub(crate) mod text;
mod uri;
