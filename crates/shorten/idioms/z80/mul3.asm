;! routine: MUL3
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 3 * x mod 256
;! title: Three times a byte
MUL3:     LD B,A
          ADD A,B
          ADD A,B
          RET
