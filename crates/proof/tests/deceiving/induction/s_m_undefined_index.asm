; wrong: m_undefined_index
;! routine: RR
;! cpu: 6502
;! org: $0200
;! in: X = n, (TAB) = t:4
;! out: A = y
;! clobbers: X, P
;! requires: n > 0
;! ensures: y = 1
;! at: LL: X = i, A = v
;! invariant: i > 0 implies (t[i] >= 0 and v = 1)
;! decreases: i
TAB     = $30
RR:     LDA #1
        CPX #4
        BCC LL
        LDA #0
LL:      DEX
        BNE LL
        CMP #0
        RTS
