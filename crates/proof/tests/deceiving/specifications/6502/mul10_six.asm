; wrong: times ten: six
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P, (T)
;! requires: x < 26
;! ensures: z = 10 * x
R:      ASL
        STA T
        ASL
        CLC
        ADC T
        RTS
T       EQU $10
