; wrong
;! routine: SC
;! cpu: 8080
;! org: 0100H
;! in: B = x
;! out: A = y
;! clobbers: B, F
;! ensures: y = 0
;! requires: x < 10
;! at: LOOP: B = n
;! decreases: n
SC:     MVI A,0
LOOP:   DCX SP
        DCX SP
        MOV A,B
        ORA A
        JZ DD
        DCR B
        JMP LOOP
DD:     RET
