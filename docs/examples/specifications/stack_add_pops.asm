;! routine: ADDWP
;! cpu: z80
;! org: 8000H
;! title: Adds two words that the caller pushes, and removes them
;! in: (SP+2:2) = x, (SP+4:2) = y
;! out: HL = z
;! clobbers: BC, DE, F
;! pops: 4
;! ensures: z = (x + y) mod 65536
;! cycles: 62
ADDWP:  POP  DE         ; the return address
        POP  BC
        POP  HL
        ADD  HL,BC
        PUSH DE
        RET
