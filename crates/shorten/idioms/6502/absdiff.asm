;! routine: ABSDIFF
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = abs(x - y)
;! title: The distance of two unsigned bytes
N       EQU $80
ABSDIFF:  SEC
          SBC N
          BCS .done
          EOR #$FF
          CLC
          ADC #1
.done:    RTS
