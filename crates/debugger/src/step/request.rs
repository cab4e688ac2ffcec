//! A request to step a program, as a command line, an editor, a page or a link states it.

use std::path::{Path, PathBuf};

use arcadian_asm as asm;
use arcadian_bally::{Expansion, MOST_HANDLES};
use arcadian_basic as basic;
use arcadian_files::{
    address,
    error::{Result, refuse},
    escape,
    source::{self, Linking, Syntax},
};
use arcadian_isa::{Processor, UnknownProcessor};
use arcadian_play::bally::{keys::Keypad, parts::Fitting};
use arcadian_program::Options;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

/// The dialect of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Basic(basic::Dialect),
    /// Of an assembler.
    Source(asm::Dialect),
}

impl Dialect {
    /// Returns the dialect with a name.
    pub fn named(name: &str) -> Result<Self, String> {
        let of_basic = name.parse().map(Dialect::Basic).ok();
        of_basic.or_else(|| asm::Dialect::named(name).map(Dialect::Source)).ok_or_else(|| {
            let sources: Vec<&str> = asm::Dialect::all().map(asm::Dialect::name).collect();
            format!("the dialects are bally and astro for BASIC, and {} for sources", sources.join(", "))
        })
    }

    pub fn name(self) -> String {
        match self {
            Dialect::Basic(dialect) => dialect.to_string(),
            Dialect::Source(dialect) => dialect.name().to_owned(),
        }
    }
}

/// A program, and the options for all kinds of programs. `Options` are those of one kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct StepRequest {
    /// A routine, a sheet or source, a BASIC program, or a binary; `-` is standard input. Empty for a cartridge.
    #[serde(alias = "program", deserialize_with = "file")]
    pub target: PathBuf,
    /// The on-board ROM of a Bally.
    #[serde(deserialize_with = "file")]
    pub rom: Option<PathBuf>,
    /// A cartridge of a Bally: an image, or an assembler source.
    #[serde(deserialize_with = "file")]
    pub cart: Option<PathBuf>,
    /// The RAM on the expansion connector of a Bally.
    #[serde(deserialize_with = "expansion")]
    pub expansion: Expansion,
    /// The number of handles that are connected to a Bally; none means four.
    #[serde(deserialize_with = "handles")]
    pub handles: Option<u8>,
    /// A saved state to continue from.
    #[serde(deserialize_with = "file")]
    pub load_state: Option<PathBuf>,
    /// Hardware of the cartridge other than its ROM.
    #[serde(skip)]
    pub fitting: Option<Fitting>,
    /// The legends by which the keys of a cartridge are named; none means those that suit it.
    #[serde(deserialize_with = "keypad")]
    pub keypad: Option<Keypad>,
    /// The processor of machine code.
    #[serde(deserialize_with = "cpu")]
    pub cpu: Option<Processor>,
    /// The fields of a routine, as `FIELD=BYTES`.
    #[serde(deserialize_with = "inputs")]
    pub inputs: Vec<String>,
    /// Changes before the first step: `REGISTER=VALUE` for machine code, a statement or numbered line for BASIC.
    #[serde(deserialize_with = "set")]
    pub set: Vec<String>,
    /// The addresses of a routine's call, as `NAME=ADDRESS`: the data of a field, the stack pointer, `return`.
    #[serde(deserialize_with = "place")]
    pub place: Vec<String>,
    /// Sheet: another one with the same inputs and outputs, whose fields it has.
    #[serde(deserialize_with = "file")]
    pub same_as: Option<PathBuf>,
    /// Bytes of memory before the first step of machine code, as `ADDRESS=BYTES`.
    #[serde(deserialize_with = "poke")]
    pub poke: Vec<String>,
    /// The address of a binary's first byte; 0 by default.
    #[serde(deserialize_with = "load")]
    pub load: Option<u16>,
    /// The initial program counter of machine code.
    #[serde(deserialize_with = "pc")]
    pub pc: Option<u16>,
    /// Symbols of a binary or of a cartridge's image, as `asm --symbols` writes them.
    #[serde(deserialize_with = "file")]
    pub symbols: Option<PathBuf>,
    /// Binary: the maps that its own tools wrote.
    #[serde(deserialize_with = "map")]
    pub map: Vec<PathBuf>,
    /// Folders with the sources that the maps name.
    #[serde(alias = "sourcePath", deserialize_with = "source_dir")]
    pub source_dir: Vec<PathBuf>,
    /// Source, or binary with a map: the label of a routine with a contract above it.
    pub routine: Option<String>,
    /// A routine of a source or binary: addresses whose bytes do not change, in addition to its code.
    #[serde(deserialize_with = "constant")]
    pub constant: Vec<(u16, u16)>,
    /// A file with the contracts of routines in a binary.
    #[serde(deserialize_with = "file")]
    pub contract: Option<PathBuf>,
    /// Binary with a map: the routine to call, by its label, as `FILE:LINE`, or by its address.
    pub call: Option<String>,
    /// Source or binary: a file that describes what is attached at ports and addresses.
    #[serde(deserialize_with = "file")]
    pub devices: Option<PathBuf>,
    /// Whether a source or binary is a program for CP/M.
    pub cpm: bool,
    /// Whether a source or binary prints and reads by calls of FFD2 and FFCF.
    pub console: bool,
    /// The dialect of a BASIC program or of a source; none means the one in its header, or the one that its statements show.
    #[serde(deserialize_with = "dialect")]
    pub dialect: Option<Dialect>,
    /// Source: the address of the first segment.
    #[serde(deserialize_with = "org")]
    pub org: Option<u16>,
    /// Source: addresses of segments, as `NAME=ADDRESS`.
    #[serde(deserialize_with = "segment")]
    pub segment: Vec<(String, u16)>,
    /// Source: constants, as `NAME=VALUE`.
    #[serde(deserialize_with = "define")]
    pub define: Vec<(String, i32)>,
    /// Source: folders with included files.
    #[serde(deserialize_with = "include")]
    pub include: Vec<PathBuf>,
    /// Whether the errata of a printed listing are ignored.
    pub as_printed: bool,
    /// The keys of a BASIC program, such as `8{GO}AB`, of a cartridge, such as `{AT 60}5`, or of a program with a
    /// console.
    #[serde(deserialize_with = "keys")]
    pub keys: Vec<String>,
    /// A file with the keys of a BASIC program or of a cartridge.
    #[serde(deserialize_with = "file")]
    pub keys_file: Option<PathBuf>,
    /// The seed of RND and of a routine's random input; 1 by default.
    pub seed: Option<u64>,
}

