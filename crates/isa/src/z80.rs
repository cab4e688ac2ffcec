//! The Zilog Z80.
//!
//! Sources: Zilog Z80 CPU User Manual (UM0080), tables of machine cycles and flags; for undocumented opcodes and flags X
//! and Y Sean Young, The Undocumented Z80 Documented; for the order of opcodes Cristian Dinu, Decoding Z80 Opcodes.
//!
//! Operands in the tables: `n` byte, `nn` word or jump target, `e` relative branch, `(n)` port, `(nn)` memory.
//!
//! The page without prefix is here. It lacks CB and ED, which only select their pages. DD and FD have the meaning they have
//! before another prefix.

mod prefixed;

use crate::{
    code::{Incomplete, Instruction, row_at},
    row::{Page, Row},
    table::{self, Operands},
};

/// The seven pages: no prefix, CB, ED, DD, FD, DD CB d, FD CB d.
pub static PAGES: [&[Row; 256]; 7] =
    [&TABLE, &prefixed::CB, &prefixed::ED, &prefixed::DD, &prefixed::FD, &prefixed::DD_CB, &prefixed::FD_CB];

/// Alternative mnemonics.
pub const ALIASES: &[(&str, &str)] = &[("SLI", "SLL"), ("SL1", "SLL"), ("SLS", "SLL")];

/// Decodes the instruction at the beginning of these bytes.
///
/// A DD or FD before another DD, ED or FD is a separate instruction: it takes four cycles and has no effect, except that
/// no interrupt is accepted after it.
pub fn decode(bytes: &[u8]) -> Result<Instruction, Incomplete> {
    let [base, cb, ed, dd, fd, dd_cb, fd_cb] = PAGES;
    let indexed = |page, page_cb| match bytes.get(1) {
        Some(0xCB) => row_at(page_cb, bytes, 3),
        Some(0xDD | 0xED | 0xFD) => row_at(base, bytes, 0),
        _ => row_at(page, bytes, 1),
    };
    let row = match bytes.first() {
        Some(0xCB) => row_at(cb, bytes, 1),
        Some(0xED) => row_at(ed, bytes, 1),
        Some(0xDD) => indexed(dd, dd_cb),
        Some(0xFD) => indexed(fd, fd_cb),
        _ => row_at(base, bytes, 0),
    };
    row?.decode_operands(bytes)
}

/// The letters of the flags from bit 7 down. Y and X are copies of result bits.
pub const FLAGS: &str = "SZYHXPNC";

static TABLE: [Row; 256] = table::fill(table::empty(Page::Z80), FLAGS, Operands::Zilog, TEXT);

