; holds: bit 7 of R does not change by counting
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_half
GO:     LD A,R
        LD B,A
        XOR A
S:      DEC A
        JR NZ,S
        LD A,R
        XOR B
        AND 80H
        XOR H
        LD H,L
        LD L,A
        RET
