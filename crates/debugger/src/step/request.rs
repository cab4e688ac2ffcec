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
use arcadian_play::bally::{keys::Keypad, parts::BallyOptions};
use arcadian_program::{Options, Program};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, Error as _},
};
use serde_json::{Map, Value};

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

/// A program, with the options of all kinds of programs. A command line is read by `clap`, JSON by the table of attributes.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct StepRequest {
    /// Routine (T2CW), sheet or source (.asm), BASIC program or `rotate`, or binary (with --cpu); - is standard input,
    /// whose content determines which of these it is; a cartridge is given by --cart, a ROM alone by --rom
    #[cfg_attr(feature = "clap", arg(required_unless_present_any = ["cart", "rom"], conflicts_with_all = ["cart", "rom"]))]
    pub target: Option<PathBuf>,
    #[cfg_attr(feature = "clap", command(flatten))]
    pub bally: BallyOptions,
    /// Give the cartridge a tape port, as AstroBASIC has one, and play this recording (.wav) into it
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", requires = "cart"))]
    pub tape_in: Option<PathBuf>,
    /// Processor: 8080, z80 or 6502
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    pub cpu: Option<Processor>,
    /// Input of a routine in hexadecimal, byte 0 first; separate fields by commas, or repeat the option
    #[cfg_attr(feature = "clap", arg(long = "in", value_name = "FIELD=BYTES"))]
    pub inputs: Vec<String>,
    /// Before the start: set REGISTER=VALUE, or execute a BASIC statement or numbered line; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", allow_hyphen_values = true))]
    pub set: Vec<String>,
    /// Routine: place the data of a field, the stack pointer (SP or S) or the return address (`return`) elsewhere; separate by
    /// commas
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME=ADDR"))]
    pub place: Vec<String>,
    /// Sheet: take the fields from another sheet with the same inputs and outputs, and compare the outputs with what it computes
    #[cfg_attr(feature = "clap", arg(long, value_name = "SHEET"))]
    pub same_as: Option<PathBuf>,
    /// Machine code: set bytes of memory before the start; separate by commas
    #[cfg_attr(feature = "clap", arg(long, value_name = "ADDR=BYTES"))]
    pub poke: Vec<String>,
    /// Binary: address of the first byte [default: 0000]
    #[cfg_attr(feature = "clap", arg(long, value_name = "ADDR", value_parser = address::parse))]
    pub load: Option<u16>,
    /// Machine code: address of the first instruction
    #[cfg_attr(feature = "clap", arg(long = "entry", value_name = "ADDR", value_parser = address::parse))]
    pub pc: Option<u16>,
    /// Binary: symbol file, as `asm --symbols` writes it
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub symbols: Option<PathBuf>,
    /// Binary: debug data that its own tools wrote (.dbg of ld65, .noi, .cdb and .rst of SDCC, SLD of sjasmplus, labels of VICE);
    /// may be repeated [default: a file beside the binary with its name]
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub map: Vec<PathBuf>,
    /// Binary with a map: a folder with the sources that the map names; may be repeated [default: the folder of the map]
    #[cfg_attr(feature = "clap", arg(long, value_name = "DIR"))]
    pub source_dir: Vec<PathBuf>,
    /// Source, or binary with a map: the routine to call, without a contract
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLACE", hide = true, conflicts_with_all = ["pc", "cpm"]))]
    pub call: Option<String>,
    /// Source, or binary with a map: the routine to call: a label, FILE:LINE or an address; if it has a contract, with the fields of this,
    /// as `verify` does
    #[cfg_attr(feature = "clap", arg(long, value_name = "PLACE", conflicts_with_all = ["call", "cpm"]))]
    pub routine: Option<String>,
    /// With --routine: addresses whose bytes do not change, as `verify --constant` has them; may be repeated
    #[cfg_attr(feature = "clap", arg(long, value_name = "FROM-TO", value_parser = address::range, requires = "routine"))]
    pub constant: Vec<(u16, u16)>,
    /// Binary with a map: a file with contracts, for --routine
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE", requires = "routine"))]
    pub contract: Option<PathBuf>,
    /// Source or binary: attach the ports and memory-mapped devices that this file describes (TOML), as with `exec`
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub devices: Option<PathBuf>,
    /// Source or binary: run as a CP/M program
    #[cfg_attr(feature = "clap", arg(long, conflicts_with_all = ["load", "pc"]))]
    pub cpm: bool,
    /// Source or binary: give it a console: a call of FFD2 prints A, a call of FFCF reads into A
    #[cfg_attr(feature = "clap", arg(long, conflicts_with = "cpm"))]
    pub console: bool,
    /// BASIC: bally (Bally BASIC, 1978) or astro (AstroBASIC, 1981) [default: from the program's header]; source: its syntax, as with
    /// `asm` [default: recognized by its statements]
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME", value_parser = Dialect::named))]
    pub dialect: Option<Dialect>,
    /// BASIC: ignore the errata file of a printed listing
    #[cfg_attr(feature = "clap", arg(long))]
    pub as_printed: bool,
    #[cfg_attr(feature = "clap", command(flatten))]
    pub linking: Linking,
    /// BASIC: keys for the program to read, such as '8{GO}AB'; cartridge: keys to press, such as '{AT 60}5' as in `bally --keys`;
    /// --cpm, --console: what is typed, such as 'DIR{ENTER}'
    #[cfg_attr(feature = "clap", arg(long, value_name = "TEXT", allow_hyphen_values = true))]
    pub keys: Vec<String>,
    /// Seed of RND, modulo 65536, and of random input fields [default: 1, or the first example]
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", allow_negative_numbers = true, value_parser = arcadian_files::number::decimal::<u64>(0..=u64::MAX)))]
    pub seed: Option<u64>,
}

