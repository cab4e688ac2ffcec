; cycles sampled: one input in 65,536 takes 36 cycles more than is stated
;! routine: RARE
;! cpu: 8080
;! org: 0100H
;! in: BC = n, A = x
;! out: A = y
;! clobbers: A, D, E, H, L, F
;! ensures: y = x
;! at: LOOP: D = i
;! invariant: 0 < i <= 8
;! decreases: i
;! remaining: 15 * i + 37, 15 * i + 59
;! cycles: 169-191
RARE:   MOV  E,A
        MVI  D,8
LOOP:   DCR  D
        JNZ  LOOP
        MOV  A,B
        CPI  5AH
        JNZ  DONE
        MOV  A,C
        CPI  0A5H
        JNZ  DONE
        XTHL            ; 36 cycles
        XTHL
DONE:   MOV  A,E
        RET
