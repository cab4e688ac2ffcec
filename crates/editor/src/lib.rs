//! Services for editors: the language server ([`lsp`]) and the debug adapter ([`dap`]), without their transport.

pub mod dap;
pub mod lsp;