impl StepRequest {
    /// Returns the file of a cartridge or ROM of the Bally, if the program is one.
    pub fn cartridge(&self) -> Option<&Path> {
        self.bally.parts.program()
    }

    /// Returns the file or the name of the program.
    pub fn program(&self) -> Result<&Path> {
        let target = self.target.as_deref().filter(|target| !target.as_os_str().is_empty());
        match (target, self.cartridge()) {
            (Some(program), None) | (None, Some(program)) => Ok(program),
            (Some(_), Some(_)) => refuse!("`program` and `cart` or `rom` name two programs; remove one"),
            (None, None) => refuse!(
                "`program` is missing; set it to a sheet (.asm), a BASIC program (.bas, .lst), a routine, or `rotate`, or set `cart` or `rom`"
            ),
        }
    }

    /// Whether a routine of a program is called with the fields of its contract: always if something else needs these.
    pub(crate) fn calls_by_contract(&self, program: &Program) -> bool {
        let needs_contract = self.contract.is_some() || !self.constant.is_empty() || !self.inputs.is_empty();
        self.routine.as_ref().is_some_and(|label| needs_contract || program.has_contract(label))
    }

    /// Returns how a source is read.
    pub fn syntax(&self) -> Syntax {
        let dialect = match self.dialect {
            Some(Dialect::Source(dialect)) => Some(dialect),
            _ => None,
        };
        Syntax { dialect, linking: self.linking.clone() }
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

/// An attribute of a launch configuration, or a field of a page's request.
struct Attribute<'a> {
    name: &'a str,
    json: Value,
}

impl Attribute<'_> {
    /// Reads a field with a function. An error names the attribute.
    fn parse<T: Default>(
        self,
        field: &mut T,
        parse: impl Fn(Value) -> Result<T, String>,
    ) -> Result<(), String> {
        *field = match self.json {
            Value::Null => T::default(),
            json => parse(json).map_err(|why| format!("`{}`: {why}", self.name))?,
        };
        Ok(())
    }

