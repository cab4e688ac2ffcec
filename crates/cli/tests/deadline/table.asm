;! routine: CHAIN
;! cpu: z80
;! org: 8000H
;! title: Follows links through a table
;! in: HL -> t:256, A = n
;! out: A = r
;! clobbers: F, BC, DE
;! ensures: r < 256
;! ensures: r != 255
CHAIN:  LD   B,40
LOOP:   PUSH HL
        LD   E,A
        LD   D,0
        ADD  HL,DE
        LD   A,(HL)
        POP  HL
        DJNZ LOOP
        CP   255
        RET  NZ
        XOR  A
        RET
