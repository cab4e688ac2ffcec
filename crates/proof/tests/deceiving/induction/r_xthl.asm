; holds
;! routine: XT
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
XT:     PUSH H
LOOP:   MOV A,B
        ORA A
        JZ DONE
        DCR B
        XTHL

        XTHL
        JMP LOOP
DONE:   POP H
        RET
