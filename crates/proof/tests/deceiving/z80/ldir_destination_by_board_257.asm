; holds: the destination is TMP plus H, 257 bytes are named
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, DE, (TMP:257)
;! oracle: f2_half
TMP EQU 2000H
GO:     PUSH HL
        LD E,H
        LD D,20H
        LD BC,2
        LD HL,GO
        LDIR
        POP HL
        LD A,H
        LD H,L
        LD L,A
        RET
