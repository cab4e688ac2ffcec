; unproven: SBC HL,SP and ADD HL,SP cancel
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,H
        OR A
        SBC HL,SP
        ADD HL,SP
        LD H,L
        LD L,A
        RET
