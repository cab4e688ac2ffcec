//! Reading ROMs, cartridges and saved states.

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use arcadian_asm::{Assembly, assemble};
use arcadian_bally::{Bally, Cartridge, Config, Expansion, ImageError, Known, NoRoomForPort, Rom};
use arcadian_files::{
    FileKind, Files, LONGEST_SOURCE, diagnostic,
    error::{Context, Error, Result, message, refuse},
    escape, image,
    source::Folders,
};
use arcadian_isa::Processor;

use super::keys::Keypad;

/// The longest file that is read, in bytes. The largest cartridge has half of it.
const LONGEST: u64 = 1 << 20;

/// The name of `--rom`.
const ROM: &str = "an on-board ROM of 8 KB";

/// The name of `--cart`.
const CARTRIDGE: &str = "a cartridge of at most 8 KB, or of 256 or 512 KB, or its source (.asm)";

/// The name of `--load-state`.
pub const STATE: &str = "a saved state";

/// The address of a cartridge.
const ORIGIN: u16 = 0x2000;

/// The sizes of cartridges without bank switching.
const SIZES: [usize; 3] = [0x800, 0x1000, 0x2000];

/// The parts of a Bally Professional Arcade.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Parts {
    /// On-board ROM of a Bally, 8 KB [default: a boot ROM of arcadian's own]; - is standard input
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub rom: Option<PathBuf>,
    /// Cartridge of a Bally of at most 8 KB, or bank-switched of 256 or 512 KB, or the source (.asm) of one; - is standard input
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub cart: Option<PathBuf>,
    /// A cartridge that is not a file; `cart` takes precedence.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub inserted: Option<Cartridge>,
    /// RAM on the expansion connector of a Bally
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = expansions(), default_value = "none"))]
    pub expansion: Expansion,
    /// Handles that are connected to a Bally, from the first connector on; the others read as 0 [default: 4]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = arcadian_files::number::decimal::<u8>(0..=arcadian_bally::MOST_HANDLES.into())))]
    pub handles: Option<u8>,
    /// Continue from a saved state of the same ROM, cartridge and expansion
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub load_state: Option<PathBuf>,
    /// Hardware of the cartridge other than its ROM.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub fitting: Option<Fitting>,
}

/// The parts of a Bally, and the names and the script of its keys.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct BallyOptions {
    #[cfg_attr(feature = "clap", command(flatten))]
    pub parts: Parts,
    /// File with keys of a cartridge, as `bally --record` writes it; with `step` also of a BASIC program, as `play --record` does
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", conflicts_with = "keys"))]
    pub keys_file: Option<PathBuf>,
    /// Legends of a Bally's keypad for key names [default: basic for BASIC and the test card, else calculator]
    #[cfg_attr(feature = "clap", arg(long, value_enum))]
    pub keypad: Option<Keypad>,
}

/// Returns the parser of the names of expansions.
#[cfg(feature = "clap")]
fn expansions() -> impl clap::builder::TypedValueParser<Value = Expansion> {
    use clap::builder::{PossibleValuesParser, TypedValueParser};

    let names = Expansion::ALL.map(Expansion::name);
    PossibleValuesParser::new(names).map(|name| Expansion::named(&name).unwrap_or_default())
}

/// The function that gives a cartridge its tape port. A host without such cartridges, as the web page, contains no code of the port.
#[derive(Clone)]
pub struct Fitting(pub Arc<dyn Fn(Cartridge) -> Result<Cartridge, NoRoomForPort> + Send + Sync>);

impl fmt::Debug for Fitting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fitting")
    }
}

/// A loaded machine, with the source of its cartridge if it was assembled.
pub struct LoadedBally {
    pub bally: Bally,
    pub source: Option<Box<Assembly>>,
}

impl Parts {
    /// Returns the file that has the program: the cartridge, or else the ROM.
    pub fn program(&self) -> Option<&Path> {
        self.cart.as_deref().or(self.rom.as_deref())
    }

    /// Reads the files and switches the machine on, or continues from the saved state.
    pub fn load(&self, files: &dyn Files) -> Result<LoadedBally> {
        self.load_with(files, Config::default())
    }

    /// The same with what `config` says of the rest of the machine.
    pub fn load_with(&self, files: &dyn Files, config: Config) -> Result<LoadedBally> {
        let handles = self.handles.unwrap_or(config.handles);
        let mut config =
            Config { expansion: self.expansion, cartridge: self.inserted.clone(), handles, ..config };
        if let Some(path) = &self.rom {
            config.rom = rom(files, path)?;
        }
        let mut source = None;
        if let Some(path) = &self.cart {
            let (cartridge, assembly) = cartridge(files, path)?;
            let fitted = match &self.fitting {
                Some(fitting) => fitting.0(cartridge)
                    .with_context(|| format!("cannot use {} with a tape port", escape::path(path)))?,
                None => cartridge,
            };
            (config.cartridge, source) = (Some(fitted), assembly);
        }
        let mut bally = Bally::new(config);
        if let Some(path) = &self.load_state {
            load_state(files, path, |state| bally.load(state))?;
        }
        Ok(LoadedBally { bally, source })
    }
}

