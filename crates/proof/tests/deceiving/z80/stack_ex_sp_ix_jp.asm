; holds: EX (SP),IX, JP (IX) would return with IX on the stack; IX is popped first
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, IX
;! oracle: f2_half
GO:     LD A,H
        LD H,L
        LD L,A
        POP IX
        JP (IX)
