; holds: DAA after ADD A,0 adds 6 and 60 by the rules, for every byte
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC
;! oracle: f2_half
GO:     LD A,H
        LD C,A
        AND 0FH
        CP 10
        LD B,0
        JR C,S
        LD B,6
S:      LD A,C
        CP 9AH
        JR C,T
        LD A,B
        ADD A,60H
        LD B,A
T:      LD A,C
        ADD A,B
        LD B,A
        LD A,C
        ADD A,0
        DAA
        SUB B
        ADD A,C
        LD H,L
        LD L,A
        RET
