; wrong: n may be 8, for which the routine shifts by 255
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, C = n
;! out: HL = y
;! clobbers: A, C, F
;! requires: n <= 8
;! ensures: y = x << 7 - n
R:      MOV  L,A
        MVI  H,0
        MVI  A,7
        SUB  C
        MOV  C,A
LOOP:   DCR  C
        RM
        DAD  H
        JMP  LOOP
