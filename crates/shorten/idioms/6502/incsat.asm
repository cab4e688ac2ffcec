;! routine: INCSAT
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = min(x + 1, 255)
;! title: Increments a byte, at most FF
INCSAT:   CMP #$FF
          BEQ .done
          CLC
          ADC #1
.done:    RTS
