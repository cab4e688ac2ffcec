; wrong: P/V after ADC HL,HL is overflow, not carry: equal only if bits 15 and 14 agree
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     LD D,H
        LD E,L
        OR A
        ADC HL,HL
        JP PE,S
        JR C,NO
        JR T
S:      JR NC,NO
T:      LD H,E
        LD L,D
        RET
NO:     LD HL,0
        RET
