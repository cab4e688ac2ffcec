//! Tests of the cores.

mod intel_zilog;
mod lanes;
mod mos6502;
mod rustzx_bus;
