//! Tapes of the ZX Spectrum as files (.tap): a length in two bytes, then a flag, the data and a checksum.

/// Bytes to be loaded, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    /// The address of the first.
    pub address: u16,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// A header is of 17 bytes: the type, ten letters, the length, the address or line, and one more word.
const HEADER: u8 = 0x00;
const HEADER_LENGTH: usize = 17;
const CODE: u8 = 3;

/// The first block of the type CODE, whatever stands before it. None if there is none, or a block is damaged.
pub fn code(tape: &[u8]) -> Option<Code<'_>> {
    let mut rest = tape;
    while let Some((flag, header)) = block(&mut rest) {
        if let (HEADER, Some([CODE, .., low, high, _, _])) = (flag, header.first_chunk::<HEADER_LENGTH>()) {
            let address = u16::from_le_bytes([*low, *high]);
            let (_, bytes) = block(&mut rest)?;
            return Some(Code { address, bytes });
        }
    }
    None
}

/// The flag and the data of the next block, if it is whole and all its bytes give 0.
fn block<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let (length, after) = rest.split_first_chunk()?;
    let (block, after) = after.split_at_checked(u16::from_le_bytes(*length).into())?;
    *rest = after;
    let [flag, data @ .., _] = block else { return None };
    (block.iter().fold(0, |sum, byte| sum ^ byte) == 0).then_some((*flag, data))
}

#[cfg(test)]
mod tests {
    use super::{CODE, Code, HEADER, code};

    /// A block as it is on a tape.
    fn write(flag: u8, data: &[u8]) -> Vec<u8> {
        let mut block = vec![flag];
        block.extend(data);
        block.push(block.iter().fold(0, |sum, byte| sum ^ byte));
        let length = u16::try_from(block.len()).unwrap();
        [&length.to_le_bytes(), &block[..]].concat()
    }

    fn header(kind: u8, length: u16, address: u16) -> Vec<u8> {
        let [length, address] = [length, address].map(u16::to_le_bytes);
        write(HEADER, &[&[kind], &b"z80full   "[..], &length, &address, &[0, 0x80]].concat())
    }

    #[test]
    fn the_code_stands_behind_the_loader() {
        let tape =
            [header(0, 4, 10), write(0xFF, b"LOAD"), header(CODE, 3, 0x8000), write(0xFF, &[0xF3, 0, 0xC9])];
        assert_eq!(code(&tape.concat()), Some(Code { address: 0x8000, bytes: &[0xF3, 0, 0xC9] }));
        assert_eq!(code(&tape[..3].concat()), None);
        assert_eq!(code(&tape[2][1..]), None);
    }
}
