; holds: DEC in the loop keeps the carry for RLA
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, B
;! oracle: f2_turn
GO:     XOR A
        LD B,4
S:      ADD HL,HL
        RLA
        DEC B
        JR NZ,S
        OR L
        LD L,A
        RET
