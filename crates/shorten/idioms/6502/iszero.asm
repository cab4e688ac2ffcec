;! routine: ISZERO
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if x = 0 then 1 else 0
;! title: 1 if a byte is 0, otherwise 0
ISZERO:   CMP #0
          BEQ .zero
          LDA #0
          RTS
.zero:    LDA #1
          RTS
