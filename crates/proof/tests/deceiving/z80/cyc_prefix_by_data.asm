; wrong: a prefix written by the board costs no cycles in the statement
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (PRE)
;! oracle: f2_half
;! cycles: 60
GO:     LD A,H
        AND 1
        JR Z,S
        LD A,0DDH
S:      LD (PRE),A
PRE:    NOP
        DB 7CH
        LD A,L
        LD L,H
        LD H,A
        RET
