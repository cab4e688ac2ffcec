; holds: IX is 64K below the field less the displacement, the sum wraps around
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, B, DE, F, IX
;! oracle: f2_half
GO:     PUSH HL
        POP IX
        LD DE,0FFF0H
        ADD IX,DE
        LD A,(IX+16)
        LD B,(IX+17)
        LD (IX+16),B
        LD (IX+17),A
        RET
