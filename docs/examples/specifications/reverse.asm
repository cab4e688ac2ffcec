;! routine: REVERSE
;! cpu: z80
;! org: 0100H
;! title: Reverses the bits of a byte
;! in: A = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = reverse(x)
;! cycles: 216
REVERSE:LD   B,8
NEXT:   RRA
        RL   C
        DJNZ NEXT
        LD   A,C
        RET
