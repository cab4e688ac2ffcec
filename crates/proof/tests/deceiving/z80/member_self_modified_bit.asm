; holds: the bit number is written into the opcode of BIT n,A; the opcode byte is named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, HL -> set
;! out: Z = member
;! clobbers: A, BC, DE, F, HL, (OPC)
;! oracle: halma_is_in
GO:     LD E,A
        AND 7
        RLCA
        RLCA
        RLCA
        OR 47H
        LD (OPC),A
        LD A,E
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD E,A
        LD D,0
        ADD HL,DE
        LD A,(HL)
        CPL
        DB 0CBH
OPC:    DB 47H
        RET
