; wrong: the opcode byte after DD is named, so that it is unknown on entry
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, (OPC)
;! oracle: f2_half
GO:     LD A,IXH
        DB 0DDH
OPC:    LD H,L
        LD IXL,A
        RET
