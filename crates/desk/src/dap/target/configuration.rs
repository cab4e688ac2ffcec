//! What a client wants to be launched, and how.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{
    address, border,
    error::{Context, Result, message, refuse},
    program::Reading,
    registers,
    step::options::Options,
};

/// What is launched and how: the options of `arcadian step`, and what an editor wants besides.
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
    keys: Option<String>,
    seed: Option<u64>,
    dialect: Option<String>,
    #[serde(default)]
    as_printed: bool,
    stop_on_entry: Option<bool>,
    #[serde(default)]
    no_debug: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "an address is a text such as \"0100\", or a number")]
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
#[serde(untagged, expecting = "`set` is a list of texts")]
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
    /// As options of `arcadian step`.
    pub(crate) fn options(&self) -> Result<Options> {
        let Some(target) = self.program.clone().filter(|program| !program.is_empty()) else {
            refuse!(
                "`program` is missing; it names a sheet (.asm), a BASIC program (.bas, .lst), a routine, or `rotate`"
            );
        };
        if self.cpm && (self.load.is_some() || self.pc.is_some()) {
            refuse!("`cpm` says where the program is and begins, so `load` and `pc` cannot");
        }
        let cpu = self
            .cpu
            .as_deref()
            .map(registers::processor)
            .transpose()
            .map_err(|why| message!("`cpu`: {why}"))?;
        Ok(Options {
            target: file(target.into()),
            cpu,
            inputs: self.inputs.texts()?,
            set: match self.set.clone() {
                Texts::One(text) => vec![text],
                Texts::List(texts) => texts,
            },
            load: self.load.as_ref().map(|load| load.read("load")).transpose()?,
            pc: self.pc.as_ref().map(|pc| pc.read("pc")).transpose()?,
            symbols: self.symbols.clone().map(file),
            cpm: self.cpm,
            reading: self.reading()?,
            keys: self.keys.iter().cloned().collect(),
            seed: self.seed,
        })
    }

    fn reading(&self) -> Result<Reading> {
        let dialect = self.dialect.as_deref().map(str::parse).transpose().context("`dialect`")?;
        Ok(Reading { dialect, as_printed: self.as_printed })
    }

    /// Whether the client wants to look before the first step.
    pub(crate) fn stops_on_entry(&self) -> bool {
        !self.no_debug && self.stop_on_entry.unwrap_or(true)
    }

    /// Whether it is only to run.
    pub(crate) fn only_runs(&self) -> bool {
        self.no_debug
    }
}

/// Standard input is the protocol's, so `-` is a file of that name.
fn file(path: PathBuf) -> PathBuf {
    if border::is_stream(&path) { Path::new(".").join(path) } else { path }
}

impl Address {
    fn read(&self, name: &str) -> Result<u16> {
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
            _ => Err(message!("`inputs`: {name} is a text of hexadecimal digits, byte 0 first")),
        };
        match self {
            Inputs::List(texts) => Ok(texts.clone()),
            Inputs::Fields(fields) => fields.iter().map(field).collect(),
        }
    }
}
