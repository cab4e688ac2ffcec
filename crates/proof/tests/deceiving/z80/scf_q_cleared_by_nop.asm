; wrong: NOP clears Q, so SCF keeps X and Y of F
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     XOR A
        CP 28H
        NOP
        SCF
        PUSH AF
        EX (SP),HL
        LD A,L
        POP HL
        AND 28H
        ADD A,H
        LD H,L
        LD L,A
        RET
