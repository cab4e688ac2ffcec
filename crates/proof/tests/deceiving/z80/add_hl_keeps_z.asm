; holds: ADD HL,DE leaves Z, so the result of OR survives
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: DE = board
;! clobbers: A, F, HL, BC, DE
;! oracle: f2_half
GO:     XOR A
        LD DE,1
        LD B,(HL)
        ADD HL,DE
        JR NZ,NO
        LD E,(HL)
        LD D,B
NO:     LD A,D
        LD D,B
        RET
