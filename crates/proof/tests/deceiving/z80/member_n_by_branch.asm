; holds: N is 1 after SUB, 0 after AND
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, HL -> set
;! out: N = member
;! clobbers: A, BC, DE, F, HL
;! oracle: halma_is_in
GO:     CALL ISIN
        AND A
        RET Z
        SUB A
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
