; holds here only: one or two rounds of 32 or 27 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 49-81
GO:     LD A,R
        NOP
        AND 1
        JR NZ,GO
        LD A,H
        LD H,L
        LD L,A
        RET
