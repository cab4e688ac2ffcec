; wrong: the prefix byte becomes DD for one board
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (PRE)
;! oracle: f2_half
GO:     LD A,H
        CP 0DDH
        JR Z,S
        XOR A
S:      LD (PRE),A
        LD A,H
PRE:    NOP
        LD H,L
        LD L,A
        RET
