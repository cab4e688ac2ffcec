;! routine: MUL5
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 5 * x mod 256
;! title: Five times a byte
MUL5:     LD B,A
          ADD A,B
          ADD A,B
          ADD A,B
          ADD A,B
          RET
