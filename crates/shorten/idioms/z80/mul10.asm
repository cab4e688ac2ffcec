;! routine: MUL10
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 10 * x mod 256
;! title: Ten times a byte
MUL10:    ADD A,A
          LD B,A
          ADD A,A
          ADD A,A
          ADD A,B
          RET
