; holds: the displacement of JR is 0 or 3 by the board, both targets lead to the same
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, (DISP)
;! oracle: f2_half
GO:     LD A,H
        AND 1
        LD (DISP),A
        JR $+2
DISP EQU $-1
        NOP
        LD A,H
        LD H,L
        LD L,A
        RET
