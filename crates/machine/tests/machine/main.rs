//! Machines around the three real processors.

mod clocked;
mod devices;
mod history;
mod run;
mod services;
mod world;
