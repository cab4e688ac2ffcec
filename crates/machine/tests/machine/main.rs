//! Machines around the three real processors.

mod call;
mod clocked;
mod devices;
mod history;
mod memory;
mod run;
mod services;
mod world;
