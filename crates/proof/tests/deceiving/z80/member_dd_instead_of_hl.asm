; wrong: the pointer is added in HL, but the byte is read at (IX+0)
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
        AND 1FH
        LD C,A
        LD B,0
        ADD HL,BC
        LD A,E
        AND 7
        INC A
        LD B,A
        LD A,(IX+0)
S:      RRCA
        DJNZ S
        RET
