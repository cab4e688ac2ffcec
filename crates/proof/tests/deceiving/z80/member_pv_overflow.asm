; holds: 1 + 7F overflows, 0 + 7F does not
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, HL -> set
;! out: PV = member
;! clobbers: A, BC, DE, F, HL
;! oracle: halma_is_in
GO:     CALL ISIN
        ADD A,7FH
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
