; holds: 7F + 1 overflows: P/V is 1, though the parity of 80 is odd
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,7FH
        ADD A,1
        JP PO,NO
        LD A,H
        LD H,L
        LD L,A
NO:     RET
