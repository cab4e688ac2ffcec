; wrong: the subroutine exchanges AF once, one path calls it twice, the other once
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 0C3H
        CALL NZ,SUB1
        CALL SUB1
        LD A,H
        LD H,L
        LD L,A
        RET
SUB1:   EX AF,AF'
        RET
