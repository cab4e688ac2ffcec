; wrong: RST 8 leaves the sheet
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     RST 8
        LD A,H
        LD H,L
        LD L,A
        RET
