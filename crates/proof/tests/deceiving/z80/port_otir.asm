; wrong: OTIR with B = 1 writes one byte to a port
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: DE = board
;! clobbers: A, B, F, HL
;! oracle: f2_half
GO:     LD D,L
        LD E,H
        LD B,1
        OTIR
        RET
