; wrong: OR 80H makes the forms that copy to B: B is not named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> set, A = element
;! out: IX -> set
;! clobbers: A, F, C, (DISP:2)
;! oracle: halma_excl
GO:     LD C,A
        AND 7
        RLCA
        RLCA
        RLCA
        OR 80H
        LD (DISP+1),A
        LD A,C
        RRCA
        RRCA
        RRCA
        AND 1FH
        LD (DISP),A
        DB 0DDH,0CBH
DISP:   DB 0,86H
        RET
