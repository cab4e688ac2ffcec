//! The ED page. Every opcode that is not in the table does nothing for eight cycles.

use super::base::FLAGS;
use crate::bus::BusSequence;
use crate::row::{Page, Row, Status};
use crate::table::{self, Operands};

pub(super) static TABLE: [Row; 256] =
    fill_with_nop(table::fill(table::empty(Page::Ed), FLAGS, Operands::Zilog, TEXT));

const fn fill_with_nop(mut rows: [Row; 256]) -> [Row; 256] {
    let bus = BusSequence::parse("f4 f4");
    let mut at = 0;
    while at < 256 {
        if rows[at].is_prefix() {
            rows[at] = Row {
                mnemonic: "NOP",
                length: bus.length(),
                cycles: bus.time(),
                bus,
                status: Status::Undocumented,
                alternative: true,
                ..rows[at]
            };
        }
        at += 1;
    }
    rows
}

const TEXT: &str = "
40 IN B,(C)   | f4 f4 i4              | SZY0XP0- |
41 OUT (C),B  | f4 f4 o4              | -------- |
42 SBC HL,BC  | f4 f4 -4 -3           | SZYHXP1C | C
43 LD (nn),BC | f4 f4 n3 n3 w3 w3     | -------- |
44 NEG        | f4 f4                 | SZYHXP1C |
45 RETN       | f4 f4 u3 u3           | -------- |
46 IM 0       | f4 f4                 | -------- |
47 LD I,A     | f4 f5                 | -------- |
48 IN C,(C)   | f4 f4 i4              | SZY0XP0- |
49 OUT (C),C  | f4 f4 o4              | -------- |
4A ADC HL,BC  | f4 f4 -4 -3           | SZYHXP0C | C
4B LD BC,(nn) | f4 f4 n3 n3 r3 r3     | -------- |
4C=NEG        | f4 f4                 | SZYHXP1C |
4D RETI       | f4 f4 u3 u3           | -------- |
4E=IM 0       | f4 f4                 | -------- |
4F LD R,A     | f4 f5                 | -------- |
50 IN D,(C)   | f4 f4 i4              | SZY0XP0- |
51 OUT (C),D  | f4 f4 o4              | -------- |
52 SBC HL,DE  | f4 f4 -4 -3           | SZYHXP1C | C
53 LD (nn),DE | f4 f4 n3 n3 w3 w3     | -------- |
54=NEG        | f4 f4                 | SZYHXP1C |
55=RETN       | f4 f4 u3 u3           | -------- |
56 IM 1       | f4 f4                 | -------- |
57 LD A,I     | f4 f5                 | SZY0XP0- |
58 IN E,(C)   | f4 f4 i4              | SZY0XP0- |
59 OUT (C),E  | f4 f4 o4              | -------- |
5A ADC HL,DE  | f4 f4 -4 -3           | SZYHXP0C | C
5B LD DE,(nn) | f4 f4 n3 n3 r3 r3     | -------- |
5C=NEG        | f4 f4                 | SZYHXP1C |
5D=RETN       | f4 f4 u3 u3           | -------- |
5E IM 2       | f4 f4                 | -------- |
5F LD A,R     | f4 f5                 | SZY0XP0- |
60 IN H,(C)   | f4 f4 i4              | SZY0XP0- |
61 OUT (C),H  | f4 f4 o4              | -------- |
62 SBC HL,HL  | f4 f4 -4 -3           | SZYHXP1C | C
63+LD (nn),HL | f4 f4 n3 n3 w3 w3     | -------- |
64=NEG        | f4 f4                 | SZYHXP1C |
65=RETN       | f4 f4 u3 u3           | -------- |
66=IM 0       | f4 f4                 | -------- |
67 RRD        | f4 f4 r3 -4 w3        | SZY0XP0- |
68 IN L,(C)   | f4 f4 i4              | SZY0XP0- |
69 OUT (C),L  | f4 f4 o4              | -------- |
6A ADC HL,HL  | f4 f4 -4 -3           | SZYHXP0C | C
6B+LD HL,(nn) | f4 f4 n3 n3 r3 r3     | -------- |
6C=NEG        | f4 f4                 | SZYHXP1C |
6D=RETN       | f4 f4 u3 u3           | -------- |
6E=IM 0       | f4 f4                 | -------- |
6F RLD        | f4 f4 r3 -4 w3        | SZY0XP0- |
70*IN F,(C)   | f4 f4 i4              | SZY0XP0- |
71*OUT (C),0  | f4 f4 o4              | -------- |
72 SBC HL,SP  | f4 f4 -4 -3           | SZYHXP1C | C
73 LD (nn),SP | f4 f4 n3 n3 w3 w3     | -------- |
74=NEG        | f4 f4                 | SZYHXP1C |
75=RETN       | f4 f4 u3 u3           | -------- |
76=IM 1       | f4 f4                 | -------- |
78 IN A,(C)   | f4 f4 i4              | SZY0XP0- |
79 OUT (C),A  | f4 f4 o4              | -------- |
7A ADC HL,SP  | f4 f4 -4 -3           | SZYHXP0C | C
7B LD SP,(nn) | f4 f4 n3 n3 r3 r3     | -------- |
7C=NEG        | f4 f4                 | SZYHXP1C |
7D=RETN       | f4 f4 u3 u3           | -------- |
7E=IM 2       | f4 f4                 | -------- |
A0 LDI        | f4 f4 r3 w5           | --Y0XP0- |
A1 CPI        | f4 f4 r3 -5           | SZYHXP1- |
A2 INI        | f4 f5 i4 w3           | SZYHXPNC |
A3 OUTI       | f4 f5 r3 o4           | SZYHXPNC |
A8 LDD        | f4 f4 r3 w5           | --Y0XP0- |
A9 CPD        | f4 f4 r3 -5           | SZYHXP1- |
AA IND        | f4 f5 i4 w3           | SZYHXPNC |
AB OUTD       | f4 f5 r3 o4           | SZYHXPNC |
B0 LDIR       | f4 f4 r3 w5 / -5      | --Y0XP0- |
B1 CPIR       | f4 f4 r3 -5 / -5      | SZYHXP1- |
B2 INIR       | f4 f5 i4 w3 / -5      | SZYHXPNC |
B3 OTIR       | f4 f5 r3 o4 / -5      | SZYHXPNC |
B8 LDDR       | f4 f4 r3 w5 / -5      | --Y0XP0- |
B9 CPDR       | f4 f4 r3 -5 / -5      | SZYHXP1- |
BA INDR       | f4 f5 i4 w3 / -5      | SZYHXPNC |
BB OTDR       | f4 f5 r3 o4 / -5      | SZYHXPNC |
";
