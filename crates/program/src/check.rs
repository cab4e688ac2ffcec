//! Whether a map belongs to a binary. The time of a file says nothing.

use crate::debug_data::{DebugData, LineRange};
use arcadian_files::{
    error::{Result, refuse},
    escape,
};
use arcadian_isa::hex;

use crate::{layout::Part, sources::Sources};

/// Compares the bytes that a listing has for each line.
pub(crate) fn bytes(binary: &str, parts: &[Part], map: &str, data: &DebugData) -> Result<()> {
    let known = |line: &&LineRange| !line.bytes.is_empty();
    for line in data.lines.iter().filter(known) {
        let Some(own) = loaded(parts, line.address, line.bytes.len()) else { continue };
        if own != line.bytes {
            let file = data.files.get(line.file).map_or("", |file| &file.name);
            refuse!(
                "{map} is not the map of {binary}: {}:{} at {:04X} is {} in the listing and {} in {binary}; build both again",
                escape::text(file),
                line.line,
                line.address,
                hex::bytes(&line.bytes),
                hex::bytes(own)
            );
        }
    }
    Ok(())
}

/// Returns a warning if code of the map is outside of the binary. A linker that says where segments are can write several files.
pub(crate) fn outside(binary: &str, parts: &[Part], map: &str, data: &DebugData) -> Option<String> {
    if data.segments.iter().any(|segment| segment.part.is_some()) {
        return None;
    }
    let code = || data.lines.iter().filter(|line| !line.is_data);
    let mut outside = code().filter(|line| loaded(parts, line.address, 1).is_none());
    let first = outside.next()?.address;
    let count = outside.count() + 1;
    Some(format!(
        "warning: {map} has {count} of {} lines of code outside of {binary}, the first at {first:04X}; is it the map of another build?",
        code().count()
    ))
}

/// Returns bytes of a binary by their address, if it has all of them.
pub(crate) fn loaded(parts: &[Part], address: u32, length: usize) -> Option<&[u8]> {
    parts.iter().rev().find_map(|(first, bytes)| {
        let offset = usize::try_from(address.checked_sub(u32::from(*first))?).ok()?;
        bytes.get(offset..)?.get(..length)
    })
}

/// Returns a warning for each source whose size is not that at the time of the build.
pub(crate) fn sizes(binary: &str, data: &DebugData, sources: &Sources) -> Vec<String> {
    let pairs = data.files.iter().zip(sources.iter());
    let changed = pairs.filter_map(|(file, source)| {
        let (then, now) = (file.size?, source.size?);
        (then != now).then(|| {
            let name = escape::text(&source.name).into_owned();
            format!("warning: {name} has {now} bytes, and had {then} when {binary} was built; its lines may be wrong")
        })
    });
    changed.collect()
}
