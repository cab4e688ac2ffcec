; holds here only: LDIR counts two fetches for each byte
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX = board
;! out: IX = board
;! clobbers: A, F, BC, DE, HL, (TMP:4)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD HL,GO
        LD DE,TMP
        LD BC,4
        LD A,R
        LDIR
        LD B,A
        LD A,R
        SUB B
        AND 7FH
        SUB 11
        ADD A,IXH
        LD IXH,IXL
        LD IXL,A
        RET
