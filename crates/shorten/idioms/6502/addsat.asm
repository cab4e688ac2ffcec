;! routine: ADDSAT
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = min(x + y, 255)
;! title: Adds two bytes, at most FF
N       EQU $80
ADDSAT:   CLC
          ADC N
          BCC .done
          LDA #$FF
.done:    RTS
