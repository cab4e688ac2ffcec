//! Machines around the three real processors.

mod call;
mod clocked;
mod devices;
mod events;
mod history;
mod memory;
mod run;
mod services;
mod world;
