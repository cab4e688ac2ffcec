;! routine: REVERSE
;! cpu: z80
;! org: 0100H
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = reverse(x)
;! title: Reverses the bits of a byte
REVERSE:  LD B,8
.loop:    RLA
          RR C
          DJNZ .loop
          LD A,C
          RET
