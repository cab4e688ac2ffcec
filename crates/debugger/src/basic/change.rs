//! Changes from outside: keys, and values set by the user.

use arcadian_basic::{Basic, MidStatement, key::Event};

use super::{
    language::{AT, STAR},
    names,
    state::ProgramState,
};
use crate::debuggee::{Lvalue, SetError, Space, State};

/// A change from outside. It is recorded, so that a replay repeats it.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Keys are pressed, or hand controllers moved.
    Press(Vec<Event>),
    /// A value is set.
    Set(Lvalue, i64),
}

impl Change {
    /// Applies the change, or returns an error and changes nothing.
    pub(super) fn apply(&self, state: &mut ProgramState) -> Result<(), SetError> {
        match self {
            Change::Press(events) => state.press(events),
            Change::Set(Lvalue::Value(id), value) => names::set(state.basic_mut(), *id, *value)?,
            Change::Set(Lvalue::Element(space, index), value) => set(state, *space, *index, *value)?,
        }
        Ok(())
    }
}

fn set(state: &mut ProgramState, space: Space, index: i64, value: i64) -> Result<(), SetError> {
    state.load(space, index).ok_or(SetError::NoElement(index))?;
    let name = name(space, index);
    let check = |least, most| SetError::check(&name, value, least, most);
    let number = || check(-0x8000, 0x7FFF).map(|value| value as i16);
    let basic: &mut Basic = state.basic_mut();
    let result = match space {
        AT => Ok(basic.set_array(index as i16, number()?)),
        STAR => Ok(basic.set_star(index as i16, number()?)),
        Space::Array(_) => basic.set_word(index as i16, number()?).map(|()| true),
        Space::Byte => basic.set_byte(index as u16, check(0, 0xFF)? as u8).map(|()| true),
        Space::Word => basic.set_word(index as i16, check(-0x8000, 0xFFFF)? as i16).map(|()| true),
    };
    match result {
        Ok(true) => Ok(()),
        Ok(false) => Err(SetError::NoElement(index)),
        Err(MidStatement) => Err(SetError::InUse(name)),
    }
}

fn name(space: Space, index: i64) -> String {
    match space {
        AT => format!("@({index})"),
        STAR => format!("*({index})"),
        Space::Array(_) => format!("%({index})"),
        Space::Byte => format!("[{index}]"),
        Space::Word => format!("w[{index}]"),
    }
}
