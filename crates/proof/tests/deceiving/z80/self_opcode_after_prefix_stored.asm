; holds: the opcode byte after DD is stored first: LD IXH,IXL
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, (OPC)
;! oracle: f2_half
GO:     LD A,65H
        LD (OPC),A
        LD A,IXH
        DB 0DDH
OPC:    NOP
        LD IXL,A
        RET
