;! routine: AVERAGE
;! cpu: 6502
;! org: $0300
;! in: A = x, (N) = y
;! out: A = m
;! clobbers: P
;! ensures: m = (x + y) / 2
;! title: The mean of two bytes, rounded down
N       EQU $80
AVERAGE:  CLC
          ADC N
          ROR A
          RTS
