; holds: EXX twice with writes to nothing in between
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     EXX
        LD A,B
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
