; holds: 41 or 45 cycles by IFF
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 41-45
GO:     LD A,I
        JP PO,S
        NOP
S:      LD A,H
        LD H,L
        LD L,A
        RET