fn rom(files: &dyn Files, path: &Path) -> Result<Rom> {
    let bytes = expect(files, path, ROM, files.bytes(path, ROM, LONGEST))?;
    Rom::new(&bytes).map_err(|error| {
        let hint = match error {
            ImageError::Text => "; assemble a source with `arcadian asm` first",
            _ => "",
        };
        message!("cannot use {} as the ROM: {error}{hint}", escape::path(path))
    })
}

/// Reads a cartridge: an image, or a source, which is assembled.
fn cartridge(files: &dyn Files, path: &Path) -> Result<(Cartridge, Option<Box<Assembly>>)> {
    let is_source = if escape::is_stream(path) {
        image::is_text(&files.peek(LONGEST_SOURCE)?)
    } else {
        image::is_named_as_source(path)
    };
    let cannot = |error| {
        let name = escape::path(path);
        if image::is_named_as_basic(path) {
            let file = escape::argument(path);
            return message!(
                "cannot use {name} as the cartridge: {error}; `arcadian play {file}` runs a BASIC program"
            );
        }
        message!("cannot use {name} as the cartridge: {error}; name an image, or its source (.asm)")
    };
    if !is_source {
        let bytes = expect(files, path, CARTRIDGE, files.bytes(path, CARTRIDGE, LONGEST))?;
        return Ok((Cartridge::new(&bytes).map_err(cannot)?, None));
    }
    let assembly = assembled(files, path)?;
    let cartridge = Cartridge::new(&filled(path, &assembly)?).map_err(cannot)?;
    Ok((cartridge, Some(Box::new(assembly))))
}

fn assembled(files: &dyn Files, path: &Path) -> Result<Assembly> {
    let text = expect(files, path, CARTRIDGE, files.source(path))?;
    let options =
        arcadian_asm::Options { processor: Some(Processor::Z80), ..arcadian_asm::Options::default() };
    assemble(&escape::source_name(path), &text, &options, &mut Folders::new(files, path, &[]))
        .map_err(|failure| diagnostic::render_failure(&failure).into())
}

/// Returns the image of a source, filled with FF to the size of a cartridge.
fn filled(path: &Path, assembly: &Assembly) -> Result<Vec<u8>> {
    let (name, mut image) = (escape::path(path), assembly.image.clone());
    if assembly.origin != ORIGIN {
        refuse!(
            "{name} begins at {:04X}; a cartridge begins at 2000: write ORG 2000H before its first instruction",
            assembly.origin
        );
    }
    let Some(size) = SIZES.into_iter().find(|size| image.len() <= *size) else {
        refuse!("{name} has {} bytes; a cartridge has at most 8192, from 2000 to 3FFF", image.len());
    };
    image.resize(size, 0xFF);
    Ok(image)
}

/// Adds `what` is expected to the error for a missing file, unless the error already proposes another file.
fn expect<T>(files: &dyn Files, path: &Path, what: &str, read: Result<T>) -> Result<T> {
    read.map_err(|error| match error {
        Error::Message(message) if !escape::is_stream(path) && files.kind(path) == FileKind::Missing => {
            message!("{message}; name {what}")
        }
        error => error,
    })
}

/// Reads a saved state, and loads it with `load`.
pub fn load_state<E: std::error::Error>(
    files: &dyn Files,
    path: &Path,
    load: impl FnOnce(&[u8]) -> Result<(), E>,
) -> Result<()> {
    let bytes = files.bytes(path, STATE, LONGEST)?;
    load(&bytes).with_context(|| format!("cannot load {}", escape::path(path)))
}

pub fn rom_name(rom: &Rom) -> String {
    if *rom == Rom::boot() { "arcadian's own boot ROM".to_owned() } else { name(rom.known(), rom.crc32()) }
}

pub fn cartridge_name(cartridge: Option<&Cartridge>) -> String {
    match cartridge {
        Some(cartridge) if cartridge.bytes() == arcadian_bally::ARCADIAN_BASIC => "Arcadian BASIC".to_owned(),
        Some(cartridge) => name(cartridge.known(), cartridge.crc32()),
        None => "none".to_owned(),
    }
}

fn name(known: Option<&Known>, crc32: u32) -> String {
    match known {
        Some(known) => known.title.to_owned(),
        None => format!("unknown, CRC-32 {crc32:08x}"),
    }
}
