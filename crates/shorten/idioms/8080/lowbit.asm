;! routine: LOWBIT
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = x & (0 - x) mod 256
;! title: The lowest set bit of a byte
LOWBIT:   MOV B,A
          CMA
          ADI 1
          ANA B
          RET
