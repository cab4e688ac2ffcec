; holds: the prefix byte is overwritten with NOP before it is reached
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (PRE)
;! oracle: f2_half
GO:     XOR A
        LD (PRE),A
        LD A,H
PRE:    DB 0DDH
        LD H,L
        LD L,A
        RET
