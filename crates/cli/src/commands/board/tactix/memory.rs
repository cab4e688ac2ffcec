//! The memory that a solution may use.

use std::fs;

use anyhow::{Result, ensure};

/// What is used where the system does not say what is available.
const UNKNOWN: u64 = 1 << 30;

/// Returns the memory that may be used, in bytes: what the user allows, or most of what is available.
pub fn allowed(megabytes: Option<u32>) -> Result<u64> {
    let available = available();
    let Some(megabytes) = megabytes else {
        return Ok(available.map_or(UNKNOWN, |available| available - available / 16));
    };
    let asked = u64::from(megabytes) << 20;
    if let Some(available) = available {
        let least = "use a smaller --memory, or end other programs";
        ensure!(
            asked <= available,
            "--memory {megabytes}: only {} MB are available; {least}",
            available >> 20
        );
    }
    Ok(asked)
}

/// Returns the available memory in bytes, where Linux reports it.
fn available() -> Option<u64> {
    let info = fs::read_to_string("/proc/meminfo").ok()?;
    let line = info.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().trim_end_matches("kB").trim_end().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}
