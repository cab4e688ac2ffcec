//! Launch configurations.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use arcadian_bally::Expansion;

use crate::{
    address,
    bally::{keys::Keypad, parts::Parts},
    error::{Context, Result, message, refuse},
    escape,
    program::Reading,
    registers,
    step::options::Options,
};

/// The arguments of `launch`: the options of `arcadian step`, and those of an editor.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Launch {
    program: Option<String>,
    cpu: Option<String>,
    load: Option<Address>,
    pc: Option<Address>,
    symbols: Option<PathBuf>,
    #[serde(default)]
    cpm: bool,
    #[serde(default)]
    inputs: Inputs,
    #[serde(default)]
    set: Texts,
    rom: Option<PathBuf>,
    cart: Option<PathBuf>,
    expansion: Option<String>,
    load_state: Option<PathBuf>,
    keypad: Option<String>,
    keys: Option<String>,
    keys_file: Option<PathBuf>,
    seed: Option<u64>,
    dialect: Option<String>,
    #[serde(default)]
    as_printed: bool,
    stop_on_entry: Option<bool>,
    #[serde(default)]
    no_debug: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "an address is a string such as \"0100\" or a number")]
enum Address {
    Number(u16),
    Text(String),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`inputs` is an object {\"FIELD\": \"HEX\"}, or a list of \"FIELD=HEX\"")]
enum Inputs {
    List(Vec<String>),
    Fields(Map<String, Value>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "`set` is a list of strings")]
enum Texts {
    One(String),
    List(Vec<String>),
}

impl Default for Inputs {
    fn default() -> Self {
        Inputs::List(Vec::new())
    }
}

impl Default for Texts {
    fn default() -> Self {
        Texts::List(Vec::new())
    }
}

impl Launch {
    /// Returns the options of `arcadian step`.
    pub(crate) fn options(&self) -> Result<Options> {
        let parts = self.parts()?;
        let program =
            self.program.clone().filter(|program| !program.is_empty()).map(|program| file(program.into()));
        let target = match (program, parts.program().map(Path::to_owned)) {
            (Some(_), Some(_)) => refuse!("`program` and `cart` or `rom` name two programs; remove one"),
            (Some(target), None) | (None, Some(target)) => target,
            (None, None) => refuse!(
                "`program` is missing; set it to a sheet (.asm), a BASIC program (.bas, .lst), a routine, or `rotate`, or set `cart` or `rom`"
            ),
        };
        if self.cpm && (self.load.is_some() || self.pc.is_some()) {
            refuse!("`cpm` sets the load address and the start; remove `load` and `pc`");
        }
        let cpu = self
            .cpu
            .as_deref()
            .map(registers::processor)
            .transpose()
            .map_err(|why| message!("`cpu`: {why}"))?;
        Ok(Options {
            target,
            cpu,
            inputs: self.inputs.texts()?,
            set: match self.set.clone() {
                Texts::One(text) => vec![text],
                Texts::List(texts) => texts,
            },
            load: self.load.as_ref().map(|load| load.parse("load")).transpose()?,
            pc: self.pc.as_ref().map(|pc| pc.parse("pc")).transpose()?,
            symbols: self.symbols.clone().map(file),
            cpm: self.cpm,
            reading: self.reading()?,
            parts,
            keypad: self.keypad.as_deref().map(keypad).transpose()?,
            keys: self.keys.iter().cloned().collect(),
            keys_file: self.keys_file.clone().map(file),
            seed: self.seed,
            ..Options::default()
        })
    }

    fn parts(&self) -> Result<Parts> {
        let expansion = self.expansion.as_deref().map(|name| {
            let names = || Expansion::ALL.map(Expansion::name).join(", ");
            Expansion::named(name)
                .ok_or_else(|| message!("`expansion`: `{name}` is not one; the expansions are {}", names()))
        });
        Ok(Parts {
            rom: self.rom.clone().map(file),
            cart: self.cart.clone().map(file),
            inserted: None,
            expansion: expansion.transpose()?.unwrap_or_default(),
            state: self.load_state.clone().map(file),
        })
    }

    fn reading(&self) -> Result<Reading> {
        let dialect = self.dialect.as_deref().map(str::parse).transpose().context("`dialect`")?;
        Ok(Reading { dialect, as_printed: self.as_printed })
    }

    /// Returns whether the program stops before its first step.
    pub(crate) fn stops_on_entry(&self) -> bool {
        !self.no_debug && self.stop_on_entry.unwrap_or(true)
    }

    /// Returns whether the program runs without the debugger.
    pub(crate) fn is_without_debugger(&self) -> bool {
        self.no_debug
    }
}

fn keypad(name: &str) -> Result<Keypad> {
    Keypad::named(name).ok_or_else(|| message!("`keypad`: `{name}` is not one; write calculator or basic"))
}

/// Returns `-` as the path of a file, because standard input carries the protocol.
fn file(path: PathBuf) -> PathBuf {
    if escape::is_stream(&path) { Path::new(".").join(path) } else { path }
}

impl Address {
    fn parse(&self, name: &str) -> Result<u16> {
        match self {
            Address::Number(address) => Ok(*address),
            Address::Text(text) => address::parse(text).map_err(|why| message!("`{name}`: {why}")),
        }
    }
}

impl Inputs {
    fn texts(&self) -> Result<Vec<String>> {
        let field = |(name, value): (&String, &Value)| match value {
            Value::String(bytes) => Ok(format!("{name}={bytes}")),
            _ => Err(message!("`inputs`: `{name}` must be a string of hexadecimal digits, byte 0 first")),
        };
        match self {
            Inputs::List(texts) => Ok(texts.clone()),
            Inputs::Fields(fields) => fields.iter().map(field).collect(),
        }
    }
}
