; wrong: DD 76 is HALT, not a load of (IX+d) from itself
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
        CP 76H
        RET NZ
        DB 0DDH,76H
        RET
