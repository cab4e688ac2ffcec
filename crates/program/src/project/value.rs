//! Values of `arcadian.toml` with their places.

use std::{
    borrow::Cow,
    ops::Range,
    path::{Path, PathBuf},
    time::Duration,
};

use arcadian_files::{address, escape};
use toml::{Spanned, de::DeValue};

/// A value that its key does not take. The reason is empty if the kind of the value is wrong.
pub(super) struct Wrong {
    pub(super) span: Range<usize>,
    pub(super) why: String,
}

/// A value, and the folder that paths are relative to.
#[derive(Clone, Copy)]
pub(super) struct Value<'a> {
    pub(super) item: &'a Spanned<DeValue<'a>>,
    pub(super) folder: &'a Path,
}

impl<'a> Value<'a> {
    fn wrong(self, why: impl Into<String>) -> Wrong {
        Wrong { span: self.item.span(), why: why.into() }
    }

    /// Parses a text.
    pub(super) fn parse<T>(self, parse: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Wrong> {
        let text = self.item.get_ref().as_str().ok_or_else(|| self.wrong(""))?;
        parse(text).map_err(|why| self.wrong(why))
    }

    /// Returns a number that is not in quotation marks, with its base.
    fn integer(self) -> Option<(i64, u32)> {
        let integer = self.item.get_ref().as_integer()?;
        Some((i64::from_str_radix(integer.as_str(), integer.radix()).ok()?, integer.radix()))
    }

    /// Reads an address. A decimal number would be mistaken for a hexadecimal one.
    pub(super) fn address(self) -> Result<u16, Wrong> {
        match self.integer() {
            None => self.parse(address::parse),
            Some((value, 16)) => u16::try_from(value).map_err(|_| self.wrong("an address is at most 0xFFFF")),
            Some((value, _)) => Err(self.wrong(format!(
                "an address is hexadecimal: write \"{value}\" or 0x{value}, or 0x{value:X} for the decimal number"
            ))),
        }
    }

    /// Reads the value of a constant.
    pub(super) fn constant(self) -> Result<i32, Wrong> {
        let number = |text: &str| {
            arcadian_asm::number(text)
                .ok_or_else(|| "a constant is a number such as 16, 0x10 or \"10H\"".to_owned())
        };
        match self.integer() {
            None => self.parse(number),
            Some((value, _)) => i32::try_from(value).map_err(|_| self.wrong("the number is too large")),
        }
    }

    pub(super) fn count(self) -> Result<u64, Wrong> {
        let (value, _) = self.integer().ok_or_else(|| self.wrong(""))?;
        u64::try_from(value).ok().filter(|value| *value > 0).ok_or_else(|| self.wrong("it must be 1 or more"))
    }

    pub(super) fn seconds(self) -> Result<Duration, Wrong> {
        let value = self.item.get_ref();
        let text = value.as_integer().map(|number| number.as_str());
        let text = text.or_else(|| Some(value.as_float()?.as_str())).ok_or_else(|| self.wrong(""))?;
        let limit = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        limit.filter(|limit| !limit.is_zero()).ok_or_else(|| self.wrong("it must be more than 0"))
    }

    /// Reads a path. A file cannot be standard input.
    pub(super) fn path(self) -> Result<PathBuf, Wrong> {
        let path = self.parse(|text| Ok(self.folder.join(text)))?;
        let is_empty = self.item.get_ref().as_str().is_some_and(str::is_empty);
        if is_empty {
            return Err(self.wrong("the path is empty; \".\" is the folder of this file"));
        }
        Ok(if escape::is_stream(&path) { Path::new(".").join(path) } else { path })
    }

    /// Reads a list, or a single value.
    pub(super) fn list<T>(self, read: impl Fn(Value<'a>) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
        match self.item.get_ref().as_array() {
            None => Ok(vec![read(self)?]),
            Some(items) => items.iter().map(|item| read(Value { item, ..self })).collect(),
        }
    }

    /// Reads a table of names with their values, in the order of the file.
    pub(super) fn table<T>(
        self,
        is_name: fn(&str) -> bool,
        read: fn(Value<'a>) -> Result<T, Wrong>,
    ) -> Result<Vec<(String, T)>, Wrong> {
        let table = self.item.get_ref().as_table().ok_or_else(|| self.wrong(""))?;
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_unstable_by_key(|(name, _)| name.span().start);
        let entry = |(name, item): (&Spanned<Cow<'a, str>>, &'a Spanned<DeValue<'a>>)| {
            if !is_name(name.get_ref()) {
                let why = format!("`{}` is not a name of a source", name.get_ref());
                return Err(Wrong { span: name.span(), why });
            }
            Ok((name.get_ref().to_string(), read(Value { item, ..self })?))
        };
        entries.into_iter().map(entry).collect()
    }
}
