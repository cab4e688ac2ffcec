;! routine: MUL10
;! cpu: 8080
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 10 * x mod 256
;! title: Ten times a byte
MUL10:    ADD A
          MOV B,A
          ADD A
          ADD A
          ADD B
          RET
