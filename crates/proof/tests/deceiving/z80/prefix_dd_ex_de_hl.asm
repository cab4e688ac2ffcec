; holds: DD before EX DE,HL still exchanges DE and HL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: DE = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     DB 0DDH
        EX DE,HL
        LD A,H
        LD H,L
        LD L,A
        RET
