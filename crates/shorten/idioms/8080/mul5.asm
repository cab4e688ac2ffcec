;! routine: MUL5
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 5 * x mod 256
;! title: Five times a byte
MUL5:     MOV B,A
          ADD B
          ADD B
          ADD B
          ADD B
          RET
