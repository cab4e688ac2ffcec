; holds: EX (SP),HL takes 19 cycles on the Z80
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
;! cycles: 60
GO:     EX (SP),HL
        EX (SP),HL
        LD A,H
        LD H,L
        LD L,A
        RET
