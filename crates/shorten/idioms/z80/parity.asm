;! routine: PARITY
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: F
;! ensures: y = popcount(x) mod 2
;! title: 1 if the number of set bits is odd, otherwise 0
PARITY:   OR A
          LD A,0
          JP PE,.done
          INC A
.done:    RET
