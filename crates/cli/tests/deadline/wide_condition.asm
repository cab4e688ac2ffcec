;! routine: WIDE
;! cpu: z80
;! org: 8000H
;! title: A condition that is slow to evaluate
;! in: HL -> t:64
;! out: A = c
;! clobbers: F, BC, HL
;! requires: count(i in 0..63: count(j in 0..63: t[i] = t[j]) > 3) < 250
;! ensures: c = count(i in 0..63: count(j in 0..63: t[j] = t[i]) = 1) mod 256
WIDE:   LD   BC,64
        XOR  A
LOOP:   ADD  A,(HL)
        INC  HL
        DEC  C
        JR   NZ,LOOP
        RET
