//! Devices at ports and addresses, which a file describes.
//!
//! Their state is part of the machine, so that a debugger takes it back with everything else.

use std::ops::RangeInclusive;

use arcadian_files::error::{Result, message};
use arcadian_machine::{Backplane, devices::Scripted};

#[cfg(feature = "tools")]
pub use file::read;

/// Refuses the file of devices: this host reads none.
#[cfg(not(feature = "tools"))]
pub fn read(_files: &dyn arcadian_files::Files, _path: &std::path::Path) -> Result<Vec<Attachment>> {
    Err(message!("files of devices are not read here"))
}

/// A device or a kind of memory, and the ports or addresses of a machine that it is attached to.
#[derive(Clone, Debug)]
pub enum Attachment {
    Port(RangeInclusive<u8>, Scripted),
    Memory(RangeInclusive<u16>, Scripted),
    Rom(RangeInclusive<u16>),
    /// Addresses that must be RAM.
    Ram(RangeInclusive<u16>),
}

impl Attachment {
    pub fn attach(&self, backplane: &mut Backplane) -> Result<()> {
        match self {
            Attachment::Port(ports, device) => {
                let id = backplane.plug(device.clone());
                backplane.attach(ports.clone(), id).map_err(|error| message!("{error}"))
            }
            Attachment::Memory(range, device) => {
                let attached = backplane.device(range.clone(), device.clone());
                attached.map(drop).map_err(|error| message!("{error}"))
            }
            Attachment::Rom(range) => backplane.rom(range.clone()).map_err(|error| message!("{error}")),
            Attachment::Ram(range) => backplane.ram(range.clone()).map_err(|error| message!("{error}")),
        }
    }
}

/// The file of `--devices`: ports and addresses with simple devices, and regions of ROM and RAM.
///
/// ```toml
/// [[port]]
/// at = "10"           # or a range, "10-1F"
/// read = "41 42 0D"   # one byte for each read
/// then = "FF"         # what reads return afterward; FF without it
/// write = "print"     # print, keep or ignore; ignore without it
///
/// [[memory]]          # the same at addresses
/// at = "D012"
/// write = "print"
///
/// [[rom]]
/// at = "F000-FFFF"
/// ```
#[cfg(feature = "tools")]
mod file {
    use std::{ops::RangeInclusive, path::Path};

    use arcadian_cpu::I8080;
    use arcadian_files::{
        Files, address, diagnostic,
        error::{Error, Result},
        escape,
    };
    use arcadian_isa::hex;
    use arcadian_machine::{
        Machine,
        devices::{Scripted, Write},
    };
    use serde::Deserialize;

    use super::Attachment;

    /// The longest file, in bytes.
    const LONGEST: u64 = 1 << 20;

    #[derive(Debug, Default, Deserialize)]
    #[serde(deny_unknown_fields, default)]
    struct Devices {
        port: Vec<DeviceEntry>,
        memory: Vec<DeviceEntry>,
        rom: Vec<Region>,
        ram: Vec<Region>,
    }

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

    /// The effect of a write.
    #[derive(Clone, Copy, Debug, Default, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum WriteName {
        #[default]
        Ignore,
        Print,
        Keep,
    }

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

    /// Reads the devices of a file. Refuses those that overlap.
    pub fn read(files: &dyn Files, path: &Path) -> Result<Vec<Attachment>> {
        let text = files.text(path, "a file of devices", LONGEST)?;
        let file = File { name: escape::source_name(path), text };
        let devices: Devices = toml::from_str(&file.text)
            .map_err(|error| file.error(error.span().unwrap_or(0..0), error.message()))?;
        let mut all = Vec::new();
        for entry in &devices.port {
            all.push((&entry.at, Attachment::Port(file.ports(&entry.at)?, file.device(entry)?)));
        }
        for entry in &devices.memory {
            all.push((&entry.at, Attachment::Memory(file.range(&entry.at)?, file.device(entry)?)));
        }
        for region in &devices.rom {
            all.push((&region.at, Attachment::Rom(file.range(&region.at)?)));
        }
        for region in &devices.ram {
            all.push((&region.at, Attachment::Ram(file.range(&region.at)?)));
        }
        // Here their places in the file are known, for errors.
        let mut machine = Machine::<I8080>::new();
        for (at, attachment) in &all {
            let attached = attachment.attach(&mut machine.backplane);
            attached.map_err(|error| file.error(at.span(), &error.to_string()))?;
        }
        Ok(all.into_iter().map(|(_, attachment)| attachment).collect())
    }

    impl File {
        fn error(&self, span: std::ops::Range<usize>, message: &str) -> Error {
            diagnostic::render(&self.name, &self.text, span, message, None).into()
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
}
