; holds: PUSH AF, POP AF restores X and Y as well
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: none
;! oracle: f2_half
GO:     PUSH AF
        XOR A
        SCF
        LD A,H
        LD H,L
        LD L,A
        POP AF
        RET
