//! The files that a played program saves and loads.

use std::{cell::RefCell, rc::Rc};

use crate::{files::Texts, refuse};
use arcadian_files::{Error, FileKind};
use arcadian_play::folder::Folder;

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

    fn kind(&self, name: &str) -> FileKind {
        if self.0.borrow().files.contains_key(name) { FileKind::File } else { FileKind::Missing }
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
