; wrong
;! routine: RA
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, H, L, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
RA:     POP H
        PUSH H
LOOP:   MOV A,B
        ORA A
        RZ
        DCR B
        MOV A,B
        CPI 200
        JNZ LOOP
        XTHL
        INX H
        XTHL
        JMP LOOP
