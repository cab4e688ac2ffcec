;! routine: HALFUP
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = (x + 1) / 2
;! title: Half a byte, rounded up
HALFUP:   OR A
          RRA
          ADC A,0
          RET
