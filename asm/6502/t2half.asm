;! routine: T2HALF
;! cpu: 6502
;! org: $0300
;! in: A = board.0, X = board.1
;! out: A = board.0, X = board.1
;! clobbers: (LO), P
;! oracle: f2_half
;! bytes: 6
;! cycles: 14
;! title: Turns the 4x4 board by a half turn
; Figure 2: two quarter turns rotate the word by eight bits, which exchanges the bytes.
LO      EQU $12
0300  85 12        T2HALF: STA LO
0302  8A                   TXA
0303  A6 12                LDX LO
0305  60                   RTS
