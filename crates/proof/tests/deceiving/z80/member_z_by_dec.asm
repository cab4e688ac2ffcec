; holds: DEC of 1 is 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, HL -> set
;! out: Z = member
;! clobbers: A, BC, DE, F, HL
;! oracle: halma_is_in
GO:     CALL ISIN
        DEC A
        RET
ISIN:   LD E,A
        AND 7
        LD B,A
        INC B
        LD A,E
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD E,A
        LD D,0
        ADD HL,DE
        LD A,(HL)
        RLCA
S:      RRCA
        DJNZ S
        AND 1
        RET
