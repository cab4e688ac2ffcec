//! Machines around the three real processors.

mod call;
mod devices;
mod history;
mod memory;
mod run;
mod services;
