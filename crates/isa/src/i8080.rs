//! The Intel 8080.
//!
//! Source: Intel 8080 Microcomputer Systems User's Manual (1975), chapters 2 (machine cycles) and 4 (instructions).
//! Opcodes missing there act as the documented opcode with the same low bits; this is community knowledge, confirmed by
//! exercisers that ran on real chips.
//!
//! Operands in the table: `d8` and `d16` immediate values, `a16` jump target, `m16` data address, `p8` port. A
//! conditional call or return has `/` cycles; a conditional jump always takes the same time.

use crate::code::{Incomplete, Instruction, row_at};
use crate::row::{Page, Row};
use crate::table::{self, Operands};

/// The letters of the flags from bit 7 down.
pub const FLAGS: &str = "SZ-A-P-C";

/// All 256 opcodes.
pub static TABLE: [Row; 256] = table::fill(table::empty(Page::I8080), FLAGS, Operands::Intel, TEXT);

/// Its only page.
pub static PAGES: [&[Row; 256]; 1] = [&TABLE];

/// Decodes the instruction at the beginning of these bytes.
pub fn decode(bytes: &[u8]) -> Result<Instruction, Incomplete> {
    row_at(&TABLE, bytes, 0)?.decode_operands(bytes)
}

const TEXT: &str = "
00 NOP        | f4               | -------- |
01 LXI B,d16  | f4 n3 n3         | -------- |
02 STAX B     | f4 w3            | -------- |
03 INX B      | f5               | -------- |
04 INR B      | f5               | SZ-A-P-- |
05 DCR B      | f5               | SZ-A-P-- |
06 MVI B,d8   | f4 n3            | -------- |
07 RLC        | f4               | -------C |
08=NOP        | f4               | -------- |
09 DAD B      | f4 -3 -3         | -------C |
0A LDAX B     | f4 r3            | -------- |
0B DCX B      | f5               | -------- |
0C INR C      | f5               | SZ-A-P-- |
0D DCR C      | f5               | SZ-A-P-- |
0E MVI C,d8   | f4 n3            | -------- |
0F RRC        | f4               | -------C |
10=NOP        | f4               | -------- |
11 LXI D,d16  | f4 n3 n3         | -------- |
12 STAX D     | f4 w3            | -------- |
13 INX D      | f5               | -------- |
14 INR D      | f5               | SZ-A-P-- |
15 DCR D      | f5               | SZ-A-P-- |
16 MVI D,d8   | f4 n3            | -------- |
17 RAL        | f4               | -------C | C
18=NOP        | f4               | -------- |
19 DAD D      | f4 -3 -3         | -------C |
1A LDAX D     | f4 r3            | -------- |
1B DCX D      | f5               | -------- |
1C INR E      | f5               | SZ-A-P-- |
1D DCR E      | f5               | SZ-A-P-- |
1E MVI E,d8   | f4 n3            | -------- |
1F RAR        | f4               | -------C | C
20=NOP        | f4               | -------- |
21 LXI H,d16  | f4 n3 n3         | -------- |
22 SHLD m16   | f4 n3 n3 w3 w3   | -------- |
23 INX H      | f5               | -------- |
24 INR H      | f5               | SZ-A-P-- |
25 DCR H      | f5               | SZ-A-P-- |
26 MVI H,d8   | f4 n3            | -------- |
27 DAA        | f4               | SZ-A-P-C | AC
28=NOP        | f4               | -------- |
29 DAD H      | f4 -3 -3         | -------C |
2A LHLD m16   | f4 n3 n3 r3 r3   | -------- |
2B DCX H      | f5               | -------- |
2C INR L      | f5               | SZ-A-P-- |
2D DCR L      | f5               | SZ-A-P-- |
2E MVI L,d8   | f4 n3            | -------- |
2F CMA        | f4               | -------- |
30=NOP        | f4               | -------- |
31 LXI SP,d16 | f4 n3 n3         | -------- |
32 STA m16    | f4 n3 n3 w3      | -------- |
33 INX SP     | f5               | -------- |
34 INR M      | f4 r3 w3         | SZ-A-P-- |
35 DCR M      | f4 r3 w3         | SZ-A-P-- |
36 MVI M,d8   | f4 n3 w3         | -------- |
37 STC        | f4               | -------1 |
38=NOP        | f4               | -------- |
39 DAD SP     | f4 -3 -3         | -------C |
3A LDA m16    | f4 n3 n3 r3      | -------- |
3B DCX SP     | f5               | -------- |
3C INR A      | f5               | SZ-A-P-- |
3D DCR A      | f5               | SZ-A-P-- |
3E MVI A,d8   | f4 n3            | -------- |
3F CMC        | f4               | -------C | C
40 MOV B,B    | f5               | -------- |
41 MOV B,C    | f5               | -------- |
42 MOV B,D    | f5               | -------- |
43 MOV B,E    | f5               | -------- |
44 MOV B,H    | f5               | -------- |
45 MOV B,L    | f5               | -------- |
46 MOV B,M    | f4 r3            | -------- |
47 MOV B,A    | f5               | -------- |
48 MOV C,B    | f5               | -------- |
49 MOV C,C    | f5               | -------- |
4A MOV C,D    | f5               | -------- |
4B MOV C,E    | f5               | -------- |
4C MOV C,H    | f5               | -------- |
4D MOV C,L    | f5               | -------- |
4E MOV C,M    | f4 r3            | -------- |
4F MOV C,A    | f5               | -------- |
50 MOV D,B    | f5               | -------- |
51 MOV D,C    | f5               | -------- |
52 MOV D,D    | f5               | -------- |
53 MOV D,E    | f5               | -------- |
54 MOV D,H    | f5               | -------- |
55 MOV D,L    | f5               | -------- |
56 MOV D,M    | f4 r3            | -------- |
57 MOV D,A    | f5               | -------- |
58 MOV E,B    | f5               | -------- |
59 MOV E,C    | f5               | -------- |
5A MOV E,D    | f5               | -------- |
5B MOV E,E    | f5               | -------- |
5C MOV E,H    | f5               | -------- |
5D MOV E,L    | f5               | -------- |
5E MOV E,M    | f4 r3            | -------- |
5F MOV E,A    | f5               | -------- |
60 MOV H,B    | f5               | -------- |
61 MOV H,C    | f5               | -------- |
62 MOV H,D    | f5               | -------- |
63 MOV H,E    | f5               | -------- |
64 MOV H,H    | f5               | -------- |
65 MOV H,L    | f5               | -------- |
66 MOV H,M    | f4 r3            | -------- |
67 MOV H,A    | f5               | -------- |
68 MOV L,B    | f5               | -------- |
69 MOV L,C    | f5               | -------- |
6A MOV L,D    | f5               | -------- |
6B MOV L,E    | f5               | -------- |
6C MOV L,H    | f5               | -------- |
6D MOV L,L    | f5               | -------- |
6E MOV L,M    | f4 r3            | -------- |
6F MOV L,A    | f5               | -------- |
70 MOV M,B    | f4 w3            | -------- |
71 MOV M,C    | f4 w3            | -------- |
72 MOV M,D    | f4 w3            | -------- |
73 MOV M,E    | f4 w3            | -------- |
74 MOV M,H    | f4 w3            | -------- |
75 MOV M,L    | f4 w3            | -------- |
76 HLT        | f4 -3            | -------- |
77 MOV M,A    | f4 w3            | -------- |
78 MOV A,B    | f5               | -------- |
79 MOV A,C    | f5               | -------- |
7A MOV A,D    | f5               | -------- |
7B MOV A,E    | f5               | -------- |
7C MOV A,H    | f5               | -------- |
7D MOV A,L    | f5               | -------- |
7E MOV A,M    | f4 r3            | -------- |
7F MOV A,A    | f5               | -------- |
80 ADD B      | f4               | SZ-A-P-C |
81 ADD C      | f4               | SZ-A-P-C |
82 ADD D      | f4               | SZ-A-P-C |
83 ADD E      | f4               | SZ-A-P-C |
84 ADD H      | f4               | SZ-A-P-C |
85 ADD L      | f4               | SZ-A-P-C |
86 ADD M      | f4 r3            | SZ-A-P-C |
87 ADD A      | f4               | SZ-A-P-C |
88 ADC B      | f4               | SZ-A-P-C | C
89 ADC C      | f4               | SZ-A-P-C | C
8A ADC D      | f4               | SZ-A-P-C | C
8B ADC E      | f4               | SZ-A-P-C | C
8C ADC H      | f4               | SZ-A-P-C | C
8D ADC L      | f4               | SZ-A-P-C | C
8E ADC M      | f4 r3            | SZ-A-P-C | C
8F ADC A      | f4               | SZ-A-P-C | C
90 SUB B      | f4               | SZ-A-P-C |
91 SUB C      | f4               | SZ-A-P-C |
92 SUB D      | f4               | SZ-A-P-C |
93 SUB E      | f4               | SZ-A-P-C |
94 SUB H      | f4               | SZ-A-P-C |
95 SUB L      | f4               | SZ-A-P-C |
96 SUB M      | f4 r3            | SZ-A-P-C |
97 SUB A      | f4               | SZ-A-P-C |
98 SBB B      | f4               | SZ-A-P-C | C
99 SBB C      | f4               | SZ-A-P-C | C
9A SBB D      | f4               | SZ-A-P-C | C
9B SBB E      | f4               | SZ-A-P-C | C
9C SBB H      | f4               | SZ-A-P-C | C
9D SBB L      | f4               | SZ-A-P-C | C
9E SBB M      | f4 r3            | SZ-A-P-C | C
9F SBB A      | f4               | SZ-A-P-C | C
A0 ANA B      | f4               | SZ-A-P-0 |
A1 ANA C      | f4               | SZ-A-P-0 |
A2 ANA D      | f4               | SZ-A-P-0 |
A3 ANA E      | f4               | SZ-A-P-0 |
A4 ANA H      | f4               | SZ-A-P-0 |
A5 ANA L      | f4               | SZ-A-P-0 |
A6 ANA M      | f4 r3            | SZ-A-P-0 |
A7 ANA A      | f4               | SZ-A-P-0 |
A8 XRA B      | f4               | SZ-0-P-0 |
A9 XRA C      | f4               | SZ-0-P-0 |
AA XRA D      | f4               | SZ-0-P-0 |
AB XRA E      | f4               | SZ-0-P-0 |
AC XRA H      | f4               | SZ-0-P-0 |
AD XRA L      | f4               | SZ-0-P-0 |
AE XRA M      | f4 r3            | SZ-0-P-0 |
AF XRA A      | f4               | SZ-0-P-0 |
B0 ORA B      | f4               | SZ-0-P-0 |
B1 ORA C      | f4               | SZ-0-P-0 |
B2 ORA D      | f4               | SZ-0-P-0 |
B3 ORA E      | f4               | SZ-0-P-0 |
B4 ORA H      | f4               | SZ-0-P-0 |
B5 ORA L      | f4               | SZ-0-P-0 |
B6 ORA M      | f4 r3            | SZ-0-P-0 |
B7 ORA A      | f4               | SZ-0-P-0 |
B8 CMP B      | f4               | SZ-A-P-C |
B9 CMP C      | f4               | SZ-A-P-C |
BA CMP D      | f4               | SZ-A-P-C |
BB CMP E      | f4               | SZ-A-P-C |
BC CMP H      | f4               | SZ-A-P-C |
BD CMP L      | f4               | SZ-A-P-C |
BE CMP M      | f4 r3            | SZ-A-P-C |
BF CMP A      | f4               | SZ-A-P-C |
C0 RNZ        | f5 / u3 u3       | -------- | Z
C1 POP B      | f4 u3 u3         | -------- |
C2 JNZ a16    | f4 n3 n3         | -------- | Z
C3 JMP a16    | f4 n3 n3         | -------- |
C4 CNZ a16    | f5 n3 n3 / s3 s3 | -------- | Z
C5 PUSH B     | f5 s3 s3         | -------- |
C6 ADI d8     | f4 n3            | SZ-A-P-C |
C7 RST 0      | f5 s3 s3         | -------- |
C8 RZ         | f5 / u3 u3       | -------- | Z
C9 RET        | f4 u3 u3         | -------- |
CA JZ a16     | f4 n3 n3         | -------- | Z
CB=JMP a16    | f4 n3 n3         | -------- |
CC CZ a16     | f5 n3 n3 / s3 s3 | -------- | Z
CD CALL a16   | f5 n3 n3 s3 s3   | -------- |
CE ACI d8     | f4 n3            | SZ-A-P-C | C
CF RST 1      | f5 s3 s3         | -------- |
D0 RNC        | f5 / u3 u3       | -------- | C
D1 POP D      | f4 u3 u3         | -------- |
D2 JNC a16    | f4 n3 n3         | -------- | C
D3 OUT p8     | f4 n3 o3         | -------- |
D4 CNC a16    | f5 n3 n3 / s3 s3 | -------- | C
D5 PUSH D     | f5 s3 s3         | -------- |
D6 SUI d8     | f4 n3            | SZ-A-P-C |
D7 RST 2      | f5 s3 s3         | -------- |
D8 RC         | f5 / u3 u3       | -------- | C
D9=RET        | f4 u3 u3         | -------- |
DA JC a16     | f4 n3 n3         | -------- | C
DB IN p8      | f4 n3 i3         | -------- |
DC CC a16     | f5 n3 n3 / s3 s3 | -------- | C
DD=CALL a16   | f5 n3 n3 s3 s3   | -------- |
DE SBI d8     | f4 n3            | SZ-A-P-C | C
DF RST 3      | f5 s3 s3         | -------- |
E0 RPO        | f5 / u3 u3       | -------- | P
E1 POP H      | f4 u3 u3         | -------- |
E2 JPO a16    | f4 n3 n3         | -------- | P
E3 XTHL       | f4 u3 u3 s3 s5   | -------- |
E4 CPO a16    | f5 n3 n3 / s3 s3 | -------- | P
E5 PUSH H     | f5 s3 s3         | -------- |
E6 ANI d8     | f4 n3            | SZ-A-P-0 |
E7 RST 4      | f5 s3 s3         | -------- |
E8 RPE        | f5 / u3 u3       | -------- | P
E9 PCHL       | f5               | -------- |
EA JPE a16    | f4 n3 n3         | -------- | P
EB XCHG       | f4               | -------- |
EC CPE a16    | f5 n3 n3 / s3 s3 | -------- | P
ED=CALL a16   | f5 n3 n3 s3 s3   | -------- |
EE XRI d8     | f4 n3            | SZ-0-P-0 |
EF RST 5      | f5 s3 s3         | -------- |
F0 RP         | f5 / u3 u3       | -------- | S
F1 POP PSW    | f4 u3 u3         | SZ-A-P-C |
F2 JP a16     | f4 n3 n3         | -------- | S
F3 DI         | f4               | -------- |
F4 CP a16     | f5 n3 n3 / s3 s3 | -------- | S
F5 PUSH PSW   | f5 s3 s3         | -------- | SZAPC
F6 ORI d8     | f4 n3            | SZ-0-P-0 |
F7 RST 6      | f5 s3 s3         | -------- |
F8 RM         | f5 / u3 u3       | -------- | S
F9 SPHL       | f5               | -------- |
FA JM a16     | f4 n3 n3         | -------- | S
FB EI         | f4               | -------- |
FC CM a16     | f5 n3 n3 / s3 s3 | -------- | S
FD=CALL a16   | f5 n3 n3 s3 s3   | -------- |
FE CPI d8     | f4 n3            | SZ-A-P-C |
FF RST 7      | f5 s3 s3         | -------- |
";
