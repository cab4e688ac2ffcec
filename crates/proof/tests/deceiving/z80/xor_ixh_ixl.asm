; holds: exchange by three XORs with the halves
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
        XOR IXL
        LD IXL,A
        RET
