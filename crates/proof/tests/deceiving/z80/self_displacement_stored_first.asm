; holds: the displacement is stored before it is used
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, B, (DISP)
;! oracle: f2_half
GO:     XOR A
        LD (DISP),A
        LD B,(IX+5)
DISP EQU $-1
        LD A,(IX+1)
        LD (IX+0),A
        LD (IX+1),B
        RET
