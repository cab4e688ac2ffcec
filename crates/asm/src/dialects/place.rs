//! Where bytes go: segments, addresses, memory pages, relocation.

pub(crate) mod bank_value;
pub(crate) mod banks;
pub(crate) mod device;
pub(crate) mod origin;
pub(crate) mod outputs;
pub(crate) mod pages;
pub(crate) mod relocation;
pub(crate) mod segments;
