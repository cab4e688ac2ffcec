; wrong
;! routine: PP
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
PP:     PUSH D
        PUSH H
LOOP:   MOV A,B
        ORA A
        JZ DONE
        DCR B
        JMP LOOP
DONE:   POP D
        POP H
        RET
