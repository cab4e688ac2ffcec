; holds: displacement and opcode of BIT n,(IX+d) are written, both named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: A = element, IX -> set
;! out: Z = member
;! clobbers: A, F, (DISP), (OPC)
;! oracle: halma_is_in
GO:     PUSH AF
        AND 7
        RLCA
        RLCA
        RLCA
        OR 46H
        LD (OPC),A
        POP AF
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD (DISP),A
        DB 0DDH,0CBH
DISP:   DB 0
OPC:    DB 46H
        LD A,0
        JR Z,T
        XOR A
        RET
T:      INC A
        RET
