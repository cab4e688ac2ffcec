; holds: LD (nn),HL writes L first, H second
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, (TMP:2)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD (TMP),HL
        LD A,(TMP)
        LD D,A
        LD A,(TMP+1)
        LD L,A
        LD H,D
        RET
