; wrong: R may be 0 when it is read: returns at once
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,R
        RET Z
        LD A,H
        LD H,L
        LD L,A
        RET
