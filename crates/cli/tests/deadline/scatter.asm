;! routine: SCATTER
;! cpu: 6502
;! org: $0300
;! title: Writes through indices that are read
;! in: ($80) -> t:250, X = n
;! out: ($80) -> t
;! clobbers: A, X, Y, P
;! ensures: count(i in 0..249: t[i] = old(t)[i]) > 240
SCATTER: CPX #30
        BCC GO
        LDX #30
GO:     LDY #0
LOOP:   LDA ($80),Y
        CMP #250
        BCS NEXT
        TAY
        LDA ($80),Y
        ADC #1
        STA ($80),Y
NEXT:   DEX
        BNE LOOP
        RTS
