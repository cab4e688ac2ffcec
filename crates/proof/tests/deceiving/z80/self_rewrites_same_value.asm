; holds: writes the opcode that is there
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A
;! oracle: f2_half
GO:     LD A,65H
        LD (OPC),A
        LD A,H
OPC:    LD H,L
        LD L,A
        RET
