; wrong: DJNZ does not set Z
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, B, F
;! oracle: f2_half
GO:     XOR A
        INC A
        LD B,2
S:      DJNZ S
        JR NZ,NO
        LD A,H
        LD H,L
        LD L,A
NO:     RET
