; holds: exchanges IXH and IXL through A
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,IXH
        LD IXH,IXL
        LD IXL,A
        RET
