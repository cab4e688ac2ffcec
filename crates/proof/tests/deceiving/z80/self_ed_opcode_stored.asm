; holds: the byte after ED becomes that of NEG by the board and of another NEG
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (OPC)
;! oracle: f2_half
GO:     LD A,L
        AND 38H
        OR 44H
        LD (OPC),A
        LD A,H
        DB 0EDH
OPC:    NOP
        NEG
        LD H,L
        LD L,A
        RET
