; holds: LD A,R reports IFF2 as well
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        DI
        LD A,H
        LD H,L
        LD L,A
        JP PO,S
        EI
S:      RET
