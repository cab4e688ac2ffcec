; holds here only: two paths of equally many fetches meet: the difference of two reads of R is known
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        BIT 0,H
        JR Z,S
        LD C,C
        JR T
S:      NOP
        NOP
T:      LD A,R
        SUB B
        AND 7FH
        SUB 8
        ADD A,H
        LD H,L
        LD L,A
        RET
