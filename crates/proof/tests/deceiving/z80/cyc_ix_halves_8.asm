; holds: LD A,IXH takes 8 cycles, ADD IX,BC 15, INC IX 10, PUSH IX 15, POP IX 14, EX (SP),IX 23
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, F
;! oracle: f2_half
;! cycles: 106
GO:     PUSH IX
        EX (SP),IX
        POP IX
        INC IX
        DEC IX
        LD A,IXH
        LD IXH,IXL
        LD IXL,A
        RET
