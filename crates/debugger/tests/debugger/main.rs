//! Tests of the public interface.

mod commands;
mod expressions;
mod programs;
mod reverse;
