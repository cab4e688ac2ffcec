; wrong: P/V after ADD A,0 is never set, whatever the parity
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        ADD A,0
        JP PO,S
        LD H,L
        LD L,A
S:      RET
