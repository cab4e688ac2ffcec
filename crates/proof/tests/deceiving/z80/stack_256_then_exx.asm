; wrong: 128 words and a return address below SP
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, DE, F
;! oracle: f2_half
GO:     LD B,128
S:      PUSH IX
        DJNZ S
        CALL SUB1
        LD B,128
T:      POP DE
        DJNZ T
        RET
SUB1:   LD A,H
        LD H,L
        LD L,A
        RET
