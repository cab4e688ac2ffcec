//! The bundled programs: they play as the reference model says, on the cores and on other emulators.

mod console;
mod peers;
mod rotate;
mod tactix;
