; wrong: the byte after ED may become 46: IM 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (OPC)
;! oracle: f2_half
GO:     LD A,L
        AND 3AH
        OR 44H
        LD (OPC),A
        LD A,H
        DB 0EDH
OPC:    NOP
        NEG
        LD H,L
        LD L,A
        RET
