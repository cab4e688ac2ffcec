//! The debugger from outside.

mod both_ways;
mod commands;
mod expressions;
mod programs;
