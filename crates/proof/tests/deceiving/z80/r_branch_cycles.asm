; wrong: takes 4 more cycles if a bit of R is set; one number is stated
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 48
GO:     LD A,R
        AND 1
        JP Z,S
        NOP
S:      LD A,H
        LD H,L
        LD L,A
        RET
