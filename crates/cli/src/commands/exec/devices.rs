//! The file of `--devices`: ports and addresses with simple devices, and regions of ROM and RAM.
//!
//! ```toml
//! [[port]]
//! at = "10"           # or a range, "10-1F"
//! read = "41 42 0D"   # one byte for each read
//! then = "FF"         # what reads return afterward; FF without it
//! write = "print"     # print, keep or ignore; ignore without it
//!
//! [[memory]]          # the same at addresses
//! at = "D012"
//! write = "print"
//!
//! [[rom]]
//! at = "F000-FFFF"
//! ```

use std::{ops::RangeInclusive, path::Path};

use anyhow::Result;
use arcadian_files::{Files as _, address, diagnostic, escape};
use arcadian_isa::hex;
use arcadian_machine::{
    Backplane,
    devices::{Scripted, Write},
};
use serde::Deserialize;

use crate::files::Disk;

/// The longest file, in bytes.
const LONGEST: u64 = 1 << 20;

/// The content of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Devices {
    port: Vec<DeviceEntry>,
    memory: Vec<DeviceEntry>,
    rom: Vec<Region>,
    ram: Vec<Region>,
}

/// A device.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeviceEntry {
    at: toml::Spanned<String>,
    #[serde(default)]
    read: Option<toml::Spanned<String>>,
    #[serde(default)]
    then: Option<toml::Spanned<String>>,
    #[serde(default)]
    write: WriteName,
}

/// What a write does.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WriteName {
    #[default]
    Ignore,
    Print,
    Keep,
}

/// A region of memory.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Region {
    at: toml::Spanned<String>,
}

/// A file with its text, for errors.
struct File {
    name: String,
    text: String,
}

/// Attaches the devices of a file.
pub fn attach(path: &Path, backplane: &mut Backplane) -> Result<()> {
    let text = Disk.text(path, "a file of devices", LONGEST)?;
    let file = File { name: escape::source_name(path), text };
    let devices: Devices = toml::from_str(&file.text)
        .map_err(|error| file.error(error.span().unwrap_or(0..0), error.message()))?;
    for entry in &devices.port {
        let ports = file.ports(&entry.at)?;
        let id = backplane.plug(file.device(entry)?);
        file.at(&entry.at, backplane.attach(ports, id))?;
    }
    for entry in &devices.memory {
        let device = file.device(entry)?;
        file.at(&entry.at, backplane.device(file.range(&entry.at)?, device).map(drop))?;
    }
    for region in &devices.rom {
        file.at(&region.at, backplane.rom(file.range(&region.at)?))?;
    }
    for region in &devices.ram {
        file.at(&region.at, backplane.ram(file.range(&region.at)?))?;
    }
    Ok(())
}

impl File {
    /// Returns an error with the line and the place.
    fn error(&self, span: std::ops::Range<usize>, message: &str) -> anyhow::Error {
        arcadian_files::Error::from(diagnostic::render(&self.name, &self.text, span, message, None)).into()
    }

    /// Adds the place to an error of the machine.
    fn at<E: std::fmt::Display>(&self, at: &toml::Spanned<String>, result: Result<(), E>) -> Result<()> {
        result.map_err(|error| self.error(at.span(), &error.to_string()))
    }

    fn range(&self, at: &toml::Spanned<String>) -> Result<RangeInclusive<u16>> {
        let (from, to) = address::range(at.get_ref()).map_err(|why| self.error(at.span(), &why))?;
        Ok(from..=to)
    }

    fn ports(&self, at: &toml::Spanned<String>) -> Result<RangeInclusive<u8>> {
        let range = self.range(at)?;
        match (u8::try_from(*range.start()), u8::try_from(*range.end())) {
            (Ok(from), Ok(to)) => Ok(from..=to),
            _ => Err(self.error(at.span(), "a port is at most FF")),
        }
    }

    fn bytes(&self, text: &toml::Spanned<String>) -> Result<Vec<u8>> {
        let digits: String = text.get_ref().split_whitespace().collect();
        let bytes = hex::parse_bytes(&digits).map(Iterator::collect);
        bytes.ok_or_else(|| {
            self.error(text.span(), "bytes are pairs of hexadecimal digits, such as \"41 0D\"")
        })
    }

    fn device(&self, entry: &DeviceEntry) -> Result<Scripted> {
        let bytes = entry.read.as_ref().map(|text| self.bytes(text)).transpose()?.unwrap_or_default();
        let then = match &entry.then {
            None => 0xFF,
            Some(text) => match self.bytes(text)?.as_slice() {
                [byte] => *byte,
                _ => return Err(self.error(text.span(), "`then` is one byte, such as \"FF\"")),
            },
        };
        let write = match entry.write {
            WriteName::Ignore => Write::Ignore,
            WriteName::Print => Write::Print,
            WriteName::Keep => Write::Keep,
        };
        Ok(Scripted::new(&bytes, then, write))
    }
}
