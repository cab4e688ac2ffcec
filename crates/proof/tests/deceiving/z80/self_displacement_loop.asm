; holds: the displacement counts from 0 to 1 and back
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: HL = board
;! clobbers: A, F, B, HL
;! oracle: f2_half
GO:     LD B,2
S:      LD H,L
        LD L,(IX+0)
DISP EQU $-1
        LD A,(DISP)
        XOR 1
        LD (DISP),A
        DJNZ S
        RET
