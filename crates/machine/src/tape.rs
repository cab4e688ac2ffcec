//! Tape files of the ZX Spectrum (.tap). A block has its length in two bytes, a flag, the data and a checksum.

/// A block of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    /// The load address.
    pub address: u16,
    /// The bytes.
    pub bytes: &'a [u8],
}

/// The flag of a header. A header has 17 bytes: type, ten characters, length, address or line, and one more word.
const HEADER: u8 = 0x00;
const HEADER_LENGTH: usize = 17;
const CODE: u8 = 3;

/// Returns the first block of type CODE, or `None` if there is none or a block before its end is damaged.
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

/// Returns the flag and the data of the next block, if it is complete and its checksum is correct.
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

    /// Returns a block with length and checksum.
    fn encoded(flag: u8, data: &[u8]) -> Vec<u8> {
        let mut block = vec![flag];
        block.extend(data);
        block.push(block.iter().fold(0, |sum, byte| sum ^ byte));
        let length = u16::try_from(block.len()).unwrap();
        [&length.to_le_bytes(), &block[..]].concat()
    }

    fn header(kind: u8, length: u16, address: u16) -> Vec<u8> {
        let [length, address] = [length, address].map(u16::to_le_bytes);
        encoded(HEADER, &[&[kind], &b"z80full   "[..], &length, &address, &[0, 0x80]].concat())
    }

    #[test]
    fn code_after_a_loader_is_found() {
        let tape = [
            header(0, 4, 10),
            encoded(0xFF, b"LOAD"),
            header(CODE, 3, 0x8000),
            encoded(0xFF, &[0xF3, 0, 0xC9]),
        ];
        assert_eq!(code(&tape.concat()), Some(Code { address: 0x8000, bytes: &[0xF3, 0, 0xC9] }));
        assert_eq!(code(&tape[..3].concat()), None);
        assert_eq!(code(&tape[2][1..]), None);
    }
}
