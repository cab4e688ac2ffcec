; holds: the subroutine exchanges AF once and is called twice or not at all
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        CP 0C3H
        JR Z,S
        CALL SUB1
        CALL SUB1
S:      LD A,H
        LD H,L
        LD L,A
        RET
SUB1:   EX AF,AF'
        RET
