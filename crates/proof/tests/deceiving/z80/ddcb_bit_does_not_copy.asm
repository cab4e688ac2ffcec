; holds: DD CB d 40 is BIT 0,(IX+d) and does not write B
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: IX -> board
;! out: IX -> board
;! clobbers: A, F, C
;! oracle: f2_half
GO:     DB 0DDH,0CBH,0,040H
        LD A,(IX+0)
        LD C,(IX+1)
        LD (IX+0),C
        LD (IX+1),A
        RET
