;! routine: PATHS
;! cpu: z80
;! org: 8000H
;! title: Paths that never merge
;! in: HL = x, DE = y
;! out: A = r
;! clobbers: F, BC, DE, HL, IX
;! ensures: r < 255
PATHS:  LD   IX,0
        LD   B,32
        LD   SP,IX
LOOP:   ADD  HL,HL
        RL   E
        RL   D
        JR   NC,NEXT
        PUSH DE
        PUSH HL
NEXT:   DJNZ LOOP
        XOR  A
        RET
