;! routine: SLESS
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: C = c
;! clobbers: A, X, (N), P
;! ensures: c = if signed(x) < signed(y) then 1 else 0
;! title: Whether a signed byte is less than another
N       EQU $80
SLESS:    EOR #$80
          TAX
          LDA N
          EOR #$80
          STA N
          TXA
          CMP N
          ROL A
          EOR #1
          LSR A
          RTS