impl StepRequest {
    /// Returns the file of a cartridge or ROM of the Bally, if the program is one.
    pub fn cartridge(&self) -> Option<&Path> {
        self.cart.as_deref().or(self.rom.as_deref())
    }

    /// Returns the file or the name of the program.
    pub fn program(&self) -> Result<&Path> {
        match (self.target.as_os_str().is_empty(), self.cartridge()) {
            (false, None) => Ok(&self.target),
            (true, Some(cartridge)) => Ok(cartridge),
            (false, Some(_)) => refuse!("`program` and `cart` or `rom` name two programs; remove one"),
            (true, None) => refuse!(
                "`program` is missing; set it to a sheet (.asm), a BASIC program (.bas, .lst), a routine, or `rotate`, or set `cart` or `rom`"
            ),
        }
    }

    /// Returns how a source is read.
    pub fn syntax(&self) -> Syntax {
        let dialect = match self.dialect {
            Some(Dialect::Source(dialect)) => Some(dialect),
            _ => None,
        };
        let linking = Linking {
            org: self.org,
            segment: self.segment.clone(),
            define: self.define.clone(),
            include: self.include.clone(),
        };
        Syntax { dialect, linking }
    }

    /// Returns how the program is read, if it is machine code.
    pub fn options(&self) -> Options {
        Options {
            cpu: self.cpu,
            load: self.load,
            syntax: self.syntax(),
            map: self.map.clone(),
            source_dir: self.source_dir.clone(),
            symbols: self.symbols.clone(),
            runs: true,
            is_cpm: self.cpm,
            ..Options::default()
        }
    }
}

/// Reads the name of a file. Standard input carries messages, so `-` is a file too.
fn file<'de, D: Deserializer<'de>, T: From<PathBuf> + Default>(json: D) -> Result<T, D::Error> {
    let path = Option::<PathBuf>::deserialize(json)?;
    let in_folder = |path: PathBuf| if escape::is_stream(&path) { Path::new(".").join(path) } else { path };
    Ok(path.map(|path| in_folder(path).into()).unwrap_or_default())
}

