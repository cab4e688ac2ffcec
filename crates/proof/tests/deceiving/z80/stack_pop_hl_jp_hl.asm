; holds: the return address is popped to HL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: DE = board
;! out: IX = board
;! clobbers: A, HL
;! oracle: f2_half
GO:     LD A,D
        LD IXL,A
        LD A,E
        LD IXH,A
        POP HL
        JP (HL)
