; holds
;! routine: KP
;! cpu: 8080
;! org: 0100H
;! in: BC = x
;! out: A = y
;! clobbers: B, C, F
;! ensures: y = 0
;! at: LOOP: B = n
;! decreases: n
KP:     MVI A,0
LOOP:   MOV A,B
        ORA A
        RZ
        CPI 77H
        JNZ K1
        MOV A,C
        CPI 3
        JNZ K1
        INR C
K1:     DCR B
        JMP LOOP
