; holds: the bit stays where it is: anything but 0 plus FF carries
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, HL -> set
;! out: CY = member
;! clobbers: A, BC, DE, F, HL
;! oracle: halma_is_in
GO:     LD E,A
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
        LD A,80H
S:      RLCA
        DJNZ S
        AND (HL)
        ADD A,0FFH
        RET
