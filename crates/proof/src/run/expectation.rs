//! Which outputs are right, for the inputs of many machines.

/// Which outputs are right.
pub(crate) enum Expectation<D> {
    /// These bytes.
    Bytes(Vec<D>),
    /// Those that satisfy the conditions of the specification for these input bytes.
    Conditions(Vec<D>),
}

impl<D> Expectation<D> {
    /// Returns the bytes that it consists of.
    pub(crate) fn bytes(&self) -> &[D] {
        match self {
            Expectation::Bytes(bytes) | Expectation::Conditions(bytes) => bytes,
        }
    }
}
