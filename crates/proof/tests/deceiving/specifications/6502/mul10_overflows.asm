; wrong: times ten: overflows
;! routine: R
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = z
;! clobbers: P, (T)
;! requires: x < 27
;! ensures: z = 10 * x
R:      ASL
        STA T
        ASL
        ASL
        CLC
        ADC T
        RTS
T       EQU $10
