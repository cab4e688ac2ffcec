; holds: RRD is the turn in the other direction
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL -> board
;! out: HL -> board
;! clobbers: A, F
;! oracle: f2_unturn
GO:     LD A,(HL)
        INC HL
        RRD
        DEC HL
        RRD
        RET
