; wrong: RET PO and RET M leave a gap: even parity and not negative
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        AND A
        RET PO
        RET M
        RET Z
        HALT
