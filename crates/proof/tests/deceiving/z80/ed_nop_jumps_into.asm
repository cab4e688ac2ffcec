; holds: ED 7C is NEG wherever it stands
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        DB 0EDH,07CH
        DB 0EDH,04CH
        LD H,L
        LD L,A
        RET
