;! routine: SUBSAT
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = max(x - y, 0)
;! title: Subtracts a byte from another, at least 0
N       EQU $80
SUBSAT:   SEC
          SBC N
          BCS .done
          LDA #0
.done:    RTS
