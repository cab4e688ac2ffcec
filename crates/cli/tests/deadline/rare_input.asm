;! routine: RARE
;! cpu: z80
;! org: 8000H
;! title: Almost no input is valid
;! in: BC = x, DE = y, HL = z
;! out: A = r
;! clobbers: F
;! requires: x * y = 3037 * z + 12
;! requires: z * z mod 1021 = 17
;! ensures: r < x
RARE:   LD   A,B
        OR   A
        RET  Z
        XOR  A
        RET
