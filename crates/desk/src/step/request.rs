//! A request to step a program, as a command line, an editor, a page or a link states it.

use std::{
    fmt::Display,
    path::{Path, PathBuf},
};

use arcadian_bally::Expansion;
use arcadian_basic::Dialect;
use arcadian_isa::Processor;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::{Map, Value};

use crate::{
    address,
    bally::keys::Keypad,
    error::{Result, refuse},
    escape, registers,
};

/// A program, and the options for all kinds of programs. [`Options`](super::options::Options) are those of one kind.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Request {
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
    /// A saved state to continue from.
    #[serde(deserialize_with = "file")]
    pub load_state: Option<PathBuf>,
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
    /// Where a routine's call places things, as `NAME=ADDRESS`: the data of a field, the stack pointer, `return`.
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
    /// Whether a binary is a program for CP/M.
    pub cpm: bool,
    /// The dialect of a BASIC program; none means the one in its header.
    #[serde(deserialize_with = "dialect")]
    pub dialect: Option<Dialect>,
    /// Whether the errata of a printed listing are ignored.
    pub as_printed: bool,
    /// The keys of a BASIC program, such as `8{GO}AB`, of a cartridge, such as `{AT 60}5`, or of a CP/M program.
    #[serde(deserialize_with = "keys")]
    pub keys: Vec<String>,
    /// A file with the keys of a BASIC program or of a cartridge.
    #[serde(deserialize_with = "file")]
    pub keys_file: Option<PathBuf>,
    /// The seed of RND and of a routine's random input; 1 by default.
    pub seed: Option<u64>,
}

impl Request {
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

    /// Returns the names of the options that are set.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let options = [
            ("--in", !self.inputs.is_empty()),
            ("--set", !self.set.is_empty()),
            ("--place", !self.place.is_empty()),
            ("--same-as", self.same_as.is_some()),
            ("--poke", !self.poke.is_empty()),
            ("--cpu", self.cpu.is_some()),
            ("--pc", self.pc.is_some()),
            ("--load", self.load.is_some()),
            ("--symbols", self.symbols.is_some()),
            ("--cpm", self.cpm),
            ("--keys", !self.keys.is_empty()),
            ("--keys-file", self.keys_file.is_some()),
            ("--keypad", self.keypad.is_some()),
            ("--expansion", self.expansion != Expansion::None),
            ("--load-state", self.load_state.is_some()),
            ("--dialect", self.dialect.is_some()),
            ("--as-printed", self.as_printed),
            ("--seed", self.seed.is_some()),
        ];
        options.into_iter().filter(|(_, is_set)| *is_set).map(|(option, _)| option)
    }
}

/// Reads the name of a file. Standard input carries messages, so `-` is a file too.
fn file<'de, D: Deserializer<'de>, T: From<PathBuf> + Default>(json: D) -> Result<T, D::Error> {
    let path = Option::<PathBuf>::deserialize(json)?;
    let in_folder = |path: PathBuf| if escape::is_stream(&path) { Path::new(".").join(path) } else { path };
    Ok(path.map(|path| in_folder(path).into()).unwrap_or_default())
}

/// Reads a field with a function that parses its JSON. An error names the field.
fn read<'de, D, J, T, E>(field: &str, json: D, parse: impl Fn(J) -> Result<T, E>) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    J: Deserialize<'de>,
    T: Default,
    E: Display,
{
    let named = |why: &dyn Display| D::Error::custom(format!("`{field}`: {why}"));
    let given = Option::<J>::deserialize(json).map_err(|why| named(&why))?;
    given.map_or(Ok(T::default()), |given| parse(given).map_err(|why| named(&why)))
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
    keypad: Option<Keypad> = keypad_named;
    cpu: Option<Processor> = |name: String| registers::processor(&name).map(Some);
    dialect: Option<Dialect> = |name: String| name.parse().map(Some);
    load: Option<u16> = Address::parse;
    pc: Option<u16> = Address::parse;
    set: Vec<String> = Texts::list;
    keys: Vec<String> = Texts::list;
    inputs: Vec<String> = Settings::list;
    place: Vec<String> = Settings::list;
    poke: Vec<String> = Settings::list;
}

fn expansion_named(name: String) -> Result<Expansion, String> {
    let names = || Expansion::ALL.map(Expansion::name).join(", ");
    Expansion::named(&name).ok_or_else(|| format!("`{name}` is not one; the expansions are {}", names()))
}

fn keypad_named(name: String) -> Result<Option<Keypad>, String> {
    Keypad::named(&name).map(Some).ok_or_else(|| format!("`{name}` is not one; write calculator or basic"))
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "an address is a string such as \"0100\" or a number")]
enum Address {
    Number(u16),
    Text(String),
}

impl Address {
    fn parse(self) -> Result<Option<u16>, String> {
        match self {
            Address::Number(address) => Ok(Some(address)),
            Address::Text(text) => address::parse(&text).map(Some),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string or a list of strings")]
enum Texts {
    One(String),
    List(Vec<String>),
}

impl Texts {
    fn list(self) -> Result<Vec<String>, String> {
        match self {
            Texts::One(text) => Ok(vec![text]),
            Texts::List(texts) => Ok(texts),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected an object {\"NAME\": \"HEX\"}, or a list of \"NAME=HEX\"")]
enum Settings {
    Texts(Texts),
    Fields(Map<String, Value>),
}

impl Settings {
    fn list(self) -> Result<Vec<String>, String> {
        let setting = |(name, value): (String, Value)| match value {
            Value::String(hex) => Ok(format!("{name}={hex}")),
            _ => Err(format!("`{name}` must be a string of hexadecimal digits")),
        };
        match self {
            Settings::Texts(texts) => texts.list(),
            Settings::Fields(fields) => fields.into_iter().map(setting).collect(),
        }
    }
}
