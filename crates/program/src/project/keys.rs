//! The keys of `arcadian.toml`: a table by which they are read, and with which the documentation is compared.

use arcadian_files::{address, source};
use arcadian_isa::{Processor, UnknownProcessor};

use super::{
    Project,
    value::{Value, Wrong},
};

/// A function that reads a value into its field.
type Read = fn(&mut Project, Value) -> Result<(), Wrong>;

pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) takes: &'static str,
    about: &'static str,
    pub(super) read: Read,
}

const fn key(name: &'static str, takes: &'static str, about: &'static str, read: Read) -> Key {
    Key { name, takes, about, read }
}

fn set<T>(field: &mut T, value: Result<T, Wrong>) -> Result<(), Wrong> {
    *field = value?;
    Ok(())
}

const PATHS: &str = "a path or a list of paths";

pub(super) const KEYS: [Key; 15] = [
    key(
        "cpu",
        "`\"8080\"`, `\"z80\"` or `\"6502\"`",
        "processor of programs that name none",
        |project, value| {
            let named =
                |text: &str| text.parse::<Processor>().map_err(|error: UnknownProcessor| error.to_string());
            set(&mut project.defaults.cpu, value.parse(named).map(Some))
        },
    ),
    key("dialect", "a name such as `\"ca65\"`", "syntax of sources that state none", |project, value| {
        set(&mut project.defaults.syntax.dialect, value.parse(source::dialect).map(Some))
    }),
    key("include", PATHS, "folders of included files, as `-I`", |project, value| {
        set(&mut project.defaults.syntax.linking.include, value.list(Value::path))
    }),
    key("define", "a table such as `{ SIZE = 0x10 }`", "constants of sources, as `-D`", |project, value| {
        set(&mut project.defaults.syntax.linking.define, value.table(source::is_name, Value::constant))
    }),
    key(
        "load",
        "an address such as `\"8000\"`",
        "address of the first segment of sources, as `--load`",
        |project, value| set(&mut project.defaults.syntax.linking.org, value.address().map(Some)),
    ),
    key(
        "segment",
        "a table such as `{ CODE = \"8000\" }`",
        "addresses of segments, as `--segment`",
        |project, value| {
            set(&mut project.defaults.syntax.linking.segment, value.table(|_| true, Value::address))
        },
    ),
    key("sheets", PATHS, "what `test` and `verify` take if nothing is named", |project, value| {
        set(&mut project.sheets, value.list(Value::path))
    }),
    key(
        "source-dir",
        PATHS,
        "folders with the sources that maps name, as `--source-dir`",
        |project, value| set(&mut project.source_dir, value.list(Value::path)),
    ),
    key(
        "build-dir",
        PATHS,
        "folders with binaries and their maps, which `test` and `verify` take as well",
        |project, value| set(&mut project.build_dir, value.list(Value::path)),
    ),
    key("map", PATHS, "debug data of a binary that has no map beside it, as `--map`", |project, value| {
        set(&mut project.map, value.list(Value::path))
    }),
    key(
        "contract",
        "a path",
        "file with contracts of binaries, in addition to those in their sources",
        |project, value| set(&mut project.contract, value.path().map(Some)),
    ),
    key(
        "constant",
        "a range such as `\"4000-4FFF\"`, or a list of ranges",
        "addresses whose bytes do not change, as `--constant`",
        |project, value| set(&mut project.constant, value.list(|value| value.parse(address::range))),
    ),
    key(
        "time-limit",
        "a number of seconds",
        "limit for each routine, part, comparison or rule, as `--time-limit`",
        |project, value| set(&mut project.time_limit, value.seconds().map(Some)),
    ),
    key(
        "max-instructions",
        "a number of instructions",
        "limit for each run of a routine, as `--max-instructions`",
        |project, value| set(&mut project.max_instructions, value.count().map(Some)),
    ),
    key("known", "a path", "list of known findings, as `rules --known`", |project, value| {
        set(&mut project.known, value.path().map(Some))
    }),
];

/// Returns the keys, each with what it takes and what it states.
pub fn keys() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    KEYS.iter().map(|key| (key.name, key.takes, key.about))
}
