; holds: one or two bytes by bit 0 of L, the second is not needed if it is 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, BC, DE, (TMP:4)
;! oracle: f2_half
TMP EQU 2000H
GO:     LD (TMP),HL
        LD A,L
        AND 1
        INC A
        LD C,A
        LD B,0
        LD HL,TMP
        LD DE,TMP+2
        LDIR
        LD HL,(TMP)
        LD A,H
        LD H,L
        LD L,A
        RET
