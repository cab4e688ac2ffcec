; holds: RRD on named scratch memory stored first
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, (TMP)
;! oracle: f2_half
GO:     LD B,H
        LD C,L
        LD HL,TMP
        LD (HL),B
        XOR A
        RRD
        RLD
        LD L,(HL)
        LD H,C
        RET
TMP:    DB 0