/// Reads a field with a function that parses its JSON. An error names the field.
fn read<'de, D: Deserializer<'de>, T: Default>(
    field: &str,
    json: D,
    parse: impl Fn(Value) -> Result<T, String>,
) -> Result<T, D::Error> {
    match Value::deserialize(json)? {
        Value::Null => Ok(T::default()),
        value => parse(value).map_err(|why| D::Error::custom(format!("`{field}`: {why}"))),
    }
}

/// Declares how fields are read that are not as they are in JSON.
macro_rules! fields {
    ($($field:ident: $type:ty = $parse:expr;)*) => {$(
        fn $field<'de, D: Deserializer<'de>>(json: D) -> Result<$type, D::Error> {
            read(stringify!($field), json, $parse)
        }
    )*};
}

fields! {
    expansion: Expansion = expansion_named;
    handles: Option<u8> = handle_count;
    keypad: Option<Keypad> = keypad_named;
    cpu: Option<Processor> = |json| text(json)?.parse().map(Some).map_err(|error: UnknownProcessor| error.to_string());
    dialect: Option<Dialect> = |json| Dialect::named(&text(json)?).map(Some);
    org: Option<u16> = address;
    segment: Vec<(String, u16)> = |json| settings(json)?.iter().map(|text| source::segment(text)).collect();
    define: Vec<(String, i32)> = |json| settings(json)?.iter().map(|text| source::definition(text)).collect();
    include: Vec<PathBuf> = paths;
    constant: Vec<(u16, u16)> = |json| texts(json)?.iter().map(|text| address::range(text)).collect();
    load: Option<u16> = address;
    pc: Option<u16> = address;
    set: Vec<String> = texts;
    keys: Vec<String> = texts;
    inputs: Vec<String> = settings;
    place: Vec<String> = settings;
    poke: Vec<String> = settings;
    map: Vec<PathBuf> = paths;
    source_dir: Vec<PathBuf> = paths;
}

fn expansion_named(json: Value) -> Result<Expansion, String> {
    let name = text(json)?;
    let names = || Expansion::ALL.map(Expansion::name).join(", ");
    Expansion::named(&name).ok_or_else(|| format!("`{name}` is not one; the expansions are {}", names()))
}

fn handle_count(json: Value) -> Result<Option<u8>, String> {
    let number = json.as_u64().and_then(|number| u8::try_from(number).ok());
    let number = number.filter(|number| *number <= MOST_HANDLES);
    number.map(Some).ok_or_else(|| format!("{json} is not a number from 0 to {MOST_HANDLES}"))
}

fn keypad_named(json: Value) -> Result<Option<Keypad>, String> {
    let name = text(json)?;
    Keypad::named(&name).map(Some).ok_or_else(|| format!("`{name}` is not one; write calculator or basic"))
}

fn text(json: Value) -> Result<String, String> {
    match json {
        Value::String(text) => Ok(text),
        other => Err(format!("{other} is not a string")),
    }
}

fn address(json: Value) -> Result<Option<u16>, String> {
    let number = json.as_u64().and_then(|number| u16::try_from(number).ok());
    match (json, number) {
        (Value::String(text), _) => address::parse(&text).map(Some),
        (_, Some(number)) => Ok(Some(number)),
        _ => Err("an address is a string such as \"0100\" or a number up to 65535".to_owned()),
    }
}

/// Reads a list of texts, or a single one.
fn texts(json: Value) -> Result<Vec<String>, String> {
    match json {
        Value::Array(all) => all.into_iter().map(text).collect(),
        one => text(one).map(|text| vec![text]).map_err(|why| format!("{why} or a list of strings")),
    }
}

/// Reads a list of paths, or a single one.
fn paths(json: Value) -> Result<Vec<PathBuf>, String> {
    Ok(texts(json)?.into_iter().map(PathBuf::from).collect())
}

/// Reads `{"NAME": "HEX"}`, or a list of `NAME=HEX`.
fn settings(json: Value) -> Result<Vec<String>, String> {
    let setting = |(name, value)| match value {
        Value::String(hex) => Ok(format!("{name}={hex}")),
        _ => Err(format!("`{name}` must be a string of hexadecimal digits")),
    };
    match json {
        Value::Object(fields) => fields.into_iter().map(setting).collect(),
        other => texts(other).map_err(|why| format!("{why} of NAME=HEX, or an object {{\"NAME\": \"HEX\"}}")),
    }
}
