; wrong: a displacement byte of 80H is -128, not 128
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, BC, F, IX
;! oracle: f2_half
GO:     PUSH HL
        LD BC,-127
        ADD HL,BC
        EX (SP),HL
        POP IX
        LD A,(IX+127)
        DB 0DDH,46H,80H
        LD (IX+127),B
        DB 0DDH,77H,80H
        RET
