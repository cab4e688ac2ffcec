;! routine: DEEP
;! cpu: z80
;! org: 8000H
;! title: Each bit of the input makes another depth of the stack
;! in: HL = x, DE = y
;! out: A = r
;! clobbers: F, BC, DE, HL
;! ensures: r = count(i in 0..15: (x >> i) mod 2 = 1)
DEEP:   LD   BC,1000H
LOOP:   ADD  HL,HL
        CALL C,PUT
        DJNZ LOOP
        LD   A,C
        RET
PUT:    INC  C
        PUSH HL
        PUSH BC
        ADD  HL,DE
        POP  BC
        POP  HL
        RET
