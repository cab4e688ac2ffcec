; HL = A * E, from the least significant bit
        LD D,0
        LD HL,0
        LD B,8
LOOP:   SRL A
        JR NC,SKIP
        ADD HL,DE
SKIP:   SLA E
        RL D
        DJNZ LOOP
----
; from the most significant bit
        LD D,0
        LD HL,0
        LD B,8
LOOP:   ADD HL,HL
        ADD A,A
        JR NC,SKIP
        ADD HL,DE
SKIP:   DJNZ LOOP
