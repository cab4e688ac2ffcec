; holds: four decimal digits to a word
;! routine: RT
;! cpu: z80
;! org: 8000H
;! in: BC = n
;! out: HL = v
;! clobbers: A, DE, F
;! requires: n mod 16 < 10 and (n >> 4) mod 16 < 10 and (n >> 8) mod 16 < 10 and n >> 12 < 10
;! ensures: v = 1000 * (n >> 12) + 100 * ((n >> 8) mod 16) + 10 * ((n >> 4) mod 16) + n mod 16
RT:     LD   HL,0
        LD   A,B
        CALL TWO
        LD   A,C
TWO:    PUSH AF
        RRCA
        RRCA
        RRCA
        RRCA
        CALL ONE
        POP  AF
ONE:    AND  15
        LD   D,H
        LD   E,L
        ADD  HL,HL
        ADD  HL,HL
        ADD  HL,DE
        ADD  HL,HL
        LD   E,A
        LD   D,0
        ADD  HL,DE
        RET
