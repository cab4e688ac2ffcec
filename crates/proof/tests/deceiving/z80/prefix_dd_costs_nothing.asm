; wrong: a prefix without effect still takes 4 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 26
GO:     DB 0DDH
        NOP
        LD A,H
        LD H,L
        LD L,A
        DB 0DDH
        RET
