; wrong: NEG three times is NEG
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        DB 0EDH,07CH
        DB 0EDH,05CH
        DB 0EDH,06CH
        LD H,L
        LD L,A
        RET
