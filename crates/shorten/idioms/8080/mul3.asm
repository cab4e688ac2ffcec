;! routine: MUL3
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 3 * x mod 256
;! title: Three times a byte
MUL3:     MOV B,A
          ADD B
          ADD B
          RET
