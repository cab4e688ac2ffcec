; wrong: the displacement is bit 0 of byte 1: reads the wrong byte if it is 1
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, B, (DISP)
;! oracle: f2_half
GO:     LD A,(IX+1)
        AND 1
        LD (DISP),A
        LD B,(IX+5)
DISP EQU $-1
        LD A,(IX+1)
        LD (IX+0),A
        LD (IX+1),B
        RET
