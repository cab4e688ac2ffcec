; holds: writes named scratch memory at an index from R
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, DE, F, (TEMP:256)
;! oracle: f2_half
GO:     EX DE,HL
        LD A,R
        LD L,A
        LD H,20H
        LD (HL),0
        LD L,D
        LD H,E
        RET
TEMP EQU 2000H
