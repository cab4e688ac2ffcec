; holds: the set is reached through the word at P1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: (P1) -> set, A = element
;! out: CY = member
;! clobbers: A, F, BC, DE, HL
;! oracle: halma_is_in
P1 EQU 2000H
GO:     LD E,A
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD C,A
        LD B,0
        LD HL,(P1)
        ADD HL,BC
        LD A,E
        AND 7
        INC A
        LD B,A
        LD A,(HL)
S:      RRCA
        DJNZ S
        RET
