//! The parts of a routine's input and output.

/// A value with a name, kept in whole bytes, the lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name by which sheets speak of it.
    pub name: &'static str,
    /// Which values it has.
    pub values: Values,
}

/// Which values a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// So many bytes of any kind.
    Any(usize),
    /// As many bytes of any kind as these. Most inputs by chance are these with a few changed: what depends on all of them
    /// would hardly ever be met.
    Like(&'static [u8]),
    /// One byte below this number, which is not 0.
    Below(u8),
    /// A byte for each mask, with 0 where the mask has 0.
    Masked(&'static [u8]),
    /// The same, where the bits of `tied` are the same in all bytes.
    Tied {
        /// The masks.
        masks: &'static [u8],
        /// The bits of which each byte has a copy.
        tied: u8,
    },
}

impl Field {
    /// A field.
    pub const fn new(name: &'static str, values: Values) -> Self {
        Field { name, values }
    }

    /// How many bytes it has.
    pub const fn bytes(&self) -> usize {
        match self.values {
            Values::Any(bytes) => bytes,
            Values::Like(bytes) => bytes.len(),
            Values::Below(_) => 1,
            Values::Masked(masks) | Values::Tied { masks, .. } => masks.len(),
        }
    }

    /// Whether these bytes are one of its values.
    pub fn allows(&self, bytes: &[u8]) -> bool {
        let fits = |masks: &[u8]| bytes.iter().zip(masks).all(|(byte, mask)| byte & !mask == 0);
        let same = |tied: u8| bytes.windows(2).all(|pair| (pair[0] ^ pair[1]) & tied == 0);
        bytes.len() == self.bytes()
            && match self.values {
                Values::Any(_) | Values::Like(_) => true,
                Values::Below(limit) => bytes.iter().all(|byte| *byte < limit),
                Values::Masked(masks) => fits(masks),
                Values::Tied { masks, tied } => fits(masks) && same(tied),
            }
    }

    /// How many bytes several have.
    pub fn all_bytes(fields: &[Field]) -> usize {
        fields.iter().map(Field::bytes).sum()
    }
}
