;! routine: ROL16
;! cpu: 8080
;! org: 0100H
;! in: HL = x
;! out: HL = y
;! clobbers: A, F
;! ensures: y = (x << 1 | x >> 15) mod 65536
;! title: Rotates a word left by one bit
ROL16:    DAD H
          MOV A,L
          ACI 0
          MOV L,A
          RET
