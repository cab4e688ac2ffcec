; wrong: prefixes do not remove EXX: there are three, so the alternate registers are exchanged
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, BC, DE, HL
;! oracle: f2_half
GO:     DB 0DDH
        EXX
        DB 0FDH,0DDH
        EXX
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
