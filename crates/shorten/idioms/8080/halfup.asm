;! routine: HALFUP
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = (x + 1) / 2
;! title: Half a byte, rounded up
HALFUP:   ORA A
          RAR
          ACI 0
          RET
