; holds: DD EXX and FD EXX are EXX, and two of them cancel
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     DB 0DDH
        EXX
        DB 0FDH
        EXX
        LD A,H
        LD H,L
        LD L,A
        RET
