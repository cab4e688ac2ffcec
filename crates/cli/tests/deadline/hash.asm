;! routine: HASH
;! cpu: z80
;! org: 8000H
;! title: A hash of sixteen bytes in which every bit of the result depends on all of them
;! in: HL -> t:16
;! out: DE = h
;! clobbers: A, F, B, HL
;! ensures: h != 4660
HASH:   LD   DE,0ACE1H
        LD   B,16
LOOP:   LD   A,(HL)
        INC  HL
        ADD  A,E
        LD   E,A
        RLCA
        XOR  D
        ADD  A,B
        LD   D,E
        LD   E,A
        RRCA
        JR   NC,SKIP
        ADD  A,D
        LD   D,A
SKIP:   DJNZ LOOP
        LD   A,D
        CP   12H
        RET  NZ
        LD   A,E
        CP   34H
        RET  NZ
        INC  E
        RET
