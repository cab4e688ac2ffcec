; holds here only: DD CB d op counts two fetches: the reads are 5 apart
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        BIT 0,(IX+0)
        LD A,R
        SUB B
        AND 7FH
        SUB 5
        ADD A,(IX+0)
        LD C,(IX+1)
        LD (IX+0),C
        LD (IX+1),A
        RET
