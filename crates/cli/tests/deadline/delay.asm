;! routine: DELAY
;! cpu: 8080
;! org: 0100H
;! title: Waits for 2^40 rounds
;! in: B = x
;! out: B = y
;! clobbers: A, F, C, D, E, H, L
;! ensures: y = x
DELAY:  LXI  D,0
        MVI  C,0
        LXI  H,0
LOOP:   INX  H
        MOV  A,H
        ORA  L
        JNZ  LOOP
        INX  D
        MOV  A,D
        ORA  E
        JNZ  LOOP
        INR  C
        JNZ  LOOP
        RET
