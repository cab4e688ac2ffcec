//! Bank-switched cartridges of 256 K and 512 K.
//!
//! The last 4 K are always at 2000; any of the 4 K banks is at 3000. A read of the highest addresses of the window
//! selects the bank.

use std::{fmt, sync::Arc};

use arcadian_machine::Context;

/// The size of a bank.
pub(crate) const BANK: usize = 0x1000;

/// The address of the switched bank.
pub(crate) const WINDOW: u16 = 0x3000;

/// The image of a bank-switched cartridge and the selected bank.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Banks {
    image: Arc<[u8]>,
    selected: u16,
}

impl fmt::Debug for Banks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Banks({} of {})", self.selected, self.count())
    }
}

impl Banks {
    pub(crate) fn new(image: Arc<[u8]>) -> Self {
        Banks { image, selected: 0 }
    }

    /// Returns the number of banks: 64 or 128.
    fn count(&self) -> u16 {
        (self.image.len() / BANK) as u16
    }

    /// Returns the first address of which a read selects a bank.
    pub(crate) fn first_select(&self) -> u16 {
        0x4000 - self.count()
    }

    pub(crate) fn selected(&self) -> u16 {
        self.selected
    }

    /// Returns a bank; a number that does not exist counts as the last.
    fn bank(&self, number: u16) -> &[u8] {
        let number = number.min(self.count() - 1);
        &self.image[usize::from(number) * BANK..][..BANK]
    }

    /// Returns the contents of 2000 to 3FFF.
    pub(crate) fn window(&self) -> Vec<u8> {
        [self.bank(self.count() - 1), self.bank(self.selected)].concat()
    }

    pub(crate) fn select(&mut self, number: u16, cx: &mut Context) {
        if number == self.selected {
            return;
        }
        self.set(number);
        let _fits = cx.load(WINDOW, self.bank(self.selected));
    }

    /// Selects a bank without changing memory.
    pub(crate) fn set(&mut self, number: u16) {
        self.selected = number.min(self.count() - 1);
    }
}
