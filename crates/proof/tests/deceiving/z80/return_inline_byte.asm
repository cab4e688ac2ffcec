; holds: CALL is followed by a data byte, which the subroutine skips
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     CALL SUB1
        DB 76H
        LD H,L
        LD L,A
        RET
SUB1:   LD A,H
        EX (SP),IX
        INC IX
        EX (SP),IX
        RET
