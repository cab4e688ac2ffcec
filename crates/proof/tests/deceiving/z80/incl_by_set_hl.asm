; holds: SET n,(HL) with n written into the opcode, which is named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> set, A = element
;! out: HL -> set
;! clobbers: A, F, BC, (OPC)
;! oracle: halma_incl
GO:     PUSH HL
        LD B,A
        AND 7
        RLCA
        RLCA
        RLCA
        OR 0C6H
        LD (OPC),A
        LD A,B
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD C,A
        LD B,0
        ADD HL,BC
        DB 0CBH
OPC:    DB 0C6H
        POP HL
        RET
