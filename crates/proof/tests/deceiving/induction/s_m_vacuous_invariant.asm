; wrong: m_vacuous_invariant
;! routine: RR
;! cpu: 6502
;! org: $0200
;! in: X = n
;! out: A = y
;! clobbers: X, P
;! requires: n > 0
;! ensures: y = 42
;! at: LL: X = i, A = v
;! invariant: i < 0 or i > 0
;! invariant: i > n implies v = 42
;! decreases: i
RR:     LDA #0
LL:      DEX
        BNE LL
        RTS
