; holds: JR NZ takes 12 or 7 cycles
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 33-42
GO:     LD A,H
        AND A
        JR NZ,S
        LD H,L
        LD L,A
        RET
S:      LD H,L
        LD L,A
        NOP
        RET
