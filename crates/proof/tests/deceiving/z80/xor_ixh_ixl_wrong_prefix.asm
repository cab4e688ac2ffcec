; wrong: FD in place of DD: the last XOR uses IYL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,IXH
        XOR IXL
        LD IXL,A
        XOR IXH
        LD IXH,A
        XOR IYL
        LD IXL,A
        RET
