; wrong: DD ED 6A is ADC HL,HL; there is no ADC IX,IX
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, F
;! oracle: f2_turn
GO:     XOR A
        ADD IX,IX
        RLA
        ADD IX,IX
        RLA
        ADD IX,IX
        RLA
        OR A
        DB 0DDH,0EDH,06AH
        RLA
        OR IXL
        LD IXL,A
        RET
