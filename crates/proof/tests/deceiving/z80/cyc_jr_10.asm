; wrong: counts 10 cycles for JR NZ in both cases, as for JP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 40
GO:     LD A,H
        AND A
        JR NZ,S
S:      LD H,L
        LD L,A
        RET
