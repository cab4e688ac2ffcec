//! The files of a page: names and contents in memory.

use std::{cell::RefCell, collections::BTreeMap, path::Path, rc::Rc};

use arcadian_desk::{
    Error, escape,
    files::{Files, Kind},
    play::folder::Folder,
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

/// The folder of `:PRINT "NAME"` and `:INPUT "NAME"`. The page keeps its files.
#[derive(Clone, Default)]
pub(crate) struct Saved(Rc<RefCell<Contents>>);

#[derive(Default)]
struct Contents {
    files: Texts,
    /// The names of the files that were written and not taken yet.
    new: Vec<String>,
    was_used: bool,
}

impl Saved {
    pub(crate) fn new(files: Texts) -> Self {
        Saved(Rc::new(RefCell::new(Contents { files, ..Contents::default() })))
    }

    /// Returns the files written since the last call.
    pub(crate) fn take_new(&self) -> Texts {
        let mut contents = self.0.borrow_mut();
        let names = std::mem::take(&mut contents.new);
        names
            .into_iter()
            .filter_map(|name| contents.files.get(&name).map(|text| (name, text.clone())))
            .collect()
    }

    /// Returns whether a program was saved or loaded. A recording cannot repeat that.
    pub(crate) fn was_used(&self) -> bool {
        self.0.borrow().was_used
    }
}

impl Folder for Saved {
    fn names(&self) -> Vec<String> {
        self.0.borrow().files.keys().cloned().collect()
    }

    fn kind(&self, name: &str) -> Kind {
        if self.0.borrow().files.contains_key(name) { Kind::File } else { Kind::Missing }
    }

    fn read(&self, name: &str) -> Result<String, Error> {
        let mut contents = self.0.borrow_mut();
        contents.was_used = true;
        contents.files.get(name).cloned().ok_or_else(|| refuse("there is no such file"))
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let mut contents = self.0.borrow_mut();
        contents.was_used = true;
        contents.new.push(name.to_owned());
        contents.files.insert(name.to_owned(), text.to_owned());
        Ok(())
    }
}
