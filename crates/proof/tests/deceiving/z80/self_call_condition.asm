; wrong: the opcode of CALL is changed to CALL NZ and not restored for one board
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     LD A,L
        CP 66H
        LD A,0C4H
        LD (OPC),A
OPC:    CALL S
        JR Z,T
        LD A,0CDH
        LD (OPC),A
        RET
T:      CALL S
        RET
S:      LD A,H
        LD H,L
        LD L,A
        RET
