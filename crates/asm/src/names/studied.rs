//! Facts of ca65 about an expression: its terms and the size of its value.

/// The number of bytes of an address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Size {
    #[default]
    Unknown,
    Byte,
    Word,
    Far,
    Long,
}

impl Size {
    pub(super) const fn of(number: i64) -> Self {
        match number {
            0..=0xFF => Size::Byte,
            0x100..=0xFFFF => Size::Word,
            0x1_0000..=0xFF_FFFF => Size::Far,
            _ => Size::Long,
        }
    }
}

/// A term of an expression that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reference {
    Symbol(usize),
    Segment(usize),
}

/// The terms of an expression and the size of its value.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    /// Whether it is a sum of references and a number.
    pub(super) is_sum: bool,
    pub(super) references: Vec<(Reference, i64)>,
    pub(super) size: Size,
    pub(super) number: i64,
}

impl Terms {
    pub(super) const fn number(number: i64, size: Size) -> Self {
        Self { is_sum: true, references: Vec::new(), size, number }
    }

    pub(super) fn is_constant(&self) -> bool {
        self.is_sum && self.references.iter().all(|(_, count)| *count == 0)
    }

    pub(super) fn add(&mut self, reference: Reference, count: i64) {
        match self.references.iter_mut().find(|(other, _)| *other == reference) {
            Some((_, sum)) => *sum = sum.wrapping_add(count),
            None => self.references.push((reference, count)),
        }
    }

    pub(super) fn add_all(&mut self, other: &Self, sign: i64) {
        for (reference, count) in &other.references {
            self.add(*reference, count.wrapping_mul(sign));
        }
    }

    /// Takes the larger size; an unknown one stays if the expression is not a sum.
    pub(super) fn join_size(&mut self, other: &Self) {
        if self.size == Size::Unknown {
            if self.is_sum {
                self.size = other.size;
            }
        } else if other.size == Size::Unknown {
            if !other.is_sum {
                self.size = Size::Unknown;
            }
        } else {
            self.size = self.size.max(other.size);
        }
    }

    /// Makes it an expression that only the addresses of the segments decide.
    pub(super) fn give_up(&mut self, other: &Self) {
        self.is_sum = false;
        self.add_all(other, 1);
        self.join_size(other);
    }
}