    /// Reads a field whose JSON has its own type.
    fn read<T: DeserializeOwned>(self, field: &mut T) -> Result<(), String> {
        *field = serde_json::from_value(self.json).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Reads the name of a file. Standard input carries messages, so `-` is a file too.
    fn file(self, field: &mut Option<PathBuf>) -> Result<(), String> {
        self.read(field)?;
        if let Some(path) = field
            && escape::is_stream(path)
        {
            *path = Path::new(".").join(&path);
        }
        Ok(())
    }
}

/// A function that reads an attribute into its field.
type ReadAttribute = fn(&mut StepRequest, Attribute) -> Result<(), String>;

/// The attributes, in the order in which a message lists them.
const ATTRIBUTES: [(&str, ReadAttribute); 36] = [
    ("program", |r, json| json.file(&mut r.target)),
    ("target", |r, json| json.file(&mut r.target)),
    ("rom", |r, json| json.file(&mut r.bally.parts.rom)),
    ("cart", |r, json| json.file(&mut r.bally.parts.cart)),
    ("expansion", |r, json| json.parse(&mut r.bally.parts.expansion, expansion)),
    ("handles", |r, json| json.parse(&mut r.bally.parts.handles, handles)),
    ("loadState", |r, json| json.file(&mut r.bally.parts.load_state)),
    ("keypad", |r, json| json.parse(&mut r.bally.keypad, keypad)),
    ("cpu", |r, json| json.parse(&mut r.cpu, cpu)),
    ("inputs", |r, json| json.parse(&mut r.inputs, settings)),
    ("set", |r, json| json.parse(&mut r.set, texts)),
    ("place", |r, json| json.parse(&mut r.place, settings)),
    ("sameAs", |r, json| json.file(&mut r.same_as)),
    ("poke", |r, json| json.parse(&mut r.poke, settings)),
    ("load", |r, json| json.parse(&mut r.load, address)),
    ("pc", |r, json| json.parse(&mut r.pc, address)),
    ("symbols", |r, json| json.file(&mut r.symbols)),
    ("map", |r, json| json.parse(&mut r.map, paths)),
    ("sourceDir", |r, json| json.parse(&mut r.source_dir, paths)),
    ("sourcePath", |r, json| json.parse(&mut r.source_dir, paths)),
    ("routine", |r, json| json.read(&mut r.routine)),
    ("constant", |r, json| json.parse(&mut r.constant, |json| each(texts(json)?, address::range))),
    ("contract", |r, json| json.file(&mut r.contract)),
    ("call", |r, json| json.read(&mut r.call)),
    ("devices", |r, json| json.file(&mut r.devices)),
    ("cpm", |r, json| json.read(&mut r.cpm)),
    ("console", |r, json| json.read(&mut r.console)),
    ("dialect", |r, json| json.parse(&mut r.dialect, |json| Dialect::named(&text(json)?).map(Some))),
    ("org", |r, json| json.parse(&mut r.linking.org, address)),
    ("segment", |r, json| json.parse(&mut r.linking.segment, |json| each(settings(json)?, source::segment))),
    ("define", |r, json| json.parse(&mut r.linking.define, |json| each(settings(json)?, source::definition))),
    ("include", |r, json| json.parse(&mut r.linking.include, paths)),
    ("asPrinted", |r, json| json.read(&mut r.as_printed)),
    ("keys", |r, json| json.parse(&mut r.keys, texts)),
    ("keysFile", |r, json| json.file(&mut r.bally.keys_file)),
    ("seed", |r, json| json.read(&mut r.seed)),
];

/// Other names of attributes.
const ALIASES: [(&str, &str); 2] = [("program", "target"), ("sourcePath", "sourceDir")];

/// Returns the names of the attributes.
pub fn attributes() -> impl Iterator<Item = &'static str> {
    ATTRIBUTES.iter().map(|(name, _)| *name)
}

impl<'de> Deserialize<'de> for StepRequest {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<Self, D::Error> {
        let fields = Map::deserialize(json)?;
        let is_given = |name| fields.contains_key(name);
        if let Some((_, name)) = ALIASES.iter().find(|(alias, name)| is_given(*alias) && is_given(*name)) {
            return Err(D::Error::duplicate_field(name));
        }
        let mut request = StepRequest::default();
        for (name, json) in fields {
            if let Some((name, read)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) {
                read(&mut request, Attribute { name, json }).map_err(D::Error::custom)?;
            }
        }
        Ok(request)
    }
}

fn each<T>(texts: Vec<String>, parse: fn(&str) -> Result<T, String>) -> Result<Vec<T>, String> {
    texts.iter().map(|text| parse(text)).collect()
}

fn cpu(json: Value) -> Result<Option<Processor>, String> {
    text(json)?.parse().map(Some).map_err(|error: UnknownProcessor| error.to_string())
}

fn expansion(json: Value) -> Result<Expansion, String> {
    let name = text(json)?;
    let names = || Expansion::ALL.map(Expansion::name).join(", ");
    Expansion::named(&name).ok_or_else(|| format!("`{name}` is not one; the expansions are {}", names()))
}

fn handles(json: Value) -> Result<Option<u8>, String> {
    let number = json.as_u64().and_then(|number| u8::try_from(number).ok());
    let number = number.filter(|number| *number <= MOST_HANDLES);
    number.map(Some).ok_or_else(|| format!("{json} is not a number from 0 to {MOST_HANDLES}"))
}

fn keypad(json: Value) -> Result<Option<Keypad>, String> {
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