// SCF and CCF take X and Y from A, and also from F if the previous instruction did not change F.
const TEXT: &str = "
00 NOP        | f4                  | -------- |
01 LD BC,nn   | f4 n3 n3            | -------- |
02 LD (BC),A  | f4 w3               | -------- |
03 INC BC     | f6                  | -------- |
04 INC B      | f4                  | SZYHXP0- |
05 DEC B      | f4                  | SZYHXP1- |
06 LD B,n     | f4 n3               | -------- |
07 RLCA       | f4                  | --Y0X-0C |
08 EX AF,AF'  | f4                  | SZYHXPNC | SZYHXPNC
09 ADD HL,BC  | f4 -4 -3            | --YHX-0C |
0A LD A,(BC)  | f4 r3               | -------- |
0B DEC BC     | f6                  | -------- |
0C INC C      | f4                  | SZYHXP0- |
0D DEC C      | f4                  | SZYHXP1- |
0E LD C,n     | f4 n3               | -------- |
0F RRCA       | f4                  | --Y0X-0C |
10 DJNZ e     | f5 n3 / -5          | -------- |
11 LD DE,nn   | f4 n3 n3            | -------- |
12 LD (DE),A  | f4 w3               | -------- |
13 INC DE     | f6                  | -------- |
14 INC D      | f4                  | SZYHXP0- |
15 DEC D      | f4                  | SZYHXP1- |
16 LD D,n     | f4 n3               | -------- |
17 RLA        | f4                  | --Y0X-0C | C
18 JR e       | f4 n3 -5            | -------- |
19 ADD HL,DE  | f4 -4 -3            | --YHX-0C |
1A LD A,(DE)  | f4 r3               | -------- |
1B DEC DE     | f6                  | -------- |
1C INC E      | f4                  | SZYHXP0- |
1D DEC E      | f4                  | SZYHXP1- |
1E LD E,n     | f4 n3               | -------- |
1F RRA        | f4                  | --Y0X-0C | C
20 JR NZ,e    | f4 n3 / -5          | -------- |
21 LD HL,nn   | f4 n3 n3            | -------- |
22 LD (nn),HL | f4 n3 n3 w3 w3      | -------- |
23 INC HL     | f6                  | -------- |
24 INC H      | f4                  | SZYHXP0- |
25 DEC H      | f4                  | SZYHXP1- |
26 LD H,n     | f4 n3               | -------- |
27 DAA        | f4                  | SZYHXP-C | HNC
28 JR Z,e     | f4 n3 / -5          | -------- |
29 ADD HL,HL  | f4 -4 -3            | --YHX-0C |
2A LD HL,(nn) | f4 n3 n3 r3 r3      | -------- |
2B DEC HL     | f6                  | -------- |
2C INC L      | f4                  | SZYHXP0- |
2D DEC L      | f4                  | SZYHXP1- |
2E LD L,n     | f4 n3               | -------- |
2F CPL        | f4                  | --Y1X-1- |
30 JR NC,e    | f4 n3 / -5          | -------- |
31 LD SP,nn   | f4 n3 n3            | -------- |
32 LD (nn),A  | f4 n3 n3 w3         | -------- |
33 INC SP     | f6                  | -------- |
34 INC (HL)   | f4 r4 w3            | SZYHXP0- |
35 DEC (HL)   | f4 r4 w3            | SZYHXP1- |
36 LD (HL),n  | f4 n3 w3            | -------- |
37 SCF        | f4                  | --Y0X-01 | YX
38 JR C,e     | f4 n3 / -5          | -------- |
39 ADD HL,SP  | f4 -4 -3            | --YHX-0C |
3A LD A,(nn)  | f4 n3 n3 r3         | -------- |
3B DEC SP     | f6                  | -------- |
3C INC A      | f4                  | SZYHXP0- |
3D DEC A      | f4                  | SZYHXP1- |
3E LD A,n     | f4 n3               | -------- |
3F CCF        | f4                  | --YHX-0C | YXC
40 LD B,B     | f4                  | -------- |
41 LD B,C     | f4                  | -------- |
42 LD B,D     | f4                  | -------- |
43 LD B,E     | f4                  | -------- |
44 LD B,H     | f4                  | -------- |
45 LD B,L     | f4                  | -------- |
46 LD B,(HL)  | f4 r3               | -------- |
47 LD B,A     | f4                  | -------- |
48 LD C,B     | f4                  | -------- |
49 LD C,C     | f4                  | -------- |
4A LD C,D     | f4                  | -------- |
4B LD C,E     | f4                  | -------- |
4C LD C,H     | f4                  | -------- |
4D LD C,L     | f4                  | -------- |
4E LD C,(HL)  | f4 r3               | -------- |
4F LD C,A     | f4                  | -------- |
50 LD D,B     | f4                  | -------- |
51 LD D,C     | f4                  | -------- |
52 LD D,D     | f4                  | -------- |
53 LD D,E     | f4                  | -------- |
54 LD D,H     | f4                  | -------- |
55 LD D,L     | f4                  | -------- |
56 LD D,(HL)  | f4 r3               | -------- |
57 LD D,A     | f4                  | -------- |
58 LD E,B     | f4                  | -------- |
59 LD E,C     | f4                  | -------- |
5A LD E,D     | f4                  | -------- |
5B LD E,E     | f4                  | -------- |
5C LD E,H     | f4                  | -------- |
5D LD E,L     | f4                  | -------- |
5E LD E,(HL)  | f4 r3               | -------- |
5F LD E,A     | f4                  | -------- |
60 LD H,B     | f4                  | -------- |
61 LD H,C     | f4                  | -------- |
62 LD H,D     | f4                  | -------- |
63 LD H,E     | f4                  | -------- |
64 LD H,H     | f4                  | -------- |
65 LD H,L     | f4                  | -------- |
66 LD H,(HL)  | f4 r3               | -------- |
67 LD H,A     | f4                  | -------- |
68 LD L,B     | f4                  | -------- |
69 LD L,C     | f4                  | -------- |
6A LD L,D     | f4                  | -------- |
6B LD L,E     | f4                  | -------- |
6C LD L,H     | f4                  | -------- |
6D LD L,L     | f4                  | -------- |
6E LD L,(HL)  | f4 r3               | -------- |
6F LD L,A     | f4                  | -------- |
70 LD (HL),B  | f4 w3               | -------- |
71 LD (HL),C  | f4 w3               | -------- |
72 LD (HL),D  | f4 w3               | -------- |
73 LD (HL),E  | f4 w3               | -------- |
74 LD (HL),H  | f4 w3               | -------- |
75 LD (HL),L  | f4 w3               | -------- |
76 HALT       | f4                  | -------- |
77 LD (HL),A  | f4 w3               | -------- |
78 LD A,B     | f4                  | -------- |
79 LD A,C     | f4                  | -------- |
7A LD A,D     | f4                  | -------- |
7B LD A,E     | f4                  | -------- |
7C LD A,H     | f4                  | -------- |
7D LD A,L     | f4                  | -------- |
7E LD A,(HL)  | f4 r3               | -------- |
7F LD A,A     | f4                  | -------- |
80 ADD A,B    | f4                  | SZYHXP0C |
81 ADD A,C    | f4                  | SZYHXP0C |
82 ADD A,D    | f4                  | SZYHXP0C |
83 ADD A,E    | f4                  | SZYHXP0C |
84 ADD A,H    | f4                  | SZYHXP0C |
85 ADD A,L    | f4                  | SZYHXP0C |
86 ADD A,(HL) | f4 r3               | SZYHXP0C |
87 ADD A,A    | f4                  | SZYHXP0C |
88 ADC A,B    | f4                  | SZYHXP0C | C
89 ADC A,C    | f4                  | SZYHXP0C | C
8A ADC A,D    | f4                  | SZYHXP0C | C
8B ADC A,E    | f4                  | SZYHXP0C | C
8C ADC A,H    | f4                  | SZYHXP0C | C
8D ADC A,L    | f4                  | SZYHXP0C | C
8E ADC A,(HL) | f4 r3               | SZYHXP0C | C
8F ADC A,A    | f4                  | SZYHXP0C | C
90 SUB B      | f4                  | SZYHXP1C |
91 SUB C      | f4                  | SZYHXP1C |
92 SUB D      | f4                  | SZYHXP1C |
93 SUB E      | f4                  | SZYHXP1C |
94 SUB H      | f4                  | SZYHXP1C |
95 SUB L      | f4                  | SZYHXP1C |
96 SUB (HL)   | f4 r3               | SZYHXP1C |
97 SUB A      | f4                  | SZYHXP1C |
98 SBC A,B    | f4                  | SZYHXP1C | C
99 SBC A,C    | f4                  | SZYHXP1C | C
9A SBC A,D    | f4                  | SZYHXP1C | C
9B SBC A,E    | f4                  | SZYHXP1C | C
9C SBC A,H    | f4                  | SZYHXP1C | C
9D SBC A,L    | f4                  | SZYHXP1C | C
9E SBC A,(HL) | f4 r3               | SZYHXP1C | C
9F SBC A,A    | f4                  | SZYHXP1C | C
A0 AND B      | f4                  | SZY1XP00 |
A1 AND C      | f4                  | SZY1XP00 |
A2 AND D      | f4                  | SZY1XP00 |
A3 AND E      | f4                  | SZY1XP00 |
A4 AND H      | f4                  | SZY1XP00 |
A5 AND L      | f4                  | SZY1XP00 |
A6 AND (HL)   | f4 r3               | SZY1XP00 |
A7 AND A      | f4                  | SZY1XP00 |
A8 XOR B      | f4                  | SZY0XP00 |
A9 XOR C      | f4                  | SZY0XP00 |
AA XOR D      | f4                  | SZY0XP00 |
AB XOR E      | f4                  | SZY0XP00 |
AC XOR H      | f4                  | SZY0XP00 |
AD XOR L      | f4                  | SZY0XP00 |
AE XOR (HL)   | f4 r3               | SZY0XP00 |
AF XOR A      | f4                  | SZY0XP00 |
B0 OR B       | f4                  | SZY0XP00 |
B1 OR C       | f4                  | SZY0XP00 |
B2 OR D       | f4                  | SZY0XP00 |
B3 OR E       | f4                  | SZY0XP00 |
B4 OR H       | f4                  | SZY0XP00 |
B5 OR L       | f4                  | SZY0XP00 |
B6 OR (HL)    | f4 r3               | SZY0XP00 |
B7 OR A       | f4                  | SZY0XP00 |
B8 CP B       | f4                  | SZYHXP1C |
B9 CP C       | f4                  | SZYHXP1C |
BA CP D       | f4                  | SZYHXP1C |
BB CP E       | f4                  | SZYHXP1C |
BC CP H       | f4                  | SZYHXP1C |
BD CP L       | f4                  | SZYHXP1C |
BE CP (HL)    | f4 r3               | SZYHXP1C |
BF CP A       | f4                  | SZYHXP1C |
C0 RET NZ     | f5 / u3 u3          | -------- |
C1 POP BC     | f4 u3 u3            | -------- |
C2 JP NZ,nn   | f4 n3 n3            | -------- |
C3 JP nn      | f4 n3 n3            | -------- |
C4 CALL NZ,nn | f4 n3 n3 / -1 s3 s3 | -------- |
C5 PUSH BC    | f5 s3 s3            | -------- |
C6 ADD A,n    | f4 n3               | SZYHXP0C |
C7 RST 00H    | f5 s3 s3            | -------- |
C8 RET Z      | f5 / u3 u3          | -------- |
C9 RET        | f4 u3 u3            | -------- |
CA JP Z,nn    | f4 n3 n3            | -------- |
CC CALL Z,nn  | f4 n3 n3 / -1 s3 s3 | -------- |
CD CALL nn    | f4 n3 n4 s3 s3      | -------- |
CE ADC A,n    | f4 n3               | SZYHXP0C | C
CF RST 08H    | f5 s3 s3            | -------- |
D0 RET NC     | f5 / u3 u3          | -------- |
D1 POP DE     | f4 u3 u3            | -------- |
D2 JP NC,nn   | f4 n3 n3            | -------- |
D3 OUT (n),A  | f4 n3 o4            | -------- |
D4 CALL NC,nn | f4 n3 n3 / -1 s3 s3 | -------- |
D5 PUSH DE    | f5 s3 s3            | -------- |
D6 SUB n      | f4 n3               | SZYHXP1C |
D7 RST 10H    | f5 s3 s3            | -------- |
D8 RET C      | f5 / u3 u3          | -------- |
D9 EXX        | f4                  | -------- |
DA JP C,nn    | f4 n3 n3            | -------- |
DB IN A,(n)   | f4 n3 i4            | -------- |
DC CALL C,nn  | f4 n3 n3 / -1 s3 s3 | -------- |
DD=NOP        | f4                  | -------- |
DE SBC A,n    | f4 n3               | SZYHXP1C | C
DF RST 18H    | f5 s3 s3            | -------- |
E0 RET PO     | f5 / u3 u3          | -------- |
E1 POP HL     | f4 u3 u3            | -------- |
E2 JP PO,nn   | f4 n3 n3            | -------- |
E3 EX (SP),HL | f4 u3 u4 s3 s5      | -------- |
E4 CALL PO,nn | f4 n3 n3 / -1 s3 s3 | -------- |
E5 PUSH HL    | f5 s3 s3            | -------- |
E6 AND n      | f4 n3               | SZY1XP00 |
E7 RST 20H    | f5 s3 s3            | -------- |
E8 RET PE     | f5 / u3 u3          | -------- |
E9 JP (HL)    | f4                  | -------- |
EA JP PE,nn   | f4 n3 n3            | -------- |
EB EX DE,HL   | f4                  | -------- |
EC CALL PE,nn | f4 n3 n3 / -1 s3 s3 | -------- |
EE XOR n      | f4 n3               | SZY0XP00 |
EF RST 28H    | f5 s3 s3            | -------- |
F0 RET P      | f5 / u3 u3          | -------- |
F1 POP AF     | f4 u3 u3            | SZYHXPNC |
F2 JP P,nn    | f4 n3 n3            | -------- |
F3 DI         | f4                  | -------- |
F4 CALL P,nn  | f4 n3 n3 / -1 s3 s3 | -------- |
F5 PUSH AF    | f5 s3 s3            | -------- | SZYHXPNC
F6 OR n       | f4 n3               | SZY0XP00 |
F7 RST 30H    | f5 s3 s3            | -------- |
F8 RET M      | f5 / u3 u3          | -------- |
F9 LD SP,HL   | f6                  | -------- |
FA JP M,nn    | f4 n3 n3            | -------- |
FB EI         | f4                  | -------- |
FC CALL M,nn  | f4 n3 n3 / -1 s3 s3 | -------- |
FD=NOP        | f4                  | -------- |
FE CP n       | f4 n3               | SZYHXP1C |
FF RST 38H    | f5 s3 s3            | -------- |
";
