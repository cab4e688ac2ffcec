; holds: RES n,(IX+d) with opcode and displacement written
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> set, A = element
;! out: IX -> set
;! clobbers: A, F, BC, (DISP:2)
;! oracle: halma_excl
GO:     LD B,A
        AND 7
        RLCA
        RLCA
        RLCA
        OR 86H
        LD (DISP+1),A
        LD A,B
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD (DISP),A
        DB 0DDH,0CBH
DISP:   DB 0,86H
        RET
