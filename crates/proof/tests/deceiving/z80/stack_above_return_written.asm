; wrong: writes the caller's byte above the return address back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, IX
;! oracle: f2_half
GO:     LD IX,0
        ADD IX,SP
        LD A,(IX+2)
        LD (IX+2),A
        LD A,H
        LD H,L
        LD L,A
        RET
