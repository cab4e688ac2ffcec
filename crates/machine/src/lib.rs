//! A machine around a processor: memory map, devices, running until something happens, calling a routine, going back.

mod addresses;
mod area;
mod backplane;
mod call;
pub mod cpm;
mod device;
pub mod devices;
mod history;
mod lines;
mod log;
mod machine;
mod memory;
mod ports;
mod registers;
pub mod service;
mod stuck;
mod until;

pub use addresses::Addresses;
pub use area::{Area, DeviceId, Kind, MapError};
pub use backplane::Backplane;
pub use call::{Call, CallError, Input, Returned};
pub use device::{CloneDevice, Device};
pub use history::{Change, History, NotRecorded};
pub use log::Log;
pub use machine::Machine;
pub use memory::LoadError;
pub use registers::{UnknownRegister, register};
pub use until::{Reason, Stop, Until};
