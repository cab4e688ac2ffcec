; wrong: the prefix byte is named, so that it is unknown whether LD H,L concerns HL, IX or nothing
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, (PRE), IX
;! oracle: f2_half
GO:     LD A,H
PRE:    NOP
        LD H,L
        LD L,A
        RET
