; holds: PUSH of an address in the sheet and RET as a jump
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE
;! oracle: f2_half
GO:     LD DE,S
        PUSH DE
        RET
        HALT
S:      LD A,H
        LD H,L
        LD L,A
        RET
