;! routine: SEXT
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y.0, X = y.1
;! clobbers: P
;! ensures: y = signed(x) mod 65536
;! title: Sign extension of a byte to a word
SEXT:     LDX #0
          ORA #0
          BPL .done
          DEX
.done:    RTS
