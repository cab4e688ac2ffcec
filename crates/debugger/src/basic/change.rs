//! What comes from outside: keys, and values set by hand.

use arcadian_basic::{Basic, HalfDone, Key};

use super::{moment::Moment, names};
use crate::debuggee::{Refused, Space, State, Target};

/// A change from outside.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Keys are pressed.
    Press(Vec<Key>),
    /// Something gets a value.
    Set(Target, i64),
}

impl Change {
    /// Makes it, or changes nothing.
    pub(super) fn make(&self, moment: &mut Moment) -> Result<(), Refused> {
        match self {
            Change::Press(keys) => moment.press(keys),
            Change::Set(Target::Name(name), value) => names::set(moment.basic_mut(), *name, *value)?,
            Change::Set(Target::Element(space, index), value) => set(moment, *space, *index, *value)?,
        }
        Ok(())
    }
}

fn set(moment: &mut Moment, space: Space, index: i64, value: i64) -> Result<(), Refused> {
    moment.load(space, index).ok_or(Refused::NothingThere(index))?;
    let name = element(space, index);
    let fits = |least, most| fit(&name, value, least, most);
    let number = || fits(-0x8000, 0x7FFF).map(|value| value as i16);
    let basic: &mut Basic = moment.basic_mut();
    let done = match space {
        Space::At => Ok(basic.set_array(index as i16, number()?)),
        Space::Star => Ok(basic.set_star(index as i16, number()?)),
        Space::Memory => basic.set_word(index as i16, number()?).map(|()| true),
        Space::Byte => basic.set_byte(index as u16, fits(0, 0xFF)? as u8).map(|()| true),
        Space::Word => basic.set_word(index as i16, fits(-0x8000, 0xFFFF)? as i16).map(|()| true),
    };
    match done {
        Ok(true) => Ok(()),
        Ok(false) => Err(Refused::NothingThere(index)),
        Err(HalfDone) => Err(Refused::ReadOnly(format!(
            "the program's text at {name}, while a statement waits half done,"
        ))),
    }
}

/// A value that a thing of this name can hold.
pub(super) fn fit(name: &str, value: i64, least: i64, most: i64) -> Result<i64, Refused> {
    match (least..=most).contains(&value) {
        true => Ok(value),
        false => Err(Refused::DoesNotFit { name: name.to_owned(), value, least, most }),
    }
}

fn element(space: Space, index: i64) -> String {
    match space {
        Space::At => format!("@({index})"),
        Space::Star => format!("*({index})"),
        Space::Memory => format!("%({index})"),
        Space::Byte => format!("[{index}]"),
        Space::Word => format!("w[{index}]"),
    }
}
