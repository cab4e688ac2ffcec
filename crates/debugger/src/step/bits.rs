//! Names of bits of byte rotations, as printed in BYTE.

const SUBSCRIPTS: [char; 8] = ['₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈'];

/// Returns the name of a bit, such as `0₂`, with a subscript for each byte that contains a copy; `-` for no bits.
pub fn bit_name(bits: u64) -> String {
    if bits == 0 {
        return "-".to_owned();
    }
    let bytes = bits.to_le_bytes().into_iter().zip(SUBSCRIPTS).filter(|(byte, _)| *byte != 0);
    format!("{}{}", bits.trailing_zeros() % 8, bytes.map(|(_, subscript)| subscript).collect::<String>())
}
