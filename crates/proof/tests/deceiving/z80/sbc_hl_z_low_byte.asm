; wrong: takes Z after SBC HL,DE for that of the low bytes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     LD D,H
        LD E,L
        INC H
        OR A
        SBC HL,DE
        JR Z,S
        LD HL,0
        RET
S:      LD L,D
        LD H,E
        RET
