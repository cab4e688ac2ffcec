; wrong: named scratch memory is unknown, although the sheet gives it 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (TMP)
;! oracle: f2_half
GO:     LD A,(TMP)
        XOR H
        LD H,L
        LD L,A
        RET
TMP:    DB 0
