//! Saved states: the whole machine as bytes.
//!
//! A state has no ROM and no cartridge in it; it names them by their CRC-32 and is loaded into a machine that has the same.
//!
//! | bytes | contents |
//! |---|---|
//! | 12 | `BALLY STATE` and a zero |
//! | 2 | version, low byte first like all numbers |
//! | 4, 4 | CRC-32 of the ROM and of the cartridge (0 without one) |
//! | 1, 1 | expansion, plus 128 if the cartridge has a tape port; timing |
//! | 4 | sample rate |
//! | 4 | CRC-32 of everything after it |
//! | … | processor, counters, RAM, chips, sound |

use arcadian_cpu::{
    Core, Z80,
    z80::{After, Refresh},
};

const SIGNATURE: [u8; 12] = *b"BALLY STATE\0";

/// The bit of the expansion that is set if the cartridge has hardware other than its ROM.
const HARDWARE: u8 = 0x80;

pub const STATE_VERSION: u16 = 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StateError {
    #[error("this is not a saved state of a Bally")]
    NotAState,
    #[error("the state has format {0}; this version reads format {STATE_VERSION}")]
    Version(u16),
    /// There are fewer bytes than there must be, or more.
    #[error("the state is incomplete or has bytes after its end; it may have been damaged in a transfer")]
    Length,
    #[error("the check sum of the state is wrong; the file is damaged")]
    CheckSum,
    #[error(
        "the state is of a machine with another {0}; start with the same ROM, cartridge (--cart or --basic) and options"
    )]
    OtherMachine(&'static str),
    #[error("the state has an impossible value ({0})")]
    BadValue(&'static str),
}

/// The properties that the machine that loads a state must have in common with the one that saved it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) rom: u32,
    pub(crate) cartridge: u32,
    pub(crate) expansion: u8,
    pub(crate) has_hardware: bool,
    pub(crate) timing: u8,
    pub(crate) sample_rate: u32,
}

pub(crate) fn seal(identity: &Identity, contents: &Writer) -> Vec<u8> {
    let mut state = Writer::default();
    state.bytes(&SIGNATURE);
    state.word(STATE_VERSION);
    state.bytes(&identity.rom.to_le_bytes());
    state.bytes(&identity.cartridge.to_le_bytes());
    let hardware = if identity.has_hardware { HARDWARE } else { 0 };
    state.bytes(&[identity.expansion | hardware, identity.timing]);
    state.bytes(&identity.sample_rate.to_le_bytes());
    state.bytes(&crc32(&contents.0).to_le_bytes());
    state.bytes(&contents.0);
    state.0
}

/// Checks the header of a state and returns its contents.
pub(crate) fn open<'a>(bytes: &'a [u8], identity: &Identity) -> Result<Reader<'a>, StateError> {
    let contents = bytes.strip_prefix(&SIGNATURE).ok_or(StateError::NotAState)?;
    let mut state = Reader(contents);
    let version = state.word()?;
    if version != STATE_VERSION {
        return Err(StateError::Version(version));
    }
    let [rom, cartridge] = [state.double()?, state.double()?];
    let expansion = state.byte()?;
    let saved = Identity {
        rom,
        cartridge,
        expansion: expansion & !HARDWARE,
        has_hardware: expansion & HARDWARE != 0,
        timing: state.byte()?,
        sample_rate: state.double()?,
    };
    let check_sum = state.double()?;
    saved.check(identity)?;
    if crc32(state.0) != check_sum {
        return Err(StateError::CheckSum);
    }
    Ok(state)
}

impl Identity {
    fn check(&self, other: &Identity) -> Result<(), StateError> {
        let parts = [
            ("ROM", self.rom == other.rom),
            ("cartridge", self.cartridge == other.cartridge),
            ("tape port", self.has_hardware == other.has_hardware),
            ("expansion", self.expansion == other.expansion),
            ("timing", self.timing == other.timing),
            ("sample rate", self.sample_rate == other.sample_rate),
        ];
        match parts.iter().find(|(_, is_equal)| !is_equal) {
            Some((name, _)) => Err(StateError::OtherMachine(name)),
            None => Ok(()),
        }
    }
}

/// Writes values as bytes, numbers with the low byte first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writer(Vec<u8>);

impl Writer {
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    pub(crate) fn byte(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(crate) fn word(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    pub(crate) fn long(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(StateError::Length)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(crate) fn slice(&mut self, length: usize) -> Result<&'a [u8], StateError> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(StateError::Length)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, StateError> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, StateError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(StateError::BadValue("flag")),
        }
    }

    pub(crate) fn word(&mut self) -> Result<u16, StateError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn double(&mut self) -> Result<u32, StateError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn long(&mut self) -> Result<u64, StateError> {
        self.array().map(u64::from_le_bytes)
    }

    /// Checks that everything has been read.
    pub(crate) fn end(&self) -> Result<(), StateError> {
        if self.0.is_empty() { Ok(()) } else { Err(StateError::Length) }
    }
}

/// The effects that the last instruction can have left for the next one. The position is the number in a saved state.
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

const TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 != 0 { rest >> 1 ^ 0xEDB8_8320 } else { rest >> 1 };
            bit += 1;
        }
        table[byte] = rest;
        byte += 1;
    }
    table
}

pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |rest: u32, byte: &u8| TABLE[(rest as u8 ^ byte) as usize] ^ rest >> 8;
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_check_value_of_the_crc_catalogue() {
        assert_eq!(super::crc32(b"123456789"), 0xCBF4_3926);
    }
}
