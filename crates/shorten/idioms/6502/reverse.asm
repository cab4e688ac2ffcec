;! routine: REVERSE
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: (T), X, P
;! ensures: y = reverse(x)
;! title: Reverses the bits of a byte
T       EQU $81
REVERSE:  LDX #8
.loop:    ASL A
          ROR T
          DEX
          BNE .loop
          LDA T
          RTS
