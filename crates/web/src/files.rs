//! The files of a page: names and contents in memory.

use std::{collections::BTreeMap, path::Path};

use arcadian_desk::{
    Error, escape,
    files::{Files, Kind},
};

use crate::reply::refuse;

/// Texts by name.
pub(crate) type Texts = BTreeMap<String, String>;

/// The files that come with a request, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources(BTreeMap<String, Vec<u8>>);

impl Sources {
    /// Returns no files but one.
    pub(crate) fn one(name: &str, text: &str) -> Self {
        Texts::from([(name.to_owned(), text.to_owned())]).into()
    }

    /// Adds a file.
    #[cfg(feature = "step")]
    pub(crate) fn add(&mut self, name: String, bytes: Vec<u8>) {
        self.0.insert(name, bytes);
    }

    fn find(&self, path: &Path) -> Option<&Vec<u8>> {
        self.0.get(path.to_str()?)
    }
}

impl From<Texts> for Sources {
    fn from(texts: Texts) -> Self {
        Sources(texts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect())
    }
}

/// Returns the bytes of a file that is in a request as Base64.
#[cfg(feature = "step")]
pub(crate) fn decoded(text: &str) -> Result<Vec<u8>, Error> {
    use base64::{Engine as _, prelude::BASE64_STANDARD};
    BASE64_STANDARD.decode(text).map_err(|error| refuse(format!("a file is not Base64: {error}")))
}

impl Files for Sources {
    fn kind(&self, path: &Path) -> Kind {
        if self.find(path).is_some() { Kind::File } else { Kind::Missing }
    }

    fn bytes(&self, path: &Path, what: &str, longest: u64) -> Result<Vec<u8>, Error> {
        let bytes = self.find(path).ok_or_else(|| self.missing(path, &[]))?;
        if bytes.len() as u64 > longest {
            let name = escape::path(path);
            return Err(refuse(format!("{name} has {} bytes; {what} has at most {longest}", bytes.len())));
        }
        Ok(bytes.clone())
    }

    fn peek(&self, _longest: u64) -> Result<Vec<u8>, Error> {
        Ok(Vec::new())
    }

    fn missing(&self, path: &Path, _known: &[&str]) -> Error {
        refuse(format!("there is no file {}; open it first", escape::path(path)))
    }
}
