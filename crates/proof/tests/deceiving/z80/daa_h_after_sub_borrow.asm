; holds: 20 - 1F: H is set, the low digit 1 is below 6, so DAA sets H
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,20H
        SUB 1FH
        DAA
        PUSH AF
        POP BC
        LD A,C
        AND 10H
        XOR 10H
        ADD A,H
        LD H,L
        LD L,A
        RET
