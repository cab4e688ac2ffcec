; holds: m_carry_right
;! routine: RR
;! cpu: 6502
;! org: $0200
;! in: X = n
;! out: A = y
;! clobbers: X, P
;! requires: n > 0
;! ensures: y = n
;! at: LL: X = i, A = v
;! invariant: 0 < i <= n and v = n - i
;! decreases: i
RR:     LDA #0
LL:      CLC
        ADC #1
        DEX
        BNE LL
        RTS
