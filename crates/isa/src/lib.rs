//! Opcode tables of the Intel 8080, the Zilog Z80 and the MOS 6502 (NMOS).
//!
//! A [`Row`] describes one opcode: mnemonic, operands, length, cycles, bus accesses, flags, and whether the manufacturer
//! documents it. The tables have every opcode of every page, including undocumented ones, and each fact is stated only
//! once. The assembler, disassembler and debugger use these rows; the processor cores are tested against them.
//!
//! ```
//! use arcadian_isa::{Form, Processor};
//!
//! // Bytes to text.
//! let load = Processor::Z80.decode(&[0xDD, 0x7E, 0x05])?;
//! assert_eq!(load.to_string(), "LD A,(IX+5)");
//! assert_eq!((load.length(), load.cycles().base), (3, 19));
//!
//! // Text to bytes: the row that an assembler selects for `LDA ($12),Y`.
//! let row = Processor::Mos6502.find("LDA", &[Form::AtValueThenBy("Y")]).next().unwrap();
//! assert_eq!(*row.encode(0, 0x12), [0xB1, 0x12]);
//! # Ok::<(), arcadian_isa::Incomplete>(())
//! ```
//!
//! # Modules
//!
//! - [`processor`]: [`Processor`], the entry point: decode bytes, find rows, list opcodes.
//! - [`code`]: [`Instruction`], a row with operand values; encoding and decoding.
//! - [`row`]: [`Control`], how an instruction affects the order of execution.
//! - [`find`]: lookup of rows by mnemonic and operand [`Form`]s, for assemblers.
//! - [`text`]: instructions as text in the manufacturer's syntax, for disassemblers.
//! - [`hex`]: hexadecimal numbers and bytes as text and back.
//! - [`row`], [`bus`]: the parts of a row.
//! - [`i8080`], [`z80`], [`mos6502`]: the tables.
//!
//! # Text and bytes correspond one to one
//!
//! If an instruction has several encodings, one is preferred and has the plain text. Any other has a **suffix**: a dot
//! and, in hexadecimal, its prefixes and opcode, without displacement and operands. The suffix appears if and only if
//! the text without it means other bytes:
//!
//! | bytes | text | why |
//! |---|---|---|
//! | `00`, `08` | `NOP`, `NOP.08` | 8080, duplicates |
//! | `CB 34 12` | `JMP.CB 1234H` | 8080, likewise `RET.D9`, `CALL.DD` |
//! | `ED 44`, `ED 4C` | `NEG`, `NEG.ED4C` | Z80, likewise RETN and IM |
//! | `ED 00` | `NOP.ED00` | Z80, unassigned opcodes |
//! | `ED 6B 34 12` | `LD.ED6B HL,(1234H)` | Z80, the longer of two documented encodings |
//! | `DD 7F` | `LD.DD7F A,A` | Z80, a prefix without effect |
//! | `DD` before `DD`, `ED` or `FD` | `NOP.DD` | Z80, a prefix overridden by the next: one byte, four cycles |
//! | `DD CB 05 46`, `DD CB 05 40` | `BIT 0,(IX+5)`, `BIT.DDCB40 0,(IX+5)` | Z80 |
//! | `1A`, `44 12`, `2B 12` | `NOP.1A`, `NOP.44 $12`, `ANC.2B #$12` | 6502 |
//! | `AD 12 00` | `LDA.AD $0012` | 6502, an absolute address in the zero page |
//!
//! Undocumented instructions with a distinct effect have distinct names: `SLL B`, `IN F,(C)`, `OUT (C),0`, `LD A,IXH`,
//! `RLC (IX+5),B` (the result also goes to B), `LAX $12`, and `USBC #$12` for the second SBC (EB).

#![no_std]
#![warn(missing_docs)]

pub mod bus;
pub mod code;
pub mod find;
pub mod hex;
pub mod i8080;
pub mod mos6502;
pub mod processor;
pub mod row;
mod table;
pub mod text;
pub mod z80;

pub use bus::{BusSequence, Cycle, CycleKind, Cycles, When};
pub use code::{Incomplete, Instruction};
pub use find::Form;
pub use processor::{Processor, UnknownProcessor};
pub use row::{Cond, Control, Flags, Mode, Operand, Page, Reg, Row, Status};
pub use text::Number;
