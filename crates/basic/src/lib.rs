//! basic
