; wrong: EXX does not exchange the flags
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, AF'
;! oracle: f2_half
GO:     XOR A
        EXX
        INC A
        EXX
        JR NZ,NO
        LD A,H
        LD H,L
        LD L,A
NO:     RET
