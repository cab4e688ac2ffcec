//! The processor in a saved state.

use arcadian_cpu::{
    Core, Z80,
    z80::{After, Refresh},
};

use super::{Reader, StateError, Writer};

/// What the last instruction can have left for the next one. The position is the number in a saved state.
const AFTER: [After; 11] = [
    After::Nothing,
    After::Ei,
    After::LoadFromIr,
    After::Prefix,
    After::Retn,
    After::DeviceDd,
    After::DeviceEd,
    After::DeviceFd,
    After::Halt,
    After::Reset,
    After::Nmi,
];

pub(crate) fn save_processor(cpu: &Z80, state: &mut Writer) {
    for register in 0..8 {
        state.bytes(&[cpu.r[register], cpu.alternate[register]]);
    }
    for word in [cpu.r.sp, cpu.r.pc, cpu.ix, cpu.iy, cpu.wz] {
        state.word(word);
    }
    state.bytes(&[cpu.i, cpu.refresh.value(), cpu.im]);
    state.bytes(&[cpu.q, cpu.iff1, cpu.iff2].map(u8::from));
    let after = AFTER.iter().position(|after| *after == cpu.after).unwrap_or(0);
    state.byte(after as u8);
}

pub(crate) fn load_processor(state: &mut Reader) -> Result<Z80, StateError> {
    let mut cpu = Z80::default();
    for register in 0..8 {
        [cpu.r[register], cpu.alternate[register]] = state.array()?;
    }
    cpu.r.sp = state.word()?;
    cpu.set_pc(state.word()?);
    [cpu.ix, cpu.iy, cpu.wz] = [state.word()?, state.word()?, state.word()?];
    cpu.i = state.byte()?;
    cpu.refresh = Refresh::new(state.byte()?);
    cpu.im = state.byte()?;
    [cpu.q, cpu.iff1, cpu.iff2] = [state.flag()?, state.flag()?, state.flag()?];
    let after = AFTER.get(usize::from(state.byte()?));
    cpu.after = *after.ok_or(StateError::BadValue("processor"))?;
    if cpu.im <= 2 { Ok(cpu) } else { Err(StateError::BadValue("interrupt mode")) }
}
