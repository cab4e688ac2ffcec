//! The known faults of the independent cores. A difference that is not listed fails, and so does a listed one that does not
//! occur.

use arcadian_isa::{Page, Row};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    State,
    Flags,
    Cycles,
    Memory,
    Halt,
    Wz,
}

pub(crate) struct Fault {
    pub(crate) rows: fn(&Row) -> bool,
    pub(crate) differs: &'static [Difference],
    #[expect(dead_code, reason = "documentation")]
    pub(crate) why: &'static str,
}

/// iz80 0.5.1 as a Z80, compared in the main registers, IX, IY, SP, PC, I, memory, documented flags and cycles.
pub(crate) const IZ80: &[Fault] = &[
    Fault {
        rows: |row| is_ed(row, &[0x5F]),
        differs: &[Difference::State, Difference::Flags],
        why: "R is constant, and LD A,R does not change the flags",
    },
    Fault {
        rows: |row| is_ed(row, &[0x57]),
        differs: &[Difference::Flags],
        why: "LD A,I does not change the flags",
    },
    Fault {
        rows: |row| is_ed(row, &[0xB2, 0xB3, 0xBA, 0xBB]),
        differs: &[Difference::Flags],
        why: "documented flags of INIR, OTIR, INDR and OTDR when they repeat",
    },
    Fault {
        rows: |row| is_ed(row, &[0xA2, 0xAA, 0xB2, 0xBA]),
        differs: &[Difference::Flags, Difference::Memory],
        why: "INI, IND, INIR and INDR address the port with the decremented B",
    },
    Fault {
        rows: |row| is_indexed_cb(row) && row.opcode & 0xC0 != 0x40 && matches!(row.opcode & 7, 4 | 5),
        differs: &[Difference::State],
        why: "the copy of the result goes to IXH or IXL instead of H or L",
    },
    Fault {
        rows: |row| is_indexed_cb(row) && row.opcode & 0xC0 == 0x40 && row.opcode & 7 != 6,
        differs: &[Difference::Flags],
        why: "BIT tests a register instead of (IX+d)",
    },
    Fault {
        rows: |row| row.page == Page::Z80 && row.opcode & 0xC7 == 0xC2,
        differs: &[Difference::Cycles],
        why: "JP cc takes 12 or 7 cycles instead of 10",
    },
    Fault {
        rows: |row| row.page == Page::Z80 && row.opcode & 0xE7 == 0x20,
        differs: &[Difference::Cycles],
        why: "JR cc not taken takes 8 cycles instead of 7",
    },
    Fault {
        rows: |row| matches!(row.page, Page::Dd | Page::Fd),
        differs: &[Difference::Cycles],
        why: "the prefix and the displacement take 0 cycles",
    },
    Fault {
        rows: |row| row.page == Page::Ed && row.mnemonic == "NOP",
        differs: &[Difference::Cycles],
        why: "unassigned opcodes take 0 cycles instead of 8",
    },
];

/// rustzx-z80 0.16, compared in everything.
pub(crate) const RUSTZX: &[Fault] = &[
    Fault {
        rows: |row| is_base(row, 0x76),
        differs: &[Difference::State],
        why: "PC points to the HALT instead of after it",
    },
    Fault {
        rows: |row| is_base(row, 0x32),
        differs: &[Difference::Wz],
        why: "LD (nn),A sets the high byte of WZ to A combined with the high byte of the address instead of A",
    },
    Fault {
        rows: |row| is_base(row, 0xD3),
        differs: &[Difference::Wz],
        why: "OUT (n),A carries from the low byte of WZ to the high byte",
    },
    Fault {
        rows: |row| is_ed(row, &[0xB2, 0xB3, 0xBA, 0xBB]),
        differs: &[Difference::Wz],
        why: "INIR, OTIR, INDR and OTDR do not set WZ to PC + 1 when they repeat",
    },
    Fault {
        rows: |row| matches!(row.page, Page::Dd | Page::Fd) && matches!(row.opcode, 0x37 | 0x3F),
        differs: &[Difference::Flags],
        why: "DD and FD do not clear Q",
    },
];

/// Returns whether it is this opcode without prefix or after DD or FD.
fn is_base(row: &Row, opcode: u8) -> bool {
    row.opcode == opcode && matches!(row.page, Page::Z80 | Page::Dd | Page::Fd)
}

fn is_ed(row: &Row, opcodes: &[u8]) -> bool {
    row.page == Page::Ed && opcodes.contains(&row.opcode)
}

fn is_indexed_cb(row: &Row) -> bool {
    matches!(row.page, Page::DdCb | Page::FdCb)
}

/// Compares the differences found with those listed: each listed one must occur, and no other.
pub(crate) fn judge(
    faults: &[Fault],
    found: &std::collections::BTreeMap<(String, Difference), String>,
    rows: &[&Row],
) {
    let name = |row: &Row| row.code().map(|byte| format!("{byte:02X}")).collect::<String>();
    let listed = |row: &Row, difference| {
        faults.iter().any(|fault| (fault.rows)(row) && fault.differs.contains(&difference))
    };
    let mut wrong = Vec::new();
    for row in rows {
        for difference in [
            Difference::State,
            Difference::Flags,
            Difference::Cycles,
            Difference::Memory,
            Difference::Halt,
            Difference::Wz,
        ] {
            if let Some(example) = found.get(&(name(row), difference))
                && !listed(row, difference)
            {
                wrong.push(format!("{} {}: {difference:?}: {example}", name(row), row.mnemonic));
            }
        }
    }
    for (number, fault) in faults.iter().enumerate() {
        for difference in fault.differs {
            let occurs =
                rows.iter().any(|row| (fault.rows)(row) && found.contains_key(&(name(row), *difference)));
            if !occurs {
                wrong.push(format!("fault {number}: {difference:?} is listed but does not occur"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differences:\n{}", wrong.len(), wrong.join("\n"));
}
