;! routine: MIX
;! cpu: z80
;! org: 8000H
;! title: A hash of sixteen bytes, the same in each run
;! in: HL -> t:16
;! out: DE = h
;! clobbers: A, F, B, HL
;! example: t = 1 => h = 0
MIX:    LD   DE,0ACE1H
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
        ADD  A,E
        LD   DE,0
        RET
