; wrong: waits for ADD HL,HL to set Z, which it never changes
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,8000H
        OR L
        LD A,1
        OR A
        ADD HL,HL
        JR NZ,NO
        LD L,D
        LD H,E
        RET
NO:     LD HL,0
        RET
