//! A language server: the Language Server Protocol (LSP) without its transport.
//!
//! A [`Server`] receives messages and returns messages. What takes time is a [`Job`], which a host runs on another thread: it
//! reads the text of a document as it was at one moment, and a change of the document cancels it. So is a [`ProofJob`]. Errors
//! that changed lines have by themselves are sent at once (`assembly/early.rs`). Requests are rows of the table in `requests.rs`,
//! notifications of that in `notifications.rs`. `assembly` and `basic` analyze the two languages.
//!
//! ```
//! use arcadian_files::NoFiles;
//! use arcadian_editor::lsp::Server;
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

mod analysis;
mod assembly;
mod basic;
mod client;
mod context;
mod documents;
mod message;
mod proof;
mod proofs;
mod requests;
mod server;
mod text;
mod uri;

pub use analysis::{Done, Job};
pub use proof::{ProofJob, Proven};
pub use server::Server;
