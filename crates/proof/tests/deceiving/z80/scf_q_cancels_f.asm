; holds: CP 28H sets X and Y and Q = F, so SCF takes X and Y from A alone: 0
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F
;! oracle: f2_half
GO:     XOR A
        CP 28H
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
