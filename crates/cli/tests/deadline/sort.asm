;! routine: SORT
;! cpu: 6502
;! org: $0300
;! title: Sorts sixteen bytes by exchanges
;! in: ($80) -> t:16
;! out: ($80) -> t
;! clobbers: A, X, Y, P, ($82:2)
;! ensures: all(i in 0..14: t[i] <= t[i+1])
;! ensures: all(v in 0..15: count(i in 0..15: t[i] = old(t)[v]) = count(i in 0..15: old(t)[i] = old(t)[v]))
SORT:   LDX #15
OUTER:  LDY #0
        STX $82
INNER:  LDA ($80),Y
        INY
        CMP ($80),Y
        BCC NEXT
        BEQ NEXT
        STA $83
        LDA ($80),Y
        DEY
        STA ($80),Y
        INY
        LDA $83
        STA ($80),Y
NEXT:   CPY $82
        BNE INNER
        DEX
        BNE OUTER
        RTS
