//! The instruction that a group of machines executes.

use arcadian_parallel::bit::ParallelBit;

/// The state of an instruction that is being executed, or of a burst of them.
pub(crate) struct Instruction<B> {
    /// Whether R of the Z80 holds what it counts in the machines of the group.
    pub(super) knows_refresh: bool,
    /// The machines that execute it.
    pub(super) mask: B,
    /// Whether `mask` contains all machines.
    pub(super) is_full_mask: bool,
    /// The mask at the start of the instruction, if it has forked since.
    mask_before_fork: Option<B>,
    pub(super) has_written: bool,
    /// Whether an instruction forked after it had written. It can then not be re-executed for the other machines.
    pub(crate) forked_after_write: bool,
    /// The address of the last opcode fetch.
    pub(crate) fetch_address: u16,
    /// The opcode just fetched, if all machines share it. The core concretizes it next, which then needs no comparison.
    pub(super) concrete_opcode: Option<u8>,
    /// The opcode.
    pub(super) opcode: u8,
    /// Whether the core concretizes an opcode next.
    pub(super) is_opcode_next: bool,
}

/// How an instruction divided the machines that executed it.
pub(crate) struct Fork<B> {
    /// The machines that executed it.
    pub(crate) executed: B,
    /// The machines that must execute it again, separately.
    pub(crate) deferred: B,
}

impl<B: ParallelBit> Default for Instruction<B> {
    fn default() -> Self {
        Instruction {
            knows_refresh: true,
            mask: true.into(),
            is_full_mask: true,
            mask_before_fork: None,
            has_written: false,
            forked_after_write: false,
            fetch_address: 0,
            concrete_opcode: None,
            opcode: 0,
            is_opcode_next: false,
        }
    }
}

impl<B: ParallelBit> Instruction<B> {
    /// Starts an instruction, or a burst of them, that the machines of a mask execute.
    #[inline(always)]
    pub(crate) fn begin(&mut self, mask: B, knows_refresh: bool) {
        self.mask = mask;
        self.knows_refresh = knows_refresh;
        self.is_full_mask = mask == true.into();
        self.mask_before_fork = None;
        self.has_written = false;
    }

    /// Continues with fewer machines.
    pub(super) fn narrow(&mut self, mask: B) {
        self.forked_after_write |= self.has_written;
        self.mask_before_fork.get_or_insert(self.mask);
        self.mask = mask;
        self.is_full_mask = false;
    }

    /// Returns how the machines forked since [`begin`](Self::begin), if they did.
    pub(crate) fn fork(&self) -> Option<Fork<B>> {
        let before = self.mask_before_fork?;
        Some(Fork { executed: self.mask, deferred: before & !self.mask })
    }

    /// Forgets that it forked.
    pub(super) fn forget(&mut self) {
        self.mask_before_fork = None;
        self.forked_after_write = false;
    }
}
