//! Bus of many machines at once.

use arcadian_cpu::Domain;

/// Memory and ports of many machines, and the decisions where they differ. An access costs a call through a pointer; in return the
/// cores are compiled once for all such buses. See [`Bus`](arcadian_cpu::Bus) and
/// [`Decide`](arcadian_cpu::Decide) for what the functions do.
pub trait ParallelBus<D: Domain> {
    fn read(&mut self, address: D::Word) -> D;

    fn write(&mut self, address: D::Word, value: D);

    /// Returns a byte without an access.
    fn peek(&self, address: u16) -> D;

    /// Fetches an opcode or prefix.
    fn fetch(&mut self, address: u16) -> D;

    fn fetch_unused(&mut self, address: u16);

    fn read_unused(&mut self, address: D::Word);

    fn input(&mut self, port: D::Word) -> D;

    fn output(&mut self, port: D::Word, value: D);

    /// Returns what an unstable opcode of the 6502 combines with its operands.
    fn unstable(&mut self, typical: D) -> D;

    /// Returns what `LD A,R` loads.
    fn refresh(&mut self, counted: D) -> D;

    /// Chooses the value of a bit.
    fn decide(&mut self, bit: D::Bit) -> bool;

    /// Chooses the value of a byte.
    fn concretize(&mut self, value: D) -> u8;

    /// Chooses the value of a word.
    fn concretize_word(&mut self, word: D::Word) -> u16;
}
