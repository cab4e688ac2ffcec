; wrong: RRCA leaves the element's low bits in the index
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> set, A = element
;! out: CY = member
;! clobbers: A, F, BC, DE, HL
;! oracle: halma_is_in
GO:     LD E,A
        RRCA
        RRCA
        RRCA
        LD C,A
        LD B,0
        ADD HL,BC
        LD A,E
        AND 7
        INC A
        LD B,A
        LD A,(HL)
S:      RRCA
        DJNZ S
        RET
