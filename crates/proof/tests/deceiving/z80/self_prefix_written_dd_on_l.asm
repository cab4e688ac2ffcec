; holds: DD or 00 by the board before an instruction that does not use HL
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
PRE:    NOP
        NOP
        LD A,H
        LD H,L
        LD L,A
        RET
