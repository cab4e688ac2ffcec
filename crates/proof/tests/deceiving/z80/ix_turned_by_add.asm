; holds: ADD IX,IX four times
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, F
;! oracle: f2_turn
;! cycles: 106
GO:     XOR A
        ADD IX,IX
        RLA
        ADD IX,IX
        RLA
        ADD IX,IX
        RLA
        ADD IX,IX
        RLA
        OR IXL
        LD IXL,A
        RET
