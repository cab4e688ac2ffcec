; holds: AND 0FH with an even number of ones and an odd number lead to the same
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,H
        AND 0FH
        LD B,A
        JP PE,S
        XOR 1
S:      AND A
        JP PO,NO
        LD A,H
        LD H,L
        LD L,A
        RET
NO:     HALT
