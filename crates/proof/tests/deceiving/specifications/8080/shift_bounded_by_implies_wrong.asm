; wrong: for n = 7 too
;! routine: R
;! cpu: 8080
;! org: 0100H
;! in: A = x, C = n
;! out: HL = y
;! clobbers: A, C, F
;! ensures: n <= 7 implies y = x << 7 - n
R:      MOV  L,A
        MVI  H,0
        MVI  A,7
        SUB  C
        ORI  1
        MOV  C,A
LOOP:   DCR  C
        RM
        DAD  H
        JMP  LOOP
