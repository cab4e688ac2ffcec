;! routine: NONZERO
;! cpu: 6502
;! org: $0300
;! in: A = x
;! out: A = y
;! clobbers: P
;! ensures: y = if x = 0 then 0 else 255
;! title: FF if a byte is not 0, otherwise 0
NONZERO:  CMP #0
          BEQ .done
          LDA #$FF
.done:    RTS
