; holds: ADC HL,HL, unlike ADD HL,HL, sets Z, S and P/V
;! routine: GO
;! cpu: z80
;! org: 0100H
;! in: HL = board
;! out: HL = board
;! clobbers: A, F, DE
;! oracle: f2_half
GO:     EX DE,HL
        LD HL,8000H
        OR A
        ADC HL,HL
        JR NZ,NO
        JP M,NO
        JP PO,NO
        JR NC,NO
        LD L,D
        LD H,E
        RET
NO:     LD HL,0
        RET
